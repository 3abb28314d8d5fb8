import { describe, expect, test } from "vitest";
import { AGENT_URL, createDirectoryOutbound } from "../../../conformance/signatures/directories.ts";
import { signatureAgent, signRequest } from "../../../conformance/signatures/sign.ts";
import { INVALID_VECTORS, VALID_VECTORS } from "../../../conformance/signatures/vectors.ts";
import { bufferBody } from "../buffered-body.ts";
import type { HttpRequest } from "../handler.ts";
import { createAgentVerifier } from "./agent-verifier.ts";

const ORIGIN = "https://shop.example";
const URL_1 = `${ORIGIN}/agent/search?q=shoes`;
const createRequest = (headers: Record<string, string>, url = URL_1, method = "GET"): HttpRequest =>
  new Request(url, { method, headers });

/** Agents, by a clock that is moved by hand; each test has its own network. */
function createFixture() {
  const fetched: string[] = [];
  const clock = { later: 0 };
  const agents = createAgentVerifier({
    outbound: createDirectoryOutbound((url) => fetched.push(url)),
    origin: ORIGIN,
    now: () => Date.now() + clock.later,
  });
  return Object.assign(clock, { fetched, agents });
}
const verify = async (
  request: HttpRequest,
  { agents } = createFixture(),
  network = "198.51.100.1",
) => {
  const verdict = await agents.verify(request, network, bufferBody(request).content);
  return verdict && ("reason" in verdict ? verdict.reason : verdict.outcome);
};

