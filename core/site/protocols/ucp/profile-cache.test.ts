import { describe, expect, it } from "vitest";
import { type Outbound, type OutboundCode, outboundFailure } from "../../../ports/outbound.ts";
import { type ProfileResult, profileCacheFor } from "./profile-cache.ts";

const PROFILE = {
  ucp: {
    version: "2026-04-08",
    capabilities: { "dev.ucp.shopping.checkout": [{ version: "2026-04-08" }] },
  },
};
const URL_1 = new URL("https://platform.example/profile.json");

/** A profile cache with a clock that tests set, and an outbound client that records requests. */
function createFetcher({ cacheControl }: { cacheControl?: string } = {}) {
  const fetcher = {
    fetched: [] as string[],
    options: [] as unknown[],
    failure: undefined as OutboundCode | "unexpected" | undefined,
    status: 200,
    text: JSON.stringify(PROFILE),
    now: 0,
    find: (url: URL, network = url.host): Promise<ProfileResult> =>
      profileCacheFor(outbound, () => fetcher.now).find(url, network),
  };
  const outbound: Outbound = {
    async fetch(url, options) {
      fetcher.fetched.push(url);
      fetcher.options.push(options);
      await Promise.resolve();
      if (fetcher.failure === "unexpected") throw new Error("boom");
      if (fetcher.failure) throw outboundFailure(fetcher.failure, "It failed.");
      const response = new Response(fetcher.text, {
        headers: cacheControl ? { "cache-control": cacheControl } : {},
      });
      return {
        status: fetcher.status,
        url,
        headers: response.headers,
        body: response.body!,
        bytes: () => response.bytes(),
        text: () => response.text(),
      };
    },
  };
  return fetcher;
}

const summarize = (result: ProfileResult) =>
  "fault" in result ? [result.fault.status, result.fault.body.code] : "found";

describe("a profile", () => {
  it("is fetched without redirects, with a timeout of 5 seconds and a limit of 256 KiB", async () => {
    const fetcher = createFetcher();
    expect(summarize(await fetcher.find(URL_1))).toBe("found");
    expect(fetcher.options[0]).toMatchObject({ redirects: 0, timeoutMs: 5000, maxBytes: 262_144 });
  });

  it("is fetched once for concurrent requests, whatever the fragment of its URL", async () => {
    const fetcher = createFetcher();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => fetcher.find(new URL(`#${index}`, URL_1))),
    );
    expect(fetcher.fetched).toEqual([URL_1.href]);
  });

  it.each([
    [undefined, 300],
    ["max-age=3600", 3600],
    ["public, max-age=10", 60],
    ["no-store", 60],
    ["private, max-age=3600", 60],
    ["max-age=999999999", 86_400],
  ])("with Cache-Control %s stays fresh for %i seconds", async (cacheControl, seconds) => {
    const fetcher = createFetcher(cacheControl === undefined ? {} : { cacheControl });
    await fetcher.find(URL_1);
    fetcher.now = seconds * 1000 - 1;
    await fetcher.find(URL_1);
    expect(fetcher.fetched).toHaveLength(1);
    fetcher.now = seconds * 1000 + 1;
    await fetcher.find(URL_1);
    expect(fetcher.fetched).toHaveLength(2);
  });

  it.each([
    ["timeout", [424, "profile_unreachable"]],
    ["unreachable", [424, "profile_unreachable"]],
    ["bad_answer", [424, "profile_unreachable"]],
    ["too_large", [422, "profile_malformed"]],
    ["unresolvable", [400, "invalid_profile_url"]],
    ["blocked_address", [400, "invalid_profile_url"]],
  ] as const)(
    "that fails with %s causes %j, and is fetched again after a minute",
    async (failure, expected) => {
      const fetcher = createFetcher();
      fetcher.failure = failure;
      expect(summarize(await fetcher.find(URL_1))).toEqual(expected);
      fetcher.failure = undefined;
      fetcher.now = 59_000;
      expect(summarize(await fetcher.find(URL_1))).toEqual(expected);
      fetcher.now = 61_000;
      expect(summarize(await fetcher.find(URL_1))).toBe("found");
    },
  );

  it.each([301, 404, 500])("that returns status %i is unreachable", async (status) => {
    const fetcher = createFetcher();
    fetcher.status = status;
    expect(summarize(await fetcher.find(URL_1))).toEqual([424, "profile_unreachable"]);
  });

  it.each([
    "",
    "[]",
    "{}",
    "null",
    '{"ucp":{}}',
    '{"ucp":{"version":1}}',
    '{"ucp":{"version":"2026-04-08","capabilities":[]}}',
    '{"ucp":{"version":"2026-04-08","capabilities":{"a":[1]}}}',
    "<html>",
  ])("is malformed if it is %s", async (text) => {
    const fetcher = createFetcher();
    fetcher.text = text;
    expect(summarize(await fetcher.find(URL_1))).toEqual([422, "profile_malformed"]);
  });

  it("stays in use for a day while it can't be fetched again", async () => {
    const fetcher = createFetcher();
    await fetcher.find(URL_1);
    fetcher.failure = "timeout";
    fetcher.now = 3_600_000;
    expect(summarize(await fetcher.find(URL_1))).toBe("found");
    expect(fetcher.fetched).toHaveLength(2);
    expect(summarize(await fetcher.find(URL_1))).toBe("found");
    expect(fetcher.fetched).toHaveLength(2);
    fetcher.now = 25 * 3_600_000;
    expect(summarize(await fetcher.find(URL_1))).toEqual([424, "profile_unreachable"]);
  });

  it("rejects with an unexpected error and is fetched again", async () => {
    const fetcher = createFetcher();
    fetcher.failure = "unexpected";
    await expect(fetcher.find(URL_1)).rejects.toThrow("boom");
    fetcher.failure = undefined;
    expect(summarize(await fetcher.find(URL_1))).toBe("found");
  });
});

