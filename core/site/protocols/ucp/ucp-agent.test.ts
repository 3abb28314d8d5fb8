import process from "node:process";
import { describe, expect, test } from "vitest";
import { expectSimilarTime } from "../../../lib/kit/testing.ts";
import { parseProfileUrl } from "./ucp-agent.ts";

const URL = "https://platform.example/.well-known/ucp";

describe("parseProfileUrl()", () => {
  test.each([
    [`profile="${URL}"`],
    [`  profile="${URL}"  `],
    [`profile="${URL}";v=1;w="a;b"`],
    [`a, b=?1, c=(1 "two" three;x), d=:aGk=:, e=-1.5, profile="${URL}" , f=tok/en`],
    [`profile="https://other.example/", profile="${URL}"`],
  ])("finds the URL in %s", (header) => expect(parseProfileUrl(header)?.href).toBe(URL));

  test("takes linear time for many spaces", () => {
    const ordinary = "a=1, ".repeat(12_000);
    expectSimilarTime(
      process.threadCpuUsage,
      () => expect(parseProfileUrl(`a=1;${" ".repeat(60_000)}!`)).toBeUndefined(),
      () => parseProfileUrl(ordinary),
    );
  });

  test("decodes escapes", () =>
    expect(parseProfileUrl(String.raw`profile="https://platform.example/?a=\"b\\c"`)?.search).toBe(
      "?a=%22b\\c",
    ));

  test.each([
    [""],
    [URL],
    ["profile"],
    ["profile=?1"],
    ["profile=token"],
    [`profile='${URL}'`],
    [`profile="${URL}`],
    [`profile="${URL}",`],
    [`profile = "${URL}"`],
    [`Profile="${URL}"`],
    [`profile="${URL}" b`],
    [`profile="${URL}\u00e9"`],
    [`profile="${URL}", profile=?1`],
    ['profile="http://platform.example/"'],
    ['profile="/.well-known/ucp"'],
    ['profile="https://user:secret@platform.example/"'],
    ['profile="javascript:alert(1)"'],
  ])("finds no URL in %s", (header) => expect(parseProfileUrl(header)).toBeUndefined());

  test.each(["http://localhost:3000/agent.json", "http://127.0.0.1/", "http://[::1]:3000/"])(
    "finds %s only if profiles may be local",
    (url) => {
      expect(parseProfileUrl(`profile="${url}"`)).toBeUndefined();
      expect(parseProfileUrl(`profile="${url}"`, true)?.href).toBe(url);
    },
  );

  test.each([
    ["http://platform.example/"],
    ["http://10.0.0.1/"],
    ["http://user@localhost/"],
    ["http://localhost.platform.example/"],
  ])("never finds %s", (url) => expect(parseProfileUrl(`profile="${url}"`, true)).toBeUndefined());

  test("takes little time for hostile headers", () => {
    const ordinary = "a=1, ".repeat(8_000);
    for (const hostile of [
      `profile="${"\\\\".repeat(20_000)}`,
      `a=(${"1 ".repeat(20_000)}`,
      `a${";b".repeat(20_000)}=`,
    ])
      expectSimilarTime(
        process.threadCpuUsage,
        () => parseProfileUrl(hostile),
        () => parseProfileUrl(ordinary),
      );
  });
});