describe("signatures", () => {
  test.each(VALID_VECTORS)("are verified with $name", async ({ headers, outcome }) =>
    expect(await verify(createRequest(headers(URL_1)))).toBe(outcome),
  );
  test.each(INVALID_VECTORS)("are not with $name", async ({ headers, outcome }) =>
    expect(await verify(createRequest(headers(URL_1)))).toBe(outcome),
  );

  test("name their agent by its normalized address, without its query", async () => {
    const identify = async (url: string) => {
      const verdict = await createFixture().agents.verify(
        createRequest(signRequest(URL_1, { agent: signatureAgent(url) })),
        "",
      );
      return verdict?.outcome === "verified" ? [verdict.agent, verdict.host] : verdict;
    };
    expect(await identify("https://agent.example")).toEqual([AGENT_URL, "agent.example"]);
    expect(await identify("https://AGENT.example:443/a/../keys.json?v=2")).toEqual([
      "https://agent.example/keys.json",
      "agent.example",
    ]);
  });

  test("with a nonce are taken once", async () => {
    const fixture = createFixture();
    const headers = signRequest(URL_1, { extraParameters: ';nonce="a"' });
    expect(await verify(createRequest(headers), fixture)).toBe("verified");
    expect(await verify(createRequest(headers), fixture)).toBe("replayed");
    expect(
      await verify(createRequest(signRequest(URL_1, { extraParameters: ';nonce="b"' })), fixture),
    ).toBe("verified");
    const twice = signRequest(URL_1, { extraParameters: ';nonce="c"' });
    const both = await Promise.all([
      verify(createRequest(twice), fixture),
      verify(createRequest(twice), fixture),
    ]);
    expect(both.sort()).toEqual(["replayed", "verified"]);
  });

  test("with a nonce are taken once by all that remember together, and while nobody else can be asked, by each", async () => {
    const used = new Set<string>();
    const sharedStore = {
      checkAndAdd: async (nonce: string) => used.has(nonce) || !used.add(nonce),
    };
    const failingStore = { checkAndAdd: () => Promise.reject(new Error("no database")) };
    const [fixture, two, isolated] = [sharedStore, sharedStore, failingStore].map(
      (replays) =>
        ({
          agents: createAgentVerifier({
            outbound: createDirectoryOutbound(),
            origin: ORIGIN,
            nonces: replays,
            now: Date.now,
          }),
        }) as unknown as ReturnType<typeof createFixture>,
    );
    const headers = signRequest(URL_1, { extraParameters: ';nonce="a"' });
    const outcomes = [];
    for (const each of [fixture, two, isolated, isolated])
      outcomes.push(await verify(createRequest(headers), each));
    expect(outcomes).toEqual(["verified", "replayed", "verified", "replayed"]);
  });

  describe("that cover a body's digest", () => {
    const DIGEST = "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:";
    const POST = {
      components: ['"@authority"', '"content-digest"', '"signature-agent";key="sig1"'],
      values: { '"content-digest"': DIGEST },
    };
    const post = (body: string | ReadableStream, more: Record<string, string> = {}) =>
      new Request(URL_1, {
        method: "POST",
        body,
        duplex: "half",
        headers: { ...signRequest(URL_1, POST, "POST"), "content-digest": DIGEST, ...more },
      } as RequestInit) as HttpRequest;

    test("are verified with that body, and invalid with another", async () => {
      expect(await verify(post("hello", { "content-length": "5" }))).toBe("verified");
      expect(await verify(post("hullo", { "content-length": "5" }))).toBe("wrong_digest");
      expect(await verify(post("", { "content-length": "0" }))).toBe("wrong_digest");
    });

    test("are verified where the body comes in chunks, up to a megabyte", async () => {
      const chunks = { "transfer-encoding": "chunked" };
      expect(await verify(post(new Blob(["hel", "lo"]).stream(), chunks))).toBe("verified");
      expect(await verify(post(new Blob(["x".repeat(2_000_000)]).stream(), chunks))).toBe(
        "unread_body",
      );
      expect(await verify(post("x", { "content-length": "2000000" }))).toBe("unread_body");
    });

    test("have no body read before the rest of them holds", async () => {
      const request = post("hello", { "content-length": "5", signature: "sig1=:AAAA:" });
      expect(await verify(request)).toBe("wrong_signature");
      expect((request as Request).bodyUsed).toBe(false);
    });
  });

  test("that can't be read say which component it is", async () => {
    const { agents } = createFixture();
    expect(
      await agents.verify(
        createRequest(
          signRequest(URL_1, {
            components: ['"@authority"', '"x-sum";tr', '"signature-agent";key="sig1"'],
          }),
        ),
        "",
      ),
    ).toMatchObject({ reason: "unsupported_component", component: '"x-sum";tr' });
  });

  test("that are wrong use up no nonce", async () => {
    const fixture = createFixture();
    const headers = signRequest(URL_1, { extraParameters: ';nonce="a"' });
    expect(await verify(createRequest({ ...headers, signature: "sig1=:AAAA:" }), fixture)).toBe(
      "wrong_signature",
    );
    expect(await verify(createRequest(headers), fixture)).toBe("verified");
  });

  test("without a nonce are good until they expire", async () => {
    const fixture = createFixture();
    const headers = signRequest(URL_1);
    expect(await verify(createRequest(headers), fixture)).toBe("verified");
    fixture.later = 59_000;
    expect(await verify(createRequest(headers), fixture)).toBe("verified");
    fixture.later = 61_500;
    expect(await verify(createRequest(headers), fixture)).toBe("expired");
  });

  test("behind a proxy are for the site's address or for the one that arrived", async () => {
    for (const covered of [
      ['"@authority"', '"signature-agent";key="sig1"'],
      ['"@target-uri"', '"signature-agent";key="sig1"'],
    ]) {
      expect(
        await verify(
          createRequest(
            signRequest(URL_1, { components: covered }),
            "http://inner:4100/agent/search?q=shoes",
          ),
        ),
      ).toBe("verified");
      expect(
        await verify(
          createRequest(
            signRequest(URL_1, { components: covered }),
            "http://shop.example/agent/search?q=shoes",
          ),
        ),
      ).toBe("verified");
      expect(
        await verify(
          createRequest(
            signRequest("http://inner:4100/a", { components: covered }),
            "http://inner:4100/a",
          ),
        ),
      ).toBe("verified");
      expect(
        await verify(
          createRequest(
            signRequest("https://evil.example/a", { components: covered }),
            "http://inner:4100/a",
          ),
        ),
      ).toBe("wrong_signature");
    }
  });

  test("whose directories are none crowd out no directory that is one", async () => {
    const fixture = createFixture();
    expect(await verify(createRequest(signRequest(URL_1, { expires: 7200 })), fixture)).toBe(
      "verified",
    );
    for (let at = 0; at < 600; at++, fixture.later += 1000)
      await verify(
        createRequest(
          signRequest(URL_1, {
            created: Math.floor(fixture.later / 1000),
            expires: 7200,
            agent: signatureAgent(`https://nobody-${at}.example/keys.json`),
          }),
        ),
        fixture,
        `network ${at}`,
      );
    const before = fixture.fetched.length;
    expect(before).toBe(601);
    expect(await verify(createRequest(signRequest(URL_1, { expires: 7200 })), fixture)).toBe(
      "verified",
    );
    expect(fixture.fetched).toHaveLength(before);
  });

  test("of the site itself are nobody's", async () => {
    const fixture = createFixture();
    expect(
      await verify(createRequest(signRequest(URL_1, { agent: signatureAgent(ORIGIN) })), fixture),
    ).toBe("unknown_key");
    expect(fixture.fetched).toEqual([]);
  });

  test("beyond the third are not looked at", async () => {
    const all = ["a", "b", "c", "d"].map((label) =>
      signRequest(URL_1, label === "d" ? { label } : { label, created: -200, expires: -100 }),
    );
    const headers = Object.fromEntries(
      ["signature-agent", "signature-input", "signature"].map((name) => [
        name,
        all.map((each) => each[name]).join(", "),
      ]),
    );
    const fixture = createFixture();
    expect(await verify(createRequest(headers), fixture)).toBe("expired");
    expect(fixture.fetched).toEqual([]);
  });
});