describe("the cache", () => {
  const nth = (index: number) => new URL(`https://platform-${index}.example/`);

  it("limits the rate of fetches", async () => {
    const fetcher = createFetcher();
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, index) => fetcher.find(nth(index))),
    );
    expect(fetcher.fetched).toHaveLength(40);
    const [last] = all.slice(-1) as [ProfileResult];
    expect(summarize(last)).toEqual([503, "service_unavailable"]);
    if ("fault" in last) expect(last.fault.headers).toEqual({ "retry-after": "1" });
    fetcher.now = 1000;
    expect(summarize(await fetcher.find(nth(59)))).toBe("found");
  });

  it("limits the rate of fetches per network", async () => {
    const fetcher = createFetcher();
    await fetcher.find(URL_1, "regular");
    fetcher.now = 301_000;
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) => fetcher.find(nth(index), "greedy")),
    );
    expect(results.filter((result) => "profile" in result)).toHaveLength(20);
    expect(summarize(await fetcher.find(nth(100), "other"))).toBe("found");
  });

  it("never evicts profiles in favor of faults", async () => {
    const fetcher = createFetcher({ cacheControl: "max-age=86400" });
    await fetcher.find(nth(0));
    fetcher.status = 404;
    for (let index = 1; index < 700; index++) {
      await fetcher.find(nth(index));
      fetcher.now += 1000;
    }
    const before = fetcher.fetched.length;
    expect(summarize(await fetcher.find(nth(0)))).toBe("found");
    expect(fetcher.fetched).toHaveLength(before);
  });

  it("serves profiles of the past day when the rate is exceeded", async () => {
    const fetcher = createFetcher();
    await fetcher.find(URL_1, "crowd");
    fetcher.now = 3_600_000;
    await Promise.all(Array.from({ length: 60 }, (_, index) => fetcher.find(nth(index), "crowd")));
    expect(summarize(await fetcher.find(URL_1, "crowd"))).toBe("found");
  });

  it("keeps the 500 most recently used profiles", async () => {
    const fetcher = createFetcher({ cacheControl: "max-age=86400" });
    for (let index = 0; index < 501; index++) {
      await fetcher.find(nth(0));
      await fetcher.find(nth(index));
      fetcher.now += 1000;
    }
    const before = fetcher.fetched.length;
    await fetcher.find(nth(0));
    expect(fetcher.fetched).toHaveLength(before);
    await fetcher.find(nth(1));
    expect(fetcher.fetched).toHaveLength(before + 1);
  });
});
