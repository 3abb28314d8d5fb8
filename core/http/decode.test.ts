import { describe, expect, test } from "vitest";
import { decodeBody } from "./decode.ts";

const decode = (text: string) =>
  decodeBody(new Request("http://a.example/", { method: "POST", body: text }));

describe("decodeBody()", () => {
  test("accepts an object", async () =>
    expect(await decode('{"a":[1,{"b":2}]}')).toEqual({ a: [1, { b: 2 }] }));

  test.each([
    ["a list", "[]"],
    ["an object with 101 levels", `${'{"a":'.repeat(101)}1${"}".repeat(101)}`],
    ["a list of over 20,000 members", `{"a":[${"1,".repeat(20_000)}1]}`],
    ["over 20,000 nested members", `{"a":[${"[1],".repeat(10_000)}[1]]}`],
  ])("rejects %s", async (_, text) =>
    expect(decode(text)).rejects.toMatchObject({ code: "invalid_input" }),
  );
});
