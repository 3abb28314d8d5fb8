import { describe, expect, test } from "vitest";
import { type Outbound, type OutboundCode, outboundFailure } from "../../../ports/outbound.ts";
import { type Found, profilesOf } from "./profiles.ts";

const PROFILE = {
  ucp: {
    version: "2026-04-08",
    capabilities: { "dev.ucp.shopping.checkout": [{ version: "2026-04-08" }] },
  },
};
const URL_1 = new URL("https://platform.example/profile.json");

/** What is fetched, how often, and by a clock that stands still until it is moved. */
function web({ cacheControl }: { cacheControl?: string } = {}) {
  const rig = {
    fetched: [] as string[],
    options: [] as unknown[],
    fails: undefined as OutboundCode | "as nobody expects" | undefined,
    status: 200,
    text: JSON.stringify(PROFILE),
    now: 0,
    find: (url: URL, network = url.host): Promise<Found> =>
      profilesOf(outbound, () => rig.now).find(url, network),
  };
  const outbound: Outbound = {
    async fetch(url, options) {
      rig.fetched.push(url);
      rig.options.push(options);
      await Promise.resolve();
      if (rig.fails === "as nobody expects") throw new Error("boom");
      if (rig.fails) throw outboundFailure(rig.fails, "It failed.");
      const response = new Response(rig.text, {
        headers: cacheControl ? { "cache-control": cacheControl } : {},
      });
      return {
        status: rig.status,
        url,
        headers: response.headers,
        body: response.body!,
        bytes: () => response.bytes(),
        text: () => response.text(),
      };
    },
  };
  return rig;
}

const codeOf = (found: Found) =>
  "fault" in found ? [found.fault.status, found.fault.body.code] : "found";

describe("a platform's profile", () => {
  test("is fetched without redirects, for five seconds, up to 256 KiB", async () => {
    const rig = web();
    expect(codeOf(await rig.find(URL_1))).toBe("found");
    expect(rig.options[0]).toMatchObject({ redirects: 0, timeoutMs: 5000, maxBytes: 262_144 });
  });

  test("is fetched once by many at a time, whatever its fragment", async () => {
    const rig = web();
    await Promise.all(Array.from({ length: 50 }, (_, at) => rig.find(new URL(`#${at}`, URL_1))));
    expect(rig.fetched).toEqual([URL_1.href]);
  });

  test.each([
    [undefined, 300],
    ["max-age=3600", 3600],
    ["public, max-age=10", 60],
    ["no-store", 60],
    ["private, max-age=3600", 60],
    ["max-age=999999999", 86_400],
  ])("with Cache-Control %s is fresh for %i seconds", async (cacheControl, seconds) => {
    const rig = web(cacheControl === undefined ? {} : { cacheControl });
    await rig.find(URL_1);
    rig.now = seconds * 1000 - 1;
    await rig.find(URL_1);
    expect(rig.fetched).toHaveLength(1);
    rig.now = seconds * 1000 + 1;
    await rig.find(URL_1);
    expect(rig.fetched).toHaveLength(2);
  });

  test.each([
    ["timeout", [424, "profile_unreachable"]],
    ["unreachable", [424, "profile_unreachable"]],
    ["bad_answer", [424, "profile_unreachable"]],
    ["too_large", [422, "profile_malformed"]],
    ["unresolvable", [400, "invalid_profile_url"]],
    ["blocked_address", [400, "invalid_profile_url"]],
  ] as const)(
    "that fails with %s is answered %j, and left alone for a minute",
    async (fails, expected) => {
      const rig = web();
      rig.fails = fails;
      expect(codeOf(await rig.find(URL_1))).toEqual(expected);
      rig.fails = undefined;
      rig.now = 59_000;
      expect(codeOf(await rig.find(URL_1))).toEqual(expected);
      rig.now = 61_000;
      expect(codeOf(await rig.find(URL_1))).toBe("found");
    },
  );

  test.each([301, 404, 500])("that is answered with %i is unreachable", async (status) => {
    const rig = web();
    rig.status = status;
    expect(codeOf(await rig.find(URL_1))).toEqual([424, "profile_unreachable"]);
  });

  test.each([
    "",
    "[]",
    "{}",
    "null",
    '{"ucp":{}}',
    '{"ucp":{"version":1}}',
    '{"ucp":{"version":"2026-04-08","capabilities":[]}}',
    '{"ucp":{"version":"2026-04-08","capabilities":{"a":[1]}}}',
    "<html>",
  ])("is none where it is %s", async (text) => {
    const rig = web();
    rig.text = text;
    expect(codeOf(await rig.find(URL_1))).toEqual([422, "profile_malformed"]);
  });

  test("that was there stays for a day while it can't be fetched again", async () => {
    const rig = web();
    await rig.find(URL_1);
    rig.fails = "timeout";
    rig.now = 3_600_000;
    expect(codeOf(await rig.find(URL_1))).toBe("found");
    expect(rig.fetched).toHaveLength(2);
    expect(codeOf(await rig.find(URL_1))).toBe("found");
    expect(rig.fetched).toHaveLength(2);
    rig.now = 25 * 3_600_000;
    expect(codeOf(await rig.find(URL_1))).toEqual([424, "profile_unreachable"]);
  });

  test("leaves a fault that nobody expects to be one, and to be tried again", async () => {
    const rig = web();
    rig.fails = "as nobody expects";
    await expect(rig.find(URL_1)).rejects.toThrow("boom");
    rig.fails = undefined;
    expect(codeOf(await rig.find(URL_1))).toBe("found");
  });
});

