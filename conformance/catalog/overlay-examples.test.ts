import { describe, expect, it } from "vitest";
import { isObject, objectAt, textAt } from "../../core/lib/kit/json/json-access.ts";
import { createArgumentsCheck } from "../../core/lib/openapi-tools/call/index.ts";
import type { ToolRecord } from "../../core/lib/openapi-tools/tool-record.ts";
import { compile, OWN_APPS } from "./overlay-apps.ts";

/** Parses the longest JSON value at the start of a text. Undefined if there is none. */
function parseStart(text: string): unknown {
  for (let end = text.length; end > 1; end -= 1) {
    try {
      return JSON.parse(text.slice(0, end));
    } catch {
      // A shorter text may be JSON.
    }
  }
  return undefined;
}

/** The arguments whose description has an object or a list as an example that the tool rejects. */
function findBadExamples(tool: ToolRecord): string[] {
  const check = createArgumentsCheck(tool);
  return Object.entries(objectAt(tool.input, "properties")).flatMap(([name, schema]) => {
    const [, text] = /such as ([[{].*)/s.exec(textAt(schema, "description") ?? "") ?? [];
    // The value of a text can be JSON.
    if (text === undefined || (isObject(schema) && schema["type"] === "string")) return [];
    const example = parseStart(text);
    const isRejected = check({ [name]: example }).some(
      ({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`),
    );
    return example === undefined || isRejected ? [`${tool.name}: ${name}`] : [];
  });
}

describe("examples in the descriptions of arguments", () => {
  it.each(OWN_APPS)("of %s are valid", (slug) => {
    expect(compile(slug).tools.flatMap(findBadExamples)).toEqual([]);
  });

  it("are checked", () => {
    const input = { type: "object", properties: { tags: { type: "array", description: "" } } };
    const tool = compile("zendesk").tools[0]!;
    const withExample = (description: string) => ({
      ...tool,
      input: { ...input, properties: { tags: { ...input.properties.tags, description } } },
    });
    expect(findBadExamples(withExample('Tags, such as ["a", "b"]. From x.'))).toEqual([]);
    expect(findBadExamples(withExample('Tags, such as {"a": 1}.'))).toHaveLength(1);
    expect(findBadExamples(withExample("Tags, such as [a, b]."))).toHaveLength(1);
  });
});
