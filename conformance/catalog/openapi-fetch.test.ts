import fc from "fast-check";
import { createQuerySerializer, defaultPathSerializer } from "openapi-fetch";
import { describe, expect, it } from "vitest";
import { formatPathValue, joinPairs, queryPairs } from "../../core/lib/openapi-tools/call/style.ts";
import { decodedPairs, list, name, object, scalar } from "./request-comparison.ts";

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
