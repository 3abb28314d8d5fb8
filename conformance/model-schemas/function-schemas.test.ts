import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createValidator } from "../../core/lib/json-schema/index.ts";
import { readMcpServer, toModelSchema } from "../../core/lib/openapi-tools/compile/index.ts";
import { createAgentFunctions } from "../../generated/clients/js/src/runtime/agent-tools.ts";
import {
  type SchemaMode,
  toFunctionSchema,
} from "../../generated/clients/js/src/runtime/function-schemas.ts";
import { checkAnthropic, checkGemini, checkOpenAI, checkSchema, checkStrict } from "./rules.ts";

const FILTER = {
  type: "object",
  required: ["$top", "filter[id]", "shape"],
  properties: {
    $top: { type: "integer", minimum: 1, description: "How many." },
    "filter[id]": { type: "string" },
    "user.name": { type: ["string", "null"] },
    shape: { type: "object", additionalProperties: true, description: "Any." },
    list: { type: "array", items: { $ref: "#/$defs/Item" } },
    level: { enum: [1, 2] },
    when: { oneOf: [{ type: "string", format: "date" }, { type: "integer" }] },
  },
  additionalProperties: false,
  $defs: {
    Item: {
      type: "object",
      required: ["@type"],
      properties: { "@type": { type: "string" }, parent: { $ref: "#/$defs/Item" } },
      additionalProperties: false,
    },
  },
};

const MODES: readonly SchemaMode[] = ["standard", "strict", "gemini"];
const rename = (schema: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.keys((schema as { properties: object }).properties).map((name) => [
      name.replace(/_[0-9a-f]{8}$/, "").replace(/^_+/, ""),
      name,
    ]),
  );

describe("arguments of a function", () => {
  it.each(MODES)("get the names of the tool back in mode %s", (mode) => {
    const { schema, toArguments } = toFunctionSchema(FILTER, mode);
    const names = rename(schema);
    const isClosed = mode !== "standard";
    expect(Object.keys(names)).toContain("top");
    const input = {
      [names["top"]!]: 5,
      [names["filter_id_"]!]: "a",
      [names["shape"]!]: isClosed ? '{"a":[1]}' : { a: [1] },
      ...(mode === "strict" && { level: null, list: null, when: null }),
    };
    expect(toArguments(input)).toEqual({ $top: 5, "filter[id]": "a", shape: { a: [1] } });
  });

  it("are those that the model sends, if its API takes the schema as it is", () => {
    const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    const described = toFunctionSchema(schema, "standard");
    expect(described.schema).toEqual(schema);
    const input = { a: "b", more: { c: 1 } };
    expect(described.toArguments(input)).toBe(input);
  });

  it("are read at any depth, also in lists and alternatives", () => {
    const schema = {
      type: "object",
      properties: {
        "a b": {
          anyOf: [
            { type: "array", items: { type: "object", properties: { "c d": { type: "string" } } } },
            { type: "string" },
          ],
        },
      },
      required: ["a b"],
    };
    for (const mode of MODES) {
      const described = toFunctionSchema(schema, mode);
      const [outer] = Object.keys(described.schema["properties"] as object);
      const [inner] = /c_d_[0-9a-f]{8}/.exec(JSON.stringify(described.schema))!;
      expect(described.toArguments({ [outer!]: [{ [inner]: "x" }] })).toEqual({
        "a b": [{ "c d": "x" }],
      });
      expect(described.toArguments({ [outer!]: "text" })).toEqual({ "a b": "text" });
    }
  });
});

/** Schemas as strangers write them: valid or not, closed or not. */
const schemas = fc.letrec<{ schema: unknown }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<unknown>(
      { type: "string" },
      { type: "array" },
      { type: ["array", "null"] },
      { type: "object" },
      {},
      true,
      { enum: ["a", 1, null] },
      { enum: [""] },
      { const: 3 },
      { type: "string", pattern: "(?i)a", format: "uri" },
      { type: "string", pattern: "[\\w-.]+" },
      { $ref: "#/$defs/Node" },
      { $ref: "#/$defs/None" },
      { type: "integer", format: "int64", exclusiveMinimum: 0 },
      { type: "array", prefixItems: [{ type: "string" }], items: false },
      null,
      "text",
    ),
    fc.record(
      {
        type: fc.constantFrom("object", "array", ["object", "null"], ["string", "integer"]),
        properties: fc.dictionary(
          fc.oneof(fc.constantFrom("a", "$b", "c[]", "1", "é", "x".repeat(80)), fc.string()),
          tie("schema"),
          { maxKeys: 4 },
        ),
        required: fc.array(fc.constantFrom("a", "$b", "missing"), { maxLength: 3 }),
        items: tie("schema"),
        anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
        oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        patternProperties: fc.constantFrom({ "^x-": {} }, { "(?i)x": {} }),
        description: fc.string(),
      },
      { requiredKeys: [] },
    ),
  ),
}));

const client = { tools: { run: () => Promise.reject(new Error("not run")) } };

describe("the tools of strangers", () => {
  it("are accepted by OpenAI, Anthropic and Gemini", () => {
    fc.assert(
      fc.property(schemas.schema, schemas.schema, (root, node) => {
        const inputSchema = {
          ...(typeof root === "object" && root),
          type: "object",
          $defs: { Node: node },
        };
        const record = { slug: "stranger", name: "Stranger", methods: [] };
        const { tools } = readMcpServer(record as never, [{ name: "1 do/it", inputSchema }]);
        expect(tools).toHaveLength(1);
        for (const { name, input } of tools) {
          const schema = toModelSchema(input);
          expect(checkSchema(schema)).toEqual([]);
          const tool = {
            name,
            app: "stranger",
            title: "T",
            description: "d".repeat(2_000),
            input_schema: schema,
            annotations: { read_only: true, destructive: false },
          };
          for (const [mode, check] of [
            ["standard", checkOpenAI],
            ["standard", checkAnthropic],
            ["strict", checkStrict],
            ["gemini", checkGemini],
          ] as const) {
            const [offered] = createAgentFunctions(client, [tool], { mode }).functions;
            expect(check(offered!), `${mode} ${JSON.stringify(input)}`).toEqual([]);
          }
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("accept everything that they accept without the changes for models", () => {
    fc.assert(
      fc.property(
        schemas.schema,
        fc.dictionary(fc.constantFrom("a", "$b"), fc.jsonValue()),
        (root, value) => {
          const schema = {
            ...(typeof root === "object" && root),
            type: "object",
            $defs: { Node: {} },
          };
          const record = { slug: "stranger", name: "Stranger", methods: [] };
          const { tools } = readMcpServer(record as never, [{ name: "run", inputSchema: schema }]);
          for (const { input } of tools) {
            if (createValidator(input)(value).length > 0) continue;
            expect(createValidator(toModelSchema(input))(value)).toEqual([]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
