import { describe, expect, it, test } from "vitest";
import {
  dereference,
  formatJsonPath,
  formatPointer,
  parsePointer,
  resolvePointer,
  resolveReference,
} from "./json-pointer.ts";

// The document and the pointers of RFC 6901, section 5.
const DOCUMENT = {
  foo: ["bar", "baz"],
  "": 0,
  "a/b": 1,
  "c%d": 2,
  "e^f": 3,
  "g|h": 4,
  "i\\j": 5,
  'k"l': 6,
  " ": 7,
  "m~n": 8,
};

test.each([
  ["", DOCUMENT],
  ["/foo", ["bar", "baz"]],
  ["/foo/0", "bar"],
  ["/", 0],
  ["/a~1b", 1],
  ["/c%d", 2],
  ["/e^f", 3],
  ["/g|h", 4],
  ["/i\\j", 5],
  ['/k"l', 6],
  ["/ ", 7],
  ["/m~0n", 8],
])("%j points to %j", (pointer, value) => {
  expect(resolvePointer(DOCUMENT, pointer)).toEqual(value);
  expect(formatPointer(parsePointer(pointer))).toBe(pointer);
});

test.each(["/foo/2", "/foo/bar", "/a/b", "/toString", "/foo/length", "/foo/0/0"])(
  "%j points to nothing",
  (pointer) => expect(resolvePointer(DOCUMENT, pointer)).toBeUndefined(),
);

describe("references", () => {
  it("are pointers in a URI fragment", () => {
    expect(resolveReference(DOCUMENT, "#/c%25d")).toBe(2);
    expect(resolveReference(DOCUMENT, "#/m~0n")).toBe(8);
    expect(resolveReference(DOCUMENT, "other.json#/foo")).toBeUndefined();
    expect(resolveReference(DOCUMENT, "#/%")).toBeUndefined();
  });

  it("are followed until an object without a reference, and not in a cycle", () => {
    const document = {
      a: { $ref: "#/b" },
      b: { $ref: "#/c" },
      c: { type: "string" },
      d: { $ref: "#/d" },
    };
    expect(dereference(document, document.a)).toEqual({ type: "string" });
    expect(dereference(document, document.d)).toBeUndefined();
    expect(dereference(document, { $ref: "#/x" })).toBeUndefined();
    expect(dereference(document, "a")).toBeUndefined();
  });
});

it("formats a JSONPath", () =>
  expect(formatJsonPath(["line_items", "0", "gift note"])).toBe('$.line_items[0]["gift note"]'));