describe("many platforms", () => {
  const nth = (at: number) => new URL(`https://platform-${at}.example/`);

  test("are fetched at a bounded rate, whoever asks", async () => {
    const rig = web();
    const all = await Promise.all(Array.from({ length: 60 }, (_, at) => rig.find(nth(at))));
    expect(rig.fetched).toHaveLength(40);
    const [last] = all.slice(-1) as [Found];
    expect(codeOf(last)).toEqual([503, "service_unavailable"]);
    if ("fault" in last) expect(last.fault.headers).toEqual({ "retry-after": "1" });
    rig.now = 1000;
    expect(codeOf(await rig.find(nth(59)))).toBe("found");
  });

  test("of one network leave the others what they need", async () => {
    const rig = web();
    await rig.find(URL_1, "regular");
    rig.now = 301_000;
    const greedy = await Promise.all(
      Array.from({ length: 60 }, (_, at) => rig.find(nth(at), "greedy")),
    );
    expect(greedy.filter((found) => "profile" in found)).toHaveLength(20);
    expect(codeOf(await rig.find(nth(100), "other"))).toBe("found");
  });

  test("that are none crowd out none that are", async () => {
    const rig = web({ cacheControl: "max-age=86400" });
    await rig.find(nth(0));
    rig.status = 404;
    for (let at = 1; at < 700; at++, rig.now += 1000) await rig.find(nth(at));
    const before = rig.fetched.length;
    expect(codeOf(await rig.find(nth(0)))).toBe("found");
    expect(rig.fetched).toHaveLength(before);
  });

  test("who were known within a day are known while too many come at once", async () => {
    const rig = web();
    await rig.find(URL_1, "crowd");
    rig.now = 3_600_000;
    await Promise.all(Array.from({ length: 60 }, (_, at) => rig.find(nth(at), "crowd")));
    expect(codeOf(await rig.find(URL_1, "crowd"))).toBe("found");
  });

  test("are remembered up to five hundred, those that were asked last", async () => {
    const rig = web({ cacheControl: "max-age=86400" });
    for (let at = 0; at < 501; at++, rig.now += 1000) {
      await rig.find(nth(0));
      await rig.find(nth(at));
    }
    const before = rig.fetched.length;
    await rig.find(nth(0));
    expect(rig.fetched).toHaveLength(before);
    await rig.find(nth(1));
    expect(rig.fetched).toHaveLength(before + 1);
  });
});
