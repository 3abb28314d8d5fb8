import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeJsonError, findJsonError } from "./json-error.ts";

describe("the first error in JSON", () => {
  it.each([
    ['{"a": 1,}', "Line 1, column 9: Expected a name in double quotes."],
    ['{\n  "a": 1\n  "b": 2\n}', "Line 3, column 3: Expected a comma or }."],
    ["{'a': 1}", "Line 1, column 2: Expected a name in double quotes."],
    ['{"a" 1}', "Line 1, column 6: Expected a colon."],
    ['{"a": }', "Line 1, column 7: Expected a value."],
    ['{"a": yes}', "Line 1, column 7: Expected a value."],
    ["[1, 2", "Line 1, column 6: The text ends too early."],
    ["", "Line 1, column 1: The text ends too early."],
    ['{"a": "b', "Line 1, column 9: The string doesn't end."],
    ['{"a": "\\x"}', "Line 1, column 8: The escape sequence is invalid."],
    [
      '{"a": "b\nc"}',
      "Line 1, column 9: The string contains an unescaped control character, such as a line break.",
    ],
    ["{} {}", "Line 1, column 4: Expected the end of the text."],
    ["[1 2]", "Line 1, column 4: Expected a comma or ]."],
    ["[1,]", "Line 1, column 4: Expected a value."],
    ["[01]", "Line 1, column 3: Expected a comma or ]."],
  ])("of %j is described", (text, description) => {
    expect(describeJsonError(text)).toBe(description);
  });

  it("exists if and only if JSON.parse rejects the text", () => {
    const isRejected = (text: string) => {
      try {
        JSON.parse(text);
        return false;
      } catch {
        return true;
      }
    };
    const text = fc.oneof(
      fc.json(),
      fc.string({ unit: fc.constantFrom(...'{}[]":,01-.eE \n\\untrfalse\u0001😀') }),
      fc
        .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom("", ",", '"', "}", "x", "\n"))
        .map(([json, at, insert]) => {
          const index = at % (json.length + 1);
          return json.slice(0, index) + insert + json.slice(index + 1);
        }),
    );
    fc.assert(
      fc.property(text, (each) => {
        expect(findJsonError(each) !== undefined).toBe(isRejected(each));
      }),
      { numRuns: 3000 },
    );
  });

  it("is found in deep and in long texts", () => {
    expect(findJsonError("[".repeat(500_000))?.column).toBe(500_001);
    expect(findJsonError(`["${"a".repeat(1_000_000)}"`)?.column).toBe(1_000_004);
  });
});
