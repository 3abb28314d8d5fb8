import { describe, expect, it } from "vitest";
import { parseOwnTarget } from "../../core/lib/kit/net/own-target.ts";
import { createRandom } from "../fuzz/random.ts";
import { runsTier } from "../tiers.ts";

const ORIGIN = "https://jackfield.example";
/** The pages that redirect, or whose scripts assign `location`. */
const PAGES = [`${ORIGIN}/sign-in`, `${ORIGIN}/sign-in/provider/callback?state=a`, `${ORIGIN}/`];
const COUNT = runsTier("all") ? 1_000_000 : 50_000;
const SEED = 12;

/** What attacks on redirects are made of: separators, dots, schemes, hosts and escapes. */
const PIECES = [
  ..."/\\.:@?#%&;=|^ \t\n\r\0\u00a0\u2028\uff0f\u3002a",
  "//",
  "/.",
  "/./",
  "/..",
  "/../",
  "/.//",
  "%2f",
  "%5c",
  "%2e",
  "%2e%2e",
  "%00",
  "%0d%0a",
  "http:",
  "https:",
  "javascript:",
  "data:",
  "blob:",
  "evil.example",
  "evil.example/",
  "jackfield.example",
  "user@",
  "[::1]",
  "127.0.0.1",
  ":443",
  ":99999",
  "keys",
  "next=",
];

describe("the target of a redirect", () => {
  it(`stays on this origin for ${COUNT.toLocaleString("en")} generated texts`, () => {
    const random = createRandom(SEED);
    const escaped: string[] = [];
    let accepted = 0;
    for (let index = 0; index < COUNT; index++) {
      let text = random.chance(0.7) ? "/" : "";
      for (let rest = random.integer(8); rest > 0; rest--) text += random.pick(PIECES);
      const target = parseOwnTarget(text, ORIGIN);
      if (target === undefined) continue;
      accepted++;
      const isSafe =
        /^\/[!-~]*$/.test(target) &&
        PAGES.every((page) => URL.parse(target, page)?.origin === ORIGIN) &&
        parseOwnTarget(target, ORIGIN) === target;
      if (!isSafe) escaped.push(text);
    }
    expect(escaped.slice(0, 10)).toEqual([]);
    expect(accepted).toBeGreaterThan(COUNT / 10);
  });

  it.each(["/", "/keys", "/activity?app=fjord&user=a%2Fb", "/authorize?redirect_uri=http://a//b"])(
    "may be %s",
    (text) => {
      expect(parseOwnTarget(text, ORIGIN)).toBe(text);
    },
  );

  it.each([
    null,
    "",
    "keys",
    "//evil.example",
    "/.//evil.example/",
    "/..//evil.example/",
    "/%2e//evil.example/",
    "/a/..//evil.example/",
    "/\\evil.example",
    "https://evil.example/",
    "blob:https://jackfield.example/a",
    "javascript:alert(1)",
  ])("may not be %s", (text) => {
    expect(parseOwnTarget(text, ORIGIN)).toBeUndefined();
  });
});
