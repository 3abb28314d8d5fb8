import { describe, expect, it } from "vitest";
import { formatHeaderValue, formatPathValue, joinPairs, parseStyle, queryPairs } from "./style.ts";

const LIST = ["a", "b c"];
const OBJECT = { role: "admin", name: "Ü/&" };

describe("a path parameter", () => {
  it.each([
    ["simple", "5", "5"],
    ["simple", LIST, "a,b%20c"],
    ["simple", OBJECT, "role,admin,name,%C3%9C%2F%26"],
    ["simple:true", OBJECT, "role=admin,name=%C3%9C%2F%26"],
    ["label", "5", ".5"],
    ["label", LIST, ".a,b%20c"],
    ["label:true", LIST, ".a.b%20c"],
    ["label", OBJECT, ".role,admin,name,%C3%9C%2F%26"],
    ["label:true", OBJECT, ".role=admin.name=%C3%9C%2F%26"],
    ["matrix", "5", ";id=5"],
    ["matrix", LIST, ";id=a,b%20c"],
    ["matrix:true", LIST, ";id=a;id=b%20c"],
    ["matrix", OBJECT, ";id=role,admin,name,%C3%9C%2F%26"],
    ["matrix:true", OBJECT, ";role=admin;name=%C3%9C%2F%26"],
    ["simple", "../a?b#c", "..%2Fa%3Fb%23c"],
    ["json", { a: 1 }, "%7B%22a%22%3A1%7D"],
    ["reserved", "a/b c/ü?#", "a/b%20c/%C3%BC%3F%23"],
  ])("in the style %s with the value %j is %s", (style, value, text) =>
    expect(formatPathValue("id", value, parseStyle(style, "simple"))).toBe(text),
  );
});

describe("a query parameter", () => {
  it.each([
    ["form", 5, "id=5"],
    ["form", LIST, "id=a&id=b%20c"],
    ["form:false", LIST, "id=a,b%20c"],
    ["form:false", ["x,y", "z"], "id=x%2Cy,z"],
    ["form", OBJECT, "role=admin&name=%C3%9C%2F%26"],
    ["form:false", OBJECT, "id=role,admin,name,%C3%9C%2F%26"],
    ["spaceDelimited", LIST, "id=a%20b%20c"],
    ["spaceDelimited:true", LIST, "id=a&id=b%20c"],
    ["pipeDelimited:false", LIST, "id=a|b%20c"],
    [
      "deepObject:true",
      { a: 1, b: { c: [true, { d: "x" }] } },
      "id%5Ba%5D=1&id%5Bb%5D%5Bc%5D%5B0%5D=true&id%5Bb%5D%5Bc%5D%5B1%5D%5Bd%5D=x",
    ],
    ["json", { a: [1] }, "id=%7B%22a%22%3A%5B1%5D%7D"],
    ["form", [], ""],
    ["form", null, ""],
    ["form", {}, ""],
    ["form", false, "id=false"],
    ["form", "", "id="],
  ])("in the style %s with the value %j is %s", (style, value, text) =>
    expect(joinPairs(queryPairs("id", value, parseStyle(style, "form")))).toBe(text),
  );
});

describe("a form field without a style", () => {
  it.each([
    [LIST, "id=a&id=b%20c"],
    [{ order: { id: 6735 } }, "id%5Border%5D%5Bid%5D=6735"],
    [[{ price: "p" }], "id%5B0%5D%5Bprice%5D=p"],
  ])("with the value %j is %s", (value, text) =>
    expect(joinPairs(queryPairs("id", value, parseStyle("", "brackets")))).toBe(text),
  );
});

it("formats header values without percent-encoding, and JSON in ASCII", () => {
  expect(formatHeaderValue(LIST, parseStyle("simple", "simple"))).toBe("a,b c");
  expect(formatHeaderValue({ path: "/ü😀" }, parseStyle("json", "simple"))).toBe(
    '{"path":"/\\u00fc\\ud83d\\ude00"}',
  );
});
