import { describe, expect, test } from "vitest";
import { decodeBody } from "./decode.ts";

const decode = (text: string) =>
  decodeBody(new Request("http://a.example/", { method: "POST", body: text }));

describe("decodeBody()", () => {
  test("takes an object", async () =>
    expect(await decode('{"a":[1,{"b":2}]}')).toEqual({ a: [1, { b: 2 }] }));

  test.each([
    ["what is no object", "[]"],
    ["what is nested too deep", '{"a":'.repeat(101) + "1" + "}".repeat(101)],
    ["a list of very many members", `{"a":[${"1,".repeat(20_000)}1]}`],
    ["very many lists", `{"a":[${"[1],".repeat(10_000)}[1]]}`],
  ])("refuses %s", async (_, text) =>
    expect(decode(text)).rejects.toMatchObject({ code: "invalid_input" }),
  );
});
