import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { table } from "../../../generated/site/operations.ts";
import { createAjv } from "../../callers/spec-validator.ts";
import type { Exchange } from "../../case.ts";
import type { TestRequest } from "../../targets/target.ts";
import {
  LEGACY_VERSION,
  legacyRequest,
  MODERN_VERSION,
  modernRequest,
  withToolNames,
} from "../mcp-messages.ts";
import { assertOwnExamples, withOwnExamples } from "../own-examples.ts";
import { offeredTools } from "./offered-operations.ts";

/** The functions that create a request in each era. */
const ERAS = { [LEGACY_VERSION]: legacyRequest, [MODERN_VERSION]: modernRequest } as const;

/** Returns the exchange for both eras. */
const inBothEras = (
  it: string,
  createRequest: (request: typeof legacyRequest) => Exchange["request"],
  check: Exchange["check"],
  more: Partial<Exchange> = {},
): Exchange[] =>
  Object.entries(ERAS).map(([era, request]) => ({
    it: `${it} (${era})`,
    request: createRequest(request as typeof legacyRequest),
    status: 200,
    ...more,
    ...(check && { check }),
  }));

const parseResult = (text: string) => JSON.parse(text).result;

/** Listing and calling tools, in both eras. */
export const toolExchanges: readonly Exchange[] = [
  ...inBothEras(
    "lists exactly the operations that are tools, sorted by name",
    (request) => request("tools/list"),
    ({ text }, { info }) => {
      assert.deepEqual(
        parseResult(text).tools.map((each: any) => each.name),
        offeredTools(info),
      );
    },
  ),
  ...inBothEras(
    "describes each tool as the operations table does",
    (request) => request("tools/list"),
    ({ text }, context) => {
      assertOwnExamples(text, context);
      for (const listed of parseResult(text).tools) {
        const entry = withToolNames(
          Object.values(table.operations).find(({ tool }) => tool?.name === listed.name)!,
          table,
        );
        assert.equal(listed.title, entry.summary);
        assert.equal(listed.description, entry.description);
        assert.deepEqual(listed.annotations, { title: entry.summary, ...entry.tool!.annotations });
        for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"])
          assert.equal(typeof listed.annotations[hint], "boolean", hint);
        const { $defs: _, ...input } = listed.inputSchema;
        assert.deepEqual(input, withOwnExamples(entry.input, context));
      }
    },
  ),
  ...inBothEras(
    "returns self-contained schemas for each tool",
    (request) => request("tools/list"),
    ({ text }) => {
      for (const { inputSchema, outputSchema } of parseResult(text).tools) {
        for (const schema of [inputSchema, outputSchema]) {
          assert.equal(schema.type, "object");
          createAjv().compile(schema);
        }
        assert.equal(inputSchema.additionalProperties, false);
      }
    },
  ),
  ...inBothEras(
    "returns results that match the tool's outputSchema, and the same data as text",
    (request) => request("tools/list"),
    async ({ text }, { send, pageUrl, query }) => {
      const inputs: Record<string, object> = {
        search_pages: { q: query },
        read_page: { url: pageUrl },
      };
      for (const { name, inputSchema, outputSchema } of parseResult(text).tools) {
        // The cases of the other tools' operations cover them.
        if (inputSchema.required?.length > 0 && !inputs[name]) continue;
        const request: (method: string, params: object) => TestRequest = text.includes(
          `"resultType"`,
        )
          ? modernRequest
          : legacyRequest;
        const { structuredContent, content, isError } = parseResult(
          (await send(request("tools/call", { name, arguments: inputs[name] ?? {} }))).text,
        );
        assert.ok(!isError, name);
        const validate = createAjv().compile(outputSchema);
        assert.ok(validate(structuredContent), `${name}: ${JSON.stringify(validate.errors)}`);
        assert.ok(isDeepStrictEqual(JSON.parse(content[0].text), structuredContent));
      }
    },
  ),
  ...inBothEras(
    "returns -32602 for an unknown tool",
    (request) => request("tools/call", { name: "no_such_tool", arguments: {} }),
    ({ text }) => {
      const { error } = JSON.parse(text);
      assert.equal(error.code, -32602);
      assert.match(error.message, /no_such_tool/);
    },
  ),
  ...inBothEras(
    "returns invalid input as a problem in the text, without structuredContent",
    (request) => request("tools/call", { name: "search_pages", arguments: { q: "" } }),
    ({ text }) => {
      const { isError, content, structuredContent } = parseResult(text);
      assert.deepEqual([isError, structuredContent], [true, undefined]);
      const problem = JSON.parse(content[0].text);
      assert.deepEqual(
        [problem.code, problem.status, problem.errors[0].pointer],
        ["invalid_input", 400, "/q"],
      );
    },
  ),
  ...inBothEras(
    "treats missing arguments as an empty input",
    (request) => request("tools/call", { name: "site_info" }),
    ({ text }) => assert.ok(parseResult(text).structuredContent.name),
  ),
  ...inBothEras(
    "reveals nothing about an unexpected error",
    (request) =>
      request(
        "tools/call",
        { name: "search_pages", arguments: { q: "tape" } },
        { "fixture-fault": "500" },
      ),
    ({ text, headers }) => {
      const problem = JSON.parse(parseResult(text).content[0].text);
      assert.deepEqual(
        [problem.code, problem.instance],
        ["internal", `urn:uuid:${headers["request-id"]}`],
      );
      assert.doesNotMatch(text, /on fire|\.ts:/);
    },
    { requires: "fixture" },
  ),
];
