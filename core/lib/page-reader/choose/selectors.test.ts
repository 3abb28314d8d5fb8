import { describe, expect, it } from "vitest";
import { parseSelectors, type Selector } from "./selectors.ts";

const nothing = { isChild: false, ids: [], classes: [], attributes: [] };

describe("parseSelectors()", () => {
  it("reads tags, IDs, classes and attributes, alone and combined", () => {
    expect(parseSelectors("MAIN, #a, .b ,[c],*")).toEqual([
      [{ ...nothing, tag: "main" }],
      [{ ...nothing, ids: ["a"] }],
      [{ ...nothing, classes: ["b"] }],
      [{ ...nothing, attributes: [{ name: "c" }] }],
      [nothing],
    ]);
    expect(parseSelectors(`div#a.b.c[Role=main][data-x="y z"][ k = 'v,w' ]`)).toEqual([
      [
        {
          isChild: false,
          tag: "div",
          ids: ["a"],
          classes: ["b", "c"],
          attributes: [
            { name: "role", value: "main" },
            { name: "data-x", value: "y z" },
            { name: "k", value: "v,w" },
          ],
        },
      ],
    ]);
  });

  it("reads descendants and children", () => {
    const [steps] = parseSelectors(" a  b>c\n> d ") as Selector[];
    expect(steps!.map(({ tag, isChild }) => [tag, isChild])).toEqual([
      ["a", false],
      ["b", false],
      ["c", true],
      ["d", true],
    ]);
  });

  it("reads names with escaped and non-ASCII characters", () => {
    expect(parseSelectors(String.raw`.md\:block\/2.überblick`)).toEqual([
      [{ ...nothing, classes: ["md:block/2", "überblick"] }],
    ]);
  });

  it.each([
    ["a:has(b)", ":has", 2],
    ["a, b::before", "::before", 5],
    ["a ~ b", "~", 3],
    ["a + b", "+", 3],
    ["[href^=x]", "^=", 6],
    ['[a="b" i]', "i", 8],
    [".", "", 2],
    ["# a", " ", 2],
    ["[=a]", "=", 2],
    ["[a=]", "]", 4],
    ["a > ", "", 5],
    ["> a", ">", 1],
    ["a,,b", ",", 3],
    ["a,", "", 3],
    ["", "", 1],
    [String.raw`.\31 a`, String.raw`\31`, 2],
    ["a|b", "|", 2],
    ["a}", "}", 2],
  ])("finds the mistake in %s", (list, found, position) => {
    expect(parseSelectors(list)).toMatchObject({ found, position });
  });

  it("says what may be in place of the mistake", () => {
    expect(parseSelectors("main:not(a)")).toEqual({
      found: ":not",
      position: 5,
      expected:
        "tag, #id, .class, [attribute], [attribute=value], or a space or > between elements",
    });
    expect(parseSelectors("a#")).toMatchObject({ expected: "an ID" });
  });
});
