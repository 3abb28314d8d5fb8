import { describe, expect, test } from "vitest";
import type { HttpRequest } from "../../core/http/handler.ts";
import { AGENT_URL, signatureAgent, signRequest } from "./keys.ts";
import { INVALID_VECTORS, VALID_VECTORS } from "./vectors.ts";
import { createFixture, createRequest, ORIGIN, SEARCH_URL, verify } from "./verifier-fixture.ts";

describe("createAgentVerifier()", () => {
  test.each(VALID_VECTORS)("verifies $name", async ({ headers, outcome }) =>
    expect(await verify(createRequest(headers(SEARCH_URL)))).toBe(outcome),
  );
  test.each(INVALID_VECTORS)("doesn't verify $name", async ({ headers, outcome }) =>
    expect(await verify(createRequest(headers(SEARCH_URL)))).toBe(outcome),
  );

  test("identifies agents by the normalized URL of their directory, without its query", async () => {
    const identify = async (url: string) => {
      const verdict = await createFixture().agents.verify(
        createRequest(signRequest(SEARCH_URL, { agent: signatureAgent(url) })),
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

  test("accepts a nonce once", async () => {
    const fixture = createFixture();
    const headers = signRequest(SEARCH_URL, { extraParameters: ';nonce="a"' });
    expect(await verify(createRequest(headers), fixture)).toBe("verified");
    expect(await verify(createRequest(headers), fixture)).toBe("replayed");
    expect(
      await verify(
        createRequest(signRequest(SEARCH_URL, { extraParameters: ';nonce="b"' })),
        fixture,
      ),
    ).toBe("verified");
    const twice = signRequest(SEARCH_URL, { extraParameters: ';nonce="c"' });
    const both = await Promise.all([
      verify(createRequest(twice), fixture),
      verify(createRequest(twice), fixture),
    ]);
    expect(both.sort()).toEqual(["replayed", "verified"]);
  });

  describe("with a covered Content-Digest", () => {
    const DIGEST = "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:";
    const POST = {
      components: ['"@authority"', '"content-digest"', '"signature-agent";key="sig1"'],
      values: { '"content-digest"': DIGEST },
    };
    const post = (body: string | ReadableStream, more: Record<string, string> = {}) =>
      new Request(SEARCH_URL, {
        method: "POST",
        body,
        duplex: "half",
        headers: { ...signRequest(SEARCH_URL, POST, "POST"), "content-digest": DIGEST, ...more },
      } as RequestInit) as HttpRequest;

    test("verifies the matching body and rejects another", async () => {
      expect(await verify(post("hello", { "content-length": "5" }))).toBe("verified");
      expect(await verify(post("hullo", { "content-length": "5" }))).toBe("wrong_digest");
      expect(await verify(post("", { "content-length": "0" }))).toBe("wrong_digest");
    });

    test("verifies chunked bodies up to 1 MiB", async () => {
      const chunks = { "transfer-encoding": "chunked" };
      expect(await verify(post(new Blob(["hel", "lo"]).stream(), chunks))).toBe("verified");
      expect(await verify(post(new Blob(["x".repeat(2_000_000)]).stream(), chunks))).toBe(
        "unread_body",
      );
      expect(await verify(post("x", { "content-length": "2000000" }))).toBe("unread_body");
    });

    test("doesn't read the body before the signature is verified", async () => {
      const request = post("hello", { "content-length": "5", signature: "sig1=:AAAA:" });
      expect(await verify(request)).toBe("wrong_signature");
      expect((request as Request).bodyUsed).toBe(false);
    });
  });

  test("names the unsupported component", async () => {
    const { agents } = createFixture();
    expect(
      await agents.verify(
        createRequest(
          signRequest(SEARCH_URL, {
            components: ['"@authority"', '"x-sum";tr', '"signature-agent";key="sig1"'],
          }),
        ),
        "",
      ),
    ).toMatchObject({ reason: "unsupported_component", component: '"x-sum";tr' });
  });

  test("doesn't store the nonce of a wrong signature", async () => {
    const fixture = createFixture();
    const headers = signRequest(SEARCH_URL, { extraParameters: ';nonce="a"' });
    expect(await verify(createRequest({ ...headers, signature: "sig1=:AAAA:" }), fixture)).toBe(
      "wrong_signature",
    );
    expect(await verify(createRequest(headers), fixture)).toBe("verified");
  });

  test("accepts signatures without a nonce until they expire", async () => {
    const fixture = createFixture();
    const headers = signRequest(SEARCH_URL);
    expect(await verify(createRequest(headers), fixture)).toBe("verified");
    fixture.later = 59_000;
    expect(await verify(createRequest(headers), fixture)).toBe("verified");
    fixture.later = 61_500;
    expect(await verify(createRequest(headers), fixture)).toBe("expired");
  });

  test("accepts the public origin and the received URL behind a proxy", async () => {
    for (const covered of [
      ['"@authority"', '"signature-agent";key="sig1"'],
      ['"@target-uri"', '"signature-agent";key="sig1"'],
    ]) {
      expect(
        await verify(
          createRequest(
            signRequest(SEARCH_URL, { components: covered }),
            "http://inner:4100/agent/search?q=shoes",
          ),
        ),
      ).toBe("verified");
      expect(
        await verify(
          createRequest(
            signRequest(SEARCH_URL, { components: covered }),
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

  test("never fetches the site's own keys", async () => {
    const fixture = createFixture();
    expect(
      await verify(
        createRequest(signRequest(SEARCH_URL, { agent: signatureAgent(ORIGIN) })),
        fixture,
      ),
    ).toBe("unknown_key");
    expect(fixture.fetched).toEqual([]);
  });

  test("verifies at most three signatures", async () => {
    const all = ["a", "b", "c", "d"].map((label) =>
      signRequest(SEARCH_URL, label === "d" ? { label } : { label, created: -200, expires: -100 }),
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
