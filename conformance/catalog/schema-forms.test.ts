import { parseDocument } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { openCatalog } from "../../adapters/catalog/folder.ts";
import { createArgumentsCheck } from "../../core/lib/openapi-tools/call/index.ts";
import type { ToolRecord } from "../../core/lib/openapi-tools/index.ts";
import {
  argumentField,
  readArguments,
  renderSchemaForm,
  toArgumentFields,
} from "../../core/platform/account/pages/schema-form.ts";
import type { Schema } from "../../generated/table.ts";

const folder = process.env["CATALOG_DIR"];
const catalog = folder ? await openCatalog(folder) : undefined;

/** The tools of an app that may have the largest schema: those with the most arguments. */
const CANDIDATES = 3;

/** Returns the tools with the 10 largest schemas, of 10 apps, and 10 tools spread over the rest. */
async function chooseTools(): Promise<readonly ToolRecord[]> {
  const largest: ToolRecord[] = [];
  for (const { slug } of catalog!.apps) {
    const { first, end } = catalog!.toolRange(slug) ?? { first: 0, end: 0 };
    const numbers = Array.from({ length: end - first }, (_, index) => first + index);
    const cards = (await catalog!.readCards(numbers)).toSorted(
      (a, b) => b.input.length - a.input.length,
    );
    const tools = await Promise.all(
      cards.slice(0, CANDIDATES).map(({ name }) => catalog!.findTool(name)),
    );
    const sorted = tools.filter((tool) => tool !== undefined).toSorted((a, b) => size(b) - size(a));
    if (sorted[0]) largest.push(sorted[0]);
  }
  largest.sort((a, b) => size(b) - size(a));
  const rest = largest.slice(10);
  const step = Math.floor(rest.length / 10);
  return [...largest.slice(0, 10), ...rest.filter((_, index) => index % step === 0).slice(0, 10)];
}

const size = ({ input }: ToolRecord): number => JSON.stringify(input).length;

/** Returns a value that a schema allows, with each property down to a depth. */
function createExample(schema: Schema, root: Schema, depth = 0): unknown {
  if (typeof schema !== "object" || depth > 12) return {};
  const { $ref: ref, const: constant, enum: choices } = schema;
  if (ref !== undefined)
    return createExample(root["$defs"]?.[String(ref).split("/").at(-1)!] ?? {}, root, depth + 1);
  if (schema["allOf"] !== undefined) {
    const { allOf, ...own } = schema;
    return createExample(
      Object.assign({}, ...allOf.map((each: Schema) => resolve(each, root)), own),
      root,
      depth + 1,
    );
  }
  if (constant !== undefined) return constant;
  if (choices !== undefined) return choices[0];
  const [member] = schema["oneOf"] ?? schema["anyOf"] ?? [];
  if (member !== undefined) return createExample(member, root, depth + 1);
  const type = [schema["type"]].flat().find((each) => each !== "null");
  switch (type) {
    case "integer":
    case "number":
      return Math.max(schema["minimum"] ?? 1, 1);
    case "boolean":
      return false;
    case "string":
      return FORMATS[schema["format"]] ?? "a b".padEnd(schema["minLength"] ?? 0, "c");
    case "array":
      return [createExample(schema["items"] ?? {}, root, depth + 1)];
    default: {
      const required = new Set<string>(schema["required"] ?? []);
      const names = Object.keys(schema["properties"] ?? {});
      const chosen = depth < 2 ? names : names.filter((name) => required.has(name));
      const members = chosen.map(
        (name) => [name, createExample(schema["properties"][name], root, depth + 1)] as const,
      );
      // A map of anything.
      const additional = schema["additionalProperties"];
      const isMap = members.length === 0 && (schema["minProperties"] ?? 0) > 0;
      return Object.fromEntries(
        isMap ? [["key", createExample(additional ?? {}, root, depth + 1)]] : members,
      );
    }
  }
}

/** Follows references, which may be chained. */
const resolve = (schema: Schema, root: Schema): Schema =>
  schema["$ref"] === undefined
    ? schema
    : resolve(root["$defs"][String(schema["$ref"]).split("/").at(-1)!], root);

const FORMATS: Readonly<Record<string, string>> = {
  date: "2026-11-23",
  "date-time": "2026-11-23T10:00:00Z",
  email: "ada@example.com",
  uri: "https://example.com/a",
  url: "https://example.com/a",
  uuid: "6f1d3c0a-5b1e-4c58-9d0e-0e6a1f2b3c4d",
};

interface Element {
  readonly name?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly Element[];
  readonly data?: string;
}

/** Returns the fields that a browser sends for a form, and the IDs that labels name. */
function submitForm(html: string): { readonly fields: URLSearchParams; readonly labels: string[] } {
  const fields = new URLSearchParams();
  const labels: string[] = [];
  const textOf = ({ data, children = [] }: Element): string =>
    data ?? children.map(textOf).join("");
  const visit = (element: Element): void => {
    const { name: tag, attribs = {}, children = [] } = element;
    const name = attribs["name"];
    if (tag === "label" && attribs["for"]) labels.push(attribs["for"]);
    if (tag === "input") fields.append(name!, attribs["value"] ?? "");
    // Browsers drop the first line break of a text area, and send CRLF.
    else if (tag === "textarea")
      fields.append(name!, textOf(element).replace(/^\n/, "").replaceAll("\n", "\r\n"));
    else if (tag === "select") {
      const options = children.filter((child) => child.name === "option");
      const selected = options.find((option) => option.attribs!["selected"] !== undefined);
      fields.append(name!, (selected ?? options[0])!.attribs!["value"]!);
    } else children.forEach(visit);
  };
  (parseDocument(html).children as Element[]).forEach(visit);
  return { fields, labels };
}

describe.skipIf(!catalog)(
  `forms of tools${catalog ? "" : " (skipped: CATALOG_DIR is not set)"}`,
  async () => {
    // Vitest evaluates this callback even if it skips the tests.
    const tools = catalog ? await chooseTools() : [];

    it("are tested with the 10 largest schemas of the catalog, and 10 others", () => {
      expect(tools).toHaveLength(20);
      expect(size(tools[0]!)).toBeGreaterThan(50_000);
    });

    it.each(tools.map((tool) => [tool.name, tool] as const))(
      "%s: the form sends the same arguments as the JSON",
      (_, tool) => {
        const schema = tool.input as Schema;
        const input = createExample(schema, schema) as Record<string, unknown>;
        const html = renderSchemaForm(schema, toArgumentFields(schema, input), () => undefined);
        const { fields, labels } = submitForm(html.html);
        expect(labels.toSorted()).toEqual(
          Object.keys(schema["properties"]).map(argumentField).toSorted(),
        );
        const sent = readArguments(schema, fields);
        expect(sent).toEqual(input);
        const check = createArgumentsCheck(tool);
        expect(check(sent)).toEqual(check(input));
        // The examples ignore patterns.
        expect(check(input).filter(({ rule }) => rule !== "pattern")).toEqual([]);
      },
    );

    it.each(tools.map((tool) => [tool.name, tool] as const))(
      "%s: an empty form sends no argument that has no default",
      (_, tool) => {
        const schema = tool.input as Schema;
        const html = renderSchemaForm(schema, undefined, () => undefined);
        const sent = readArguments(schema, submitForm(html.html).fields);
        const required: readonly string[] = schema["required"] ?? [];
        expect(Object.keys(sent).filter((name) => !required.includes(name))).toEqual([]);
      },
    );
  },
);
