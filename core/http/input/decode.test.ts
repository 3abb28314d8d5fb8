import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { OperationEntry } from "../../../generated/table.ts";
import { createRequestContext } from "../request-context.ts";
import { createDecoder, decodeBody } from "./decode.ts";

const decode = (text: string) =>
  decodeBody(
    new Request("http://a.example/", { method: "POST", body: text }),
    createRequestContext("http://a.example/", "1"),
  );

describe("decodeBody()", () => {
  test("accepts an object", async () =>
    expect(await decode('{"a":[1,{"b":2}]}')).toEqual({ a: [1, { b: 2 }] }));

  test.each([
    ["a list", "[]"],
    ["an object with 101 levels", `${'{"a":'.repeat(101)}1${"}".repeat(101)}`],
    ["the smallest body with 101 levels", `{"":${"[".repeat(100)}${"]".repeat(100)}}`],
    ["a list of over 20,000 members", `{"a":[${"1,".repeat(20_000)}1]}`],
    ["over 20,000 nested members", `{"a":[${"[1],".repeat(10_000)}[1]]}`],
  ])("rejects %s", async (_, text) =>
    expect(decode(text)).rejects.toMatchObject({ code: "invalid_input" }),
  );
});

describe("createDecoder()", () => {
  const entry: OperationEntry = {
    method: "GET",
    path: "/things/{id}",
    summary: "",
    description: "",
    input: {
      type: "object",
      properties: {
        id: { type: "string" },
        q: { type: "string" },
        limit: { type: "integer" },
        ratio: { type: "number" },
        deep: { type: "boolean" },
        tags: { type: "array", items: { type: "string" } },
        sizes: { type: "array", items: { type: "integer" } },
        note: { type: "string" },
      },
      required: ["id"],
      additionalProperties: false,
    },
    source: {
      id: "path",
      q: "query",
      limit: "query",
      ratio: "query",
      deep: "query",
      tags: "query",
      sizes: "query",
      note: "body",
    },
    responses: {},
  };
  const decodeInput = createDecoder(entry);

  test.each([
    ["an empty query", "", {}],
    ["strings", "q=tape%20head", { q: "tape head" }],
    ["plus signs as spaces", "q=tape+head%2B", { q: "tape head+" }],
    ["percent signs that escape nothing", "q=100%+%zz", { q: "100% %zz" }],
    ["bytes that aren't UTF-8", "q=%ff", { q: "\ufffd" }],
    ["equals signs in values", "q=a=b", { q: "a=b" }],
    ["names without values", "q", { q: "" }],
    ["empty pairs", "&&q=a&", { q: "a" }],
    ["escaped names", "%71=a", { q: "a" }],
    ["integers", "limit=12", { limit: 12 }],
    ["negative integers", "limit=-3", { limit: -3 }],
    ["numbers", "ratio=1.5e3", { ratio: 1500 }],
    ["booleans", "deep=true", { deep: true }],
    ["lists", "tags=a&tags=b", { tags: ["a", "b"] }],
    ["lists of integers", "sizes=1&sizes=x", { sizes: [1, "x"] }],
    ["text in place of an integer", "limit=1.5", { limit: "1.5" }],
    ["a sign without digits", "limit=-", { limit: "-" }],
    ["no text as an integer", "limit=", { limit: "" }],
    ["integers that may be unsafe", "limit=1234567890123456", { limit: "1234567890123456" }],
    ["text in place of a boolean", "deep=yes", { deep: "yes" }],
    ["unknown names", "colour=red", { colour: "red" }],
    ["names of Object.prototype", "toString=a", { toString: "a" }],
  ])("decodes %s", (_, query, expected) => expect(decodeInput(query, {})).toEqual(expected));

  test("keeps __proto__ as an own member, which the schema can reject", () => {
    const decoded = decodeInput("__proto__=a", {});
    expect(Object.entries(decoded)).toEqual([["__proto__", "a"]]);
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
  });

  test("decodes path parameters", () =>
    expect(decodeInput("q=a", { id: "caf%C3%A9" })).toEqual({ id: "caf\u00e9", q: "a" }));

  test.each([
    ["a path parameter in the query", "id=1", "id: It isn't a query parameter."],
    ["a body member in the query", "note=1", "note: It isn't a query parameter."],
    ["a repeated value", "q=a&%71=b&q=c", "q: It appears 3 times but takes one value."],
  ])("rejects %s", (_, query, message) =>
    expect(() => decodeInput(query, {})).toThrow(
      expect.objectContaining({ code: "invalid_input", message }),
    ),
  );

  test("rejects path parameters that aren't UTF-8", () =>
    expect(() => decodeInput("", { id: "%ff" })).toThrow(
      'id: It is "%ff", which isn\'t percent-encoded UTF-8.',
    ));

  test("reads a query like URLSearchParams", () => {
    const piece = fc.oneof(
      fc.constantFrom("&", "=", "+", "%", "%20", "%2B", "%c3%a9", "%ff", "%zz", "q", "tags", "?"),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        // URLSearchParams drops a leading "?" because it also takes the search of a URL.
        const query = `tags=${pieces.join("")}`;
        const expected = new URLSearchParams(query);
        const names = [...new Set(expected.keys())];
        fc.pre(names.every((name) => name === "tags" || expected.getAll(name).length === 1));
        fc.pre(
          !names.some((name) => ["id", "note", "limit", "sizes", "deep", "ratio"].includes(name)),
        );
        const decoded = decodeInput(query, {});
        expect(Object.keys(decoded)).toEqual(Object.keys(Object.fromEntries(expected)));
        for (const name of names) expect([decoded[name]].flat()).toEqual(expected.getAll(name));
      }),
      { numRuns: 2000 },
    );
  });
});

test.each([
  ['{"a": 1,}', "Line 1, column 9: Expected a name in double quotes."],
  ["[1]", "It must be an object, but is another value."],
])("the error in the body %s names the position", async (text, detail) => {
  const request = new Request("http://a.example", { method: "POST", body: text });
  await expect(
    decodeBody(request, createRequestContext("http://a.example/", "1")),
  ).rejects.toMatchObject({
    code: "invalid_input",
    message: `The body isn't a valid JSON object. ${detail}`,
    errors: [{ pointer: "", detail }],
  });
});
