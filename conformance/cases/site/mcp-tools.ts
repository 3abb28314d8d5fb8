import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { table } from "../../../generated/site/operations.ts";
import { newAjv } from "../../callers/schemas.ts";
import type { Exchange } from "../../case.ts";
import type { Asking } from "../../targets/target.ts";
import { LEGACY, legacy, MODERN, modern } from "../mcp-messages.ts";

/** The two eras, by the request that each makes of a method. */
const ERAS = { [LEGACY]: legacy, [MODERN]: modern } as const;

/** Each in both eras. */
const inBoth = (
  it: string,
  ask: (request: typeof legacy) => Exchange["ask"],
  check: Exchange["check"],
  more: Partial<Exchange> = {},
): Exchange[] =>
  Object.entries(ERAS).map(([era, request]) => ({
    it: `${it} (${era})`,
    ask: ask(request as typeof legacy),
    status: 200,
    ...more,
    ...(check && { check }),
  }));

const resultOf = (text: string) => JSON.parse(text).result;

/** What tools are listed as, and how they are called, in both eras. */
export const toolExchanges: readonly Exchange[] = [
  ...inBoth(
    "lists exactly the operations that are tools, sorted by name",
    (request) => request("tools/list"),
    ({ text }) => {
      const names = Object.values(table.operations).flatMap(({ tool }) => tool?.name ?? []);
      assert.deepEqual(
        resultOf(text).tools.map((each: any) => each.name),
        names.sort(),
      );
    },
  ),
  ...inBoth(
    "describes each tool as the table does",
    (request) => request("tools/list"),
    ({ text }) => {
      for (const listed of resultOf(text).tools) {
        const entry = Object.values(table.operations).find(
          ({ tool }) => tool?.name === listed.name,
        )!;
        assert.equal(listed.title, entry.summary);
        assert.equal(listed.description, entry.description);
        assert.deepEqual(listed.annotations, { title: entry.summary, ...entry.tool!.annotations });
        for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"])
          assert.equal(typeof listed.annotations[hint], "boolean", hint);
        const { $defs: _, ...input } = listed.inputSchema;
        assert.deepEqual(input, entry.input);
      }
    },
  ),
  ...inBoth(
    "gives each tool schemas that are complete in themselves",
    (request) => request("tools/list"),
    ({ text }) => {
      for (const { inputSchema, outputSchema } of resultOf(text).tools) {
        for (const schema of [inputSchema, outputSchema]) {
          assert.equal(schema.type, "object");
          newAjv().compile(schema);
        }
        assert.equal(inputSchema.additionalProperties, false);
      }
    },
  ),
  ...inBoth(
    "answers each tool with what its outputSchema says, and the same as text",
    (request) => request("tools/list"),
    async ({ text }, { ask, page, words }) => {
      const inputs: Record<string, object> = {
        search_pages: { q: words },
        read_page: { url: page },
      };
      for (const { name, outputSchema } of resultOf(text).tools) {
        // What buys is called with something to buy, in cases of its own.
        if (name.endsWith("_checkout")) continue;
        const request: (method: string, params: object) => Asking = text.includes(`"resultType"`)
          ? modern
          : legacy;
        const { structuredContent, content, isError } = resultOf(
          (await ask(request("tools/call", { name, arguments: inputs[name] ?? {} }))).text,
        );
        assert.ok(!isError, name);
        const validate = newAjv().compile(outputSchema);
        assert.ok(validate(structuredContent), `${name}: ${JSON.stringify(validate.errors)}`);
        assert.ok(isDeepStrictEqual(JSON.parse(content[0].text), structuredContent));
      }
    },
  ),
  ...inBoth(
    "answers an unknown tool with -32602",
    (request) => request("tools/call", { name: "no_such_tool", arguments: {} }),
    ({ text }) => {
      const { error } = JSON.parse(text);
      assert.equal(error.code, -32602);
      assert.match(error.message, /no_such_tool/);
    },
  ),
  ...inBoth(
    "answers a wrong input with a problem that the model can read, without structuredContent",
    (request) => request("tools/call", { name: "search_pages", arguments: { q: "" } }),
    ({ text }) => {
      const { isError, content, structuredContent } = resultOf(text);
      assert.deepEqual([isError, structuredContent], [true, undefined]);
      const problem = JSON.parse(content[0].text);
      assert.deepEqual(
        [problem.code, problem.status, problem.errors[0].pointer],
        ["invalid_input", 400, "/q"],
      );
    },
  ),
  ...inBoth(
    "takes a call without arguments for one without inputs",
    (request) => request("tools/call", { name: "site_info" }),
    ({ text }) => assert.ok(resultOf(text).structuredContent.name),
  ),
  ...inBoth(
    "tells nothing of an unexpected fault",
    (request) =>
      request(
        "tools/call",
        { name: "search_pages", arguments: { q: "tape" } },
        { "rig-fault": "500" },
      ),
    ({ text, headers }) => {
      const problem = JSON.parse(resultOf(text).content[0].text);
      assert.deepEqual(
        [problem.code, problem.instance],
        ["internal", `urn:uuid:${headers["request-id"]}`],
      );
      assert.doesNotMatch(text, /on fire|\.ts:/);
    },
    { needs: "rig" },
  ),
];
