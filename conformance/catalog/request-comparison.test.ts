import fc from "fast-check";
import Oas from "oas";
import { createQuerySerializer, defaultPathSerializer } from "openapi-fetch";
import { describe, expect, it } from "vitest";
import { formatPathValue, joinPairs, queryPairs } from "../../core/lib/openapi-tools/call/style.ts";
import {
  buildBoth,
  createDocument,
  decodedPairs,
  type Json,
  list,
  name,
  object,
  type Sample,
  scalar,
  text,
} from "./request-comparison.ts";

describe("a request", () => {
  const schemaFor = (value: unknown): Json =>
    Array.isArray(value) ? { type: "array", items: { type: "string" } } : { type: typeof value };
  // oas-to-har omits 0, false and empty strings within lists and objects.
  const scalar = fc.oneof(text, fc.integer({ min: 1 }), fc.constant(true));
  const list = fc.array(scalar, { minLength: 1, maxLength: 4 });
  const object = fc.dictionary(name, scalar, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
  const nested = fc.dictionary(name, fc.oneof(scalar, list, object), {
    minKeys: 1,
    maxKeys: 3,
    noNullPrototype: true,
  });
  const query = fc.oneof(
    fc.record({ value: scalar, style: fc.constantFrom("form", "form:false") }),
    fc.record({
      value: list,
      style: fc.constantFrom("form", "form:false", "spaceDelimited:false", "pipeDelimited:false"),
    }),
    fc.record({ value: object, style: fc.constantFrom("form", "form:false") }),
    fc.record({ value: nested, style: fc.constant("deepObject:true") }),
  );
  const parameter =
    (location: string) =>
    ({ value, style: styleText }: { value: unknown; style: string }, at: number): Sample => {
      const [style, explode] = styleText.split(":");
      return {
        value,
        parameter: {
          name: `${location[0]}${at}`,
          in: location,
          required: location === "path",
          style,
          ...(explode && { explode: explode === "true" }),
          schema: schemaFor(value),
        },
      };
    };
  const path = fc.record({
    value: fc.oneof(scalar, list, object),
    style: fc.constantFrom(
      "simple:false",
      "simple:true",
      "label:true",
      "matrix:false",
      "matrix:true",
    ),
  });

  it("with parameters of every place and style and a body agrees with oas-to-har", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(path, { maxLength: 2 }),
        fc.array(query, { maxLength: 3 }),
        fc.option(nested, { nil: undefined }),
        async (paths, queries, body) => {
          const samples = [...paths.map(parameter("path")), ...queries.map(parameter("query"))];
          const route = `/x${paths.map((_, at) => `/{p${at}}`).join("")}`;
          const method = body === undefined ? "get" : "post";
          const oas = new Oas(
            createDocument(
              route,
              method,
              samples.map(({ parameter }) => parameter),
              body !== undefined,
            ) as never,
          );
          const [actual, expected] = await buildBoth(oas, route, method, samples, body);
          expect(actual).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("serialization", () => {
  it("of path parameters agrees with openapi-fetch", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("simple", "label", "matrix"),
        fc.boolean(),
        fc.oneof(scalar, list, object),
        (style, explode, value) => {
          const template = `{${{ simple: "", label: ".", matrix: ";" }[style]}id${explode ? "*" : ""}}`;
          const expected = defaultPathSerializer(template, { id: value });
          expect(formatPathValue("id", value, { name: style, explode })).toBe(expected);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("of query parameters agrees with openapi-fetch", () => {
    const styles = fc.constantFrom(
      ["form", true],
      ["form", false],
      ["spaceDelimited", true],
      ["spaceDelimited", false],
      ["pipeDelimited", true],
      ["pipeDelimited", false],
    );
    fc.assert(
      fc.property(
        styles as fc.Arbitrary<["form", boolean]>,
        name,
        fc.oneof(scalar, list),
        ([style, explode], key, value) => {
          const expected = createQuerySerializer({ array: { style, explode } })({ [key]: value });
          expect(decodedPairs(joinPairs(queryPairs(key, value, { name: style, explode })))).toEqual(
            decodedPairs(expected),
          );
        },
      ),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(["form", true], ["form", false], ["deepObject", true]) as fc.Arbitrary<
          ["form", boolean]
        >,
        name,
        object,
        ([style, explode], key, value) => {
          const expected = createQuerySerializer({ object: { style, explode } })({ [key]: value });
          expect(decodedPairs(joinPairs(queryPairs(key, value, { name: style, explode })))).toEqual(
            decodedPairs(expected),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
