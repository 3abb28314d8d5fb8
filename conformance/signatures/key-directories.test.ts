import { describe, expect, test } from "vitest";
import { signedOutbound } from "../../adapters/outbound/signed-outbound.ts";
import { createAgentVerifier } from "../../core/lib/http-signatures/agent-verifier.ts";
import type { FetchOptions } from "../../core/lib/kit/net/fetch.ts";
import { fetchKeyDirectory } from "../../core/site/fetch-key-directory.ts";
import {
  AGENT_KEY,
  AGENT_URL,
  createDirectoryOutbound,
  createSigningKeys,
  signatureAgent,
  signRequest,
} from "./keys.ts";
import { createFixture, createRequest, ORIGIN, SEARCH_URL, verify } from "./verifier-fixture.ts";

describe("createKeyDirectories()", () => {
  const byAgent = (url: string) =>
    createRequest(signRequest(SEARCH_URL, { agent: signatureAgent(url) }));

  test("fetches a directory once for concurrent requests, then caches it", async () => {
    const fixture = createFixture();
    await Promise.all(
      Array.from({ length: 50 }, () => verify(createRequest(signRequest(SEARCH_URL)), fixture)),
    );
    fixture.later = 3_000_000;
    expect(
      await verify(
        createRequest(signRequest(SEARCH_URL, { created: 3000, expires: 3060 })),
        fixture,
      ),
    ).toBe("verified");
    expect(fixture.fetched).toEqual([AGENT_URL]);
    fixture.later = 3_700_000;
    await verify(createRequest(signRequest(SEARCH_URL, { created: 3700, expires: 3760 })), fixture);
    expect(fixture.fetched).toHaveLength(2);
  });

  test("caches failures for a minute", async () => {
    const fixture = createFixture();
    const gone = "https://gone.example/keys";
    for (let each = 0; each < 5; each++)
      expect(await verify(byAgent(gone), fixture)).toBe("directory_unreachable");
    expect(fixture.fetched).toHaveLength(1);
    fixture.later = 61_000;
    await verify(
      createRequest(
        signRequest(SEARCH_URL, { agent: signatureAgent(gone), created: 61, expires: 100 }),
      ),
      fixture,
    );
    expect(fixture.fetched).toHaveLength(2);
  });

  test("refetches a directory for an unknown key at most once a minute", async () => {
    const fixture = createFixture();
    const unknown = () =>
      createRequest(
        signRequest(SEARCH_URL, {
          agent: signatureAgent("https://past.example/keys"),
          created: fixture.later / 1000,
          expires: fixture.later / 1000 + 60,
        }),
      );
    for (let each = 0; each < 5; each++)
      expect(await verify(unknown(), fixture)).toBe("unknown_key");
    expect(fixture.fetched).toHaveLength(1);
    fixture.later = 61_000;
    for (let each = 0; each < 5; each++) await verify(unknown(), fixture);
    expect(fixture.fetched).toHaveLength(2);
  });

  test("fetches a directory only for otherwise valid signatures", async () => {
    const fixture = createFixture();
    await verify(createRequest(signRequest(SEARCH_URL, { created: -120, expires: -60 })), fixture);
    await verify(createRequest(signRequest(SEARCH_URL, { components: ['"@authority"'] })), fixture);
    expect(fixture.fetched).toEqual([]);
  });

  test("limits fetches per network and in total", async () => {
    const fixture = createFixture();
    const nth = (at: number) => byAgent(`https://agent-${at}.example/`);
    const outcomes = [];
    for (let at = 0; at < 12; at++) outcomes.push(await verify(nth(at), fixture, "198.51.100.9"));
    expect(outcomes.slice(8)).toEqual([
      "directory_unreachable",
      "directory_unreachable",
      "busy",
      "busy",
    ]);
    expect(await verify(nth(0), fixture, "198.51.100.9")).toBe("directory_unreachable");
    for (let at = 100; at < 160; at++) await verify(nth(at), fixture, `203.0.113.${at}`);
    expect(fixture.fetched).toHaveLength(40);
    expect(await verify(createRequest(signRequest(SEARCH_URL)), fixture, "203.0.113.200")).toBe(
      "busy",
    );
  });

  test("rejects on unexpected errors and tries again on the next request", async () => {
    let fails = true;
    const agents = createAgentVerifier({
      fetchDirectory: fetchKeyDirectory({
        fetch: (url) =>
          fails ? Promise.reject(new Error("boom")) : createDirectoryOutbound().fetch(url),
      }),
      origin: ORIGIN,
      now: Date.now,
    });
    await expect(agents.verify(createRequest(signRequest(SEARCH_URL)), "")).rejects.toThrow("boom");
    fails = false;
    expect(await agents.verify(createRequest(signRequest(SEARCH_URL)), "")).toMatchObject({
      outcome: "verified",
    });
  });

  test("never evicts a working directory for failing ones", async () => {
    const fixture = createFixture();
    expect(await verify(createRequest(signRequest(SEARCH_URL, { expires: 3600 })), fixture)).toBe(
      "verified",
    );
    for (let at = 0; at < 600; at++, fixture.later += 1000)
      await verify(
        createRequest(
          signRequest(SEARCH_URL, {
            created: Math.floor(fixture.later / 1000),
            expires: 7200,
            extraParameters: `;nonce="${at}"`,
            agent: signatureAgent(`https://nobody-${at}.example/keys.json`),
          }),
        ),
        fixture,
        `network ${at}`,
      );
    const before = fixture.fetched.length;
    expect(before).toBe(601);
    expect(await verify(createRequest(signRequest(SEARCH_URL, { expires: 3600 })), fixture)).toBe(
      "verified",
    );
    expect(fixture.fetched).toHaveLength(before);
  });
});

/** Fetches a URL and returns what the wrapped outbound received. */
async function recordFetch(url: string, options?: FetchOptions) {
  const requests: { url: string; options: FetchOptions | undefined }[] = [];
  const outbound = {
    fetch: (url: string, options?: FetchOptions) => {
      requests.push({ url, options });
      return createDirectoryOutbound().fetch("https://agent.example/keys.json");
    },
  };
  await signedOutbound(outbound, {
    keys: await createSigningKeys(AGENT_KEY),
    origin: "https://agent.example",
  }).fetch(url, options);
  return requests[0]!;
}

test("signs requests to other origins so that they can be verified", async () => {
  const { url, options } = await recordFetch("https://shop.example/profile?a=b", {
    headers: { accept: "text/plain" },
    redirects: 0,
  });
  expect(options).toMatchObject({ redirects: 0, headers: { accept: "text/plain" } });
  const verifier = createAgentVerifier({
    fetchDirectory: fetchKeyDirectory(createDirectoryOutbound()),
    origin: "https://shop.example",
    now: Date.now,
  });
  expect(await verifier.verify(new Request(url, { headers: options!.headers! }), "")).toEqual({
    outcome: "verified",
    agent: "https://agent.example/.well-known/http-message-signatures-directory",
    host: "agent.example",
  });
});

test("doesn't sign requests to its own origin or over http", async () => {
  expect(
    (await recordFetch("https://agent.example/page", { headers: { accept: "a/b" } })).options,
  ).toEqual({ headers: { accept: "a/b" } });
  expect((await recordFetch("http://shop.example/profile")).options).toEqual({});
});
