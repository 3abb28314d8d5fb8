import { describe, expect, it } from "vitest";
import { measureJson } from "./json-size.ts";

const BOUNDS = { depth: 3, values: 6, members: 2 };
const measure = (text: string) => measureJson(text, BOUNDS);

describe("measureJson()", () => {
  it.each([
    ["{}", 0],
    ["[ ]", 0],
    ['"[1,2,3,4,5,6,7]"', 0],
    ["[1]", 1],
    ['[[], {}, "a,b", null, true, -1.5e3]', 6],
    [String.raw`{"a\"{,": "\\", "b": [1, 2]}`, 4],
    [`[${" ".repeat(50)}1\t,\n2]`, 2],
  ])("counts the members and items of %s", (text, values) =>
    expect(measure(text)).toEqual({ values }),
  );

  it.each([
    ["[1,2,3,4,5,6,7]", "values"],
    ["[[1,2,3],[4,5,6]]", "values"],
    ['{"a":1,"b":2,"c":3}', "members"],
    ['[{"a":{"b":1,"c":2,"d":3}}]', "members"],
    ["[[[[]]]]", "depth"],
    ['[[{"a":[]}]]', "depth"],
  ])("stops at the bound that %s exceeds", (text, exceeds) =>
    expect(measure(text)).toEqual({ exceeds }),
  );

  it("counts what JSON.parse returns", () => {
    const count = (value: unknown): number =>
      typeof value === "object" && value !== null
        ? Object.values(value).reduce<number>((sum, each) => sum + 1 + count(each), 0)
        : 0;
    const bounds = { depth: 100, values: 1_000, members: 1_000 };
    let seed = 1;
    const random = (limit: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % limit;
    };
    const create = (depth: number): unknown => {
      const kind = depth > 4 ? random(4) : random(6);
      if (kind < 4) return [null, random(9), '[{",\\"', true][kind];
      const items = Array.from({ length: random(4) }, () => create(depth + 1));
      return kind === 4 ? items : Object.fromEntries(items.map((each, at) => [`${at},"{`, each]));
    };
    for (let round = 0; round < 300; round++) {
      const value = create(0);
      for (const indent of [0, 2])
        expect(measureJson(JSON.stringify(value, null, indent), bounds)).toEqual({
          values: count(value),
        });
    }
  });

  it("ends for a text that isn't JSON", () => {
    for (const text of ['"', '"\\', "]]]]", "{{{", ",,", ""])
      expect(() => measure(text)).not.toThrow();
  });
});
