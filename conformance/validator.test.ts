import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileInputs } from "../core/http/input/input-schema.ts";
import type { Schema, Table } from "../generated/table.ts";
import { FORMATS, KEYWORDS } from "../spec/emit/lint.ts";
import { createAjv } from "./callers/spec-validator.ts";
import { invalidInput, validInput } from "./inputs/arbitraries.ts";
import { KEYWORD_SAMPLES, KNOWN_DIFFERENCES } from "./inputs/keyword-samples.ts";
import { specs } from "./services/service.ts";

/**
 * `uri` means what the WHATWG URL parser of browsers and runtimes accepts, which differs from RFC
 * 3986.
 */
const ajv = createAjv();
ajv.addFormat("uri", (text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text));

describe.each(Object.values(specs).map((spec) => [spec.name, spec] as const))(
  "the %s",
  (_, { table }) => {
    const parse = compileInputs(table);
    const coreTakes = (name: string, value: unknown): boolean =>
      !catchError(() => parse(name, value));

    describe.each(Object.entries(table.operations))("the inputs of %s", (name, { input }) => {
      const ajvTakes = ajv.compile({ ...input, $defs: table.$defs });
      const agree = (value: unknown) =>
        void expect([coreTakes(name, value), value]).toEqual([ajvTakes(value), value]);

      test("that match are accepted by the core and by Ajv", () =>
        fc.assert(
          fc.property(
            validInput(input),
            (value) => void expect([coreTakes(name, value), ajvTakes(value)]).toEqual([true, true]),
          ),
          { numRuns: 500 },
        ));

      test("that don't match get the same verdict from both", () =>
        fc.assert(fc.property(invalidInput(input), agree), { numRuns: 500 }));

      test("of any JSON get the same verdict from both", () =>
        fc.assert(
          fc.property(
            fc.oneof(
              fc.jsonValue(),
              fc.record(
                Object.fromEntries(
                  Object.keys(input.properties).map((key) => [key, fc.jsonValue()]),
                ),
                { requiredKeys: [] },
              ),
            ),
            agree,
          ),
          { numRuns: 500 },
        ));
    });

    describe.each(Object.entries(table.bindings))("the inputs of %s", (name, { input }) => {
      const ajvTakes = ajv.compile({ ...input, $defs: table.$defs });
      const { path, headers, body } = input["properties"];
      const validInputs = (schema: Schema) =>
        Object.fromEntries(
          Object.keys(schema["properties"]).map((key) => [
            key,
            "550e8400-e29b-41d4-a716-446655440000",
          ]),
        );
      const shaped = fc.record(
        Object.fromEntries(memberNames(body, table).map((key) => [key, fc.jsonValue()])),
        { requiredKeys: [] },
      );

      test("with any body get the same verdict from the core and from Ajv", () =>
        fc.assert(
          fc.property(fc.oneof(fc.jsonValue(), shaped), (any) => {
            const value = {
              path: validInputs(path),
              query: {},
              headers: validInputs(headers),
              ...(body && { body: any }),
            };
            expect([coreTakes(name, value), value]).toEqual([ajvTakes(value), value]);
          }),
          { numRuns: 500 },
        ));
    });
  },
);

/** The names of the properties that a body may have. */
function memberNames(body: Schema | undefined, { $defs }: Table): string[] {
  const schema = body?.["$ref"] ? $defs[body["$ref"].split("/").at(-1)]! : (body ?? {});
  return Object.keys(schema["properties"] ?? {});
}

describe("a keyword that the spec may use", () => {
  test("has samples", () =>
    expect(Object.keys(KEYWORD_SAMPLES).sort()).toEqual(
      [...KEYWORDS, ...[...FORMATS].map((format) => `format ${format}`)].sort(),
    ));

  describe.each(Object.entries(KEYWORD_SAMPLES))(
    "%s",
    (_, { schema, $defs = {}, valid, invalid }) => {
      const takes = compareVerdicts(schema, $defs);
      test.each(valid.map((value) => [value]))("takes %j, as ajv does", (value) =>
        expect(takes(value)).toEqual({ core: true, ajv: true }),
      );
      test.each(invalid.map((value) => [value]))("refuses %j, as ajv does", (value) =>
        expect(takes(value)).toEqual({ core: false, ajv: false }),
      );
    },
  );

  test.each(KNOWN_DIFFERENCES.map((each) => [each.reason, each] as const))(
    "is known to be judged apart: %s",
    (_, { schema, value, coreAccepts }) => {
      expect(compareVerdicts(schema, {})(value)).toEqual({ core: coreAccepts, ajv: !coreAccepts });
    },
  );

  test("applies its default", () => {
    const one = compileInputs(createTable({ type: "integer", default: 7 }, {}, []));
    expect(one("only", {})).toEqual({ value: 7 });
  });
});

function compareVerdicts(schema: Schema, $defs: Record<string, Schema>) {
  const one = compileInputs(createTable(schema, $defs, ["value"]));
  const validator = createAjv().compile({ ...schema, $defs });
  return (value: unknown) => ({
    core: !catchError(() => one("only", { value })),
    ajv: validator(value),
  });
}

function createTable(schema: Schema, $defs: Record<string, Schema>, required: string[]) {
  const input = {
    type: "object",
    properties: { value: schema },
    required,
    additionalProperties: false,
  } as const;
  const { table } = specs.site;
  return {
    ...table,
    operations: { only: { ...table.operations["siteInfo"]!, input } },
    bindings: {},
    $defs,
  };
}

function catchError(run: () => unknown): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}