describe("directories", () => {
  const byAgent = (url: string) =>
    createRequest(signRequest(URL_1, { agent: signatureAgent(url) }));

  test("are fetched once by many at a time, and then remembered", async () => {
    const fixture = createFixture();
    await Promise.all(
      Array.from({ length: 50 }, () => verify(createRequest(signRequest(URL_1)), fixture)),
    );
    fixture.later = 3_000_000;
    expect(
      await verify(createRequest(signRequest(URL_1, { created: 3000, expires: 3060 })), fixture),
    ).toBe("verified");
    expect(fixture.fetched).toEqual([AGENT_URL]);
    fixture.later = 3_700_000;
    await verify(createRequest(signRequest(URL_1, { created: 3700, expires: 3760 })), fixture);
    expect(fixture.fetched).toHaveLength(2);
  });

  test("that fail are left alone for a minute", async () => {
    const fixture = createFixture();
    const gone = "https://gone.example/keys";
    for (let each = 0; each < 5; each++)
      expect(await verify(byAgent(gone), fixture)).toBe("directory_unreachable");
    expect(fixture.fetched).toHaveLength(1);
    fixture.later = 61_000;
    await verify(
      createRequest(signRequest(URL_1, { agent: signatureAgent(gone), created: 61, expires: 100 })),
      fixture,
    );
    expect(fixture.fetched).toHaveLength(2);
  });

  test("are fetched again for a key that they did not have, once a minute", async () => {
    const fixture = createFixture();
    const unknown = () =>
      createRequest(
        signRequest(URL_1, {
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

  test("are fetched for a signature that is good but for its key, and for no other", async () => {
    const fixture = createFixture();
    await verify(createRequest(signRequest(URL_1, { created: -120, expires: -60 })), fixture);
    await verify(createRequest(signRequest(URL_1, { components: ['"@authority"'] })), fixture);
    expect(fixture.fetched).toEqual([]);
  });

  test("are fetched at a bounded rate by what one network asks, and by what all do", async () => {
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
    expect(await verify(createRequest(signRequest(URL_1)), fixture, "203.0.113.200")).toBe("busy");
  });

  test("whose fetching has a fault that nobody expects reject, and are tried again", async () => {
    let fails = true;
    const agents = createAgentVerifier({
      outbound: {
        fetch: (url) =>
          fails ? Promise.reject(new Error("boom")) : createDirectoryOutbound().fetch(url),
      },
      origin: ORIGIN,
      now: Date.now,
    });
    await expect(agents.verify(createRequest(signRequest(URL_1)), "")).rejects.toThrow("boom");
    fails = false;
    expect(await agents.verify(createRequest(signRequest(URL_1)), "")).toMatchObject({
      outcome: "verified",
    });
  });
});
