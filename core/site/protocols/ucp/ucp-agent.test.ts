import { Session } from "node:inspector";
import { afterAll, describe, expect, test } from "vitest";
import { expectLinearSteps, StepCounter } from "../../../lib/kit/testing.ts";
import { parseProfileUrl } from "./ucp-agent.ts";

const steps = new StepCounter(new Session());
afterAll(() => steps.stop());

const URL = "https://platform.example/.well-known/ucp";

describe("parseProfileUrl()", () => {
  test.each([
    [`profile="${URL}"`],
    [`  profile="${URL}"  `],
    [`profile="${URL}";v=1;w="a;b"`],
    [`a, b=?1, c=(1 "two" three;x), d=:aGk=:, e=-1.5, profile="${URL}" , f=tok/en`],
    [`profile="https://other.example/", profile="${URL}"`],
  ])("finds the URL in %s", (header) => expect(parseProfileUrl(header)?.href).toBe(URL));

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

  test.each([
    ["spaces", (n: number) => `a=1;${" ".repeat(n)}!`],
    ["escapes", (n: number) => `profile="${"\\\\".repeat(n)}`],
    ["items of a list", (n: number) => `a=(${"1 ".repeat(n)}`],
    ["parameters", (n: number) => `a${";b".repeat(n)}=`],
  ])("takes steps in proportion to a header of many %s", (_, write) => {
    expectLinearSteps(steps, (size) => () => parseProfileUrl(write(size)));
    // For this header, a built-in function whose work is quadratic takes minutes.
    expect(parseProfileUrl(write(300_000))).toBeUndefined();
  });
});
