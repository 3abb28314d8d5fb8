import { describe, expect, test } from "vitest";
import { AGENT, rigDirectories } from "../../../conformance/signatures/directories.ts";
import { named, signed } from "../../../conformance/signatures/sign.ts";
import { BAD, GOOD } from "../../../conformance/signatures/vectors.ts";
import type { Asked } from "../handler.ts";
import { holdBody } from "../held-body.ts";
import { createAgents } from "./agents.ts";

const ORIGIN = "https://shop.example";
const URL_1 = `${ORIGIN}/agent/search?q=shoes`;
const asked = (headers: Record<string, string>, url = URL_1, method = "GET"): Asked =>
  new Request(url, { method, headers });

/** Agents, by a clock that is moved by hand; each test has its own network. */
function rig() {
  const fetched: string[] = [];
  const clock = { later: 0 };
  const agents = createAgents({
    outbound: rigDirectories((url) => fetched.push(url)),
    origin: ORIGIN,
    now: () => Date.now() + clock.later,
  });
  return Object.assign(clock, { fetched, agents });
}
const outcomeOf = async (request: Asked, { agents } = rig(), network = "198.51.100.1") => {
  const verdict = await agents.verify(request, network, holdBody(request).content);
  return verdict && ("reason" in verdict ? verdict.reason : verdict.outcome);
};

describe("signatures", () => {
  test.each(GOOD)("are verified with $name", async ({ headers, outcome }) =>
    expect(await outcomeOf(asked(headers(URL_1)))).toBe(outcome),
  );
  test.each(BAD)("are not with $name", async ({ headers, outcome }) =>
    expect(await outcomeOf(asked(headers(URL_1)))).toBe(outcome),
  );

  test("name their agent by its normalised address, without its query", async () => {
    const agentOf = async (url: string) => {
      const verdict = await rig().agents.verify(asked(signed(URL_1, { agent: named(url) })), "");
      return verdict?.outcome === "verified" ? [verdict.agent, verdict.host] : verdict;
    };
    expect(await agentOf("https://agent.example")).toEqual([AGENT, "agent.example"]);
    expect(await agentOf("https://AGENT.example:443/a/../keys.json?v=2")).toEqual([
      "https://agent.example/keys.json",
      "agent.example",
    ]);
  });

  test("with a nonce are taken once", async () => {
    const one = rig();
    const headers = signed(URL_1, { more: ';nonce="a"' });
    expect(await outcomeOf(asked(headers), one)).toBe("verified");
    expect(await outcomeOf(asked(headers), one)).toBe("replayed");
    expect(await outcomeOf(asked(signed(URL_1, { more: ';nonce="b"' })), one)).toBe("verified");
    const twice = signed(URL_1, { more: ';nonce="c"' });
    const both = await Promise.all([outcomeOf(asked(twice), one), outcomeOf(asked(twice), one)]);
    expect(both.sort()).toEqual(["replayed", "verified"]);
  });

  test("with a nonce are taken once by all that remember together, and while nobody else can be asked, by each", async () => {
    const used = new Set<string>();
    const together = { wasUsed: async (what: string) => used.has(what) || !used.add(what) };
    const broken = { wasUsed: () => Promise.reject(new Error("no database")) };
    const [one, two, alone] = [together, together, broken].map(
      (replays) =>
        ({
          agents: createAgents({
            outbound: rigDirectories(),
            origin: ORIGIN,
            replays,
            now: Date.now,
          }),
        }) as unknown as ReturnType<typeof rig>,
    );
    const headers = signed(URL_1, { more: ';nonce="a"' });
    const outcomes = [];
    for (const each of [one, two, alone, alone])
      outcomes.push(await outcomeOf(asked(headers), each));
    expect(outcomes).toEqual(["verified", "replayed", "verified", "replayed"]);
  });

  describe("that cover a body's digest", () => {
    const DIGEST = "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:";
    const POST = {
      covered: ['"@authority"', '"content-digest"', '"signature-agent";key="sig1"'],
      values: { '"content-digest"': DIGEST },
    };
    const post = (body: string | ReadableStream, more: Record<string, string> = {}) =>
      new Request(URL_1, {
        method: "POST",
        body,
        duplex: "half",
        headers: { ...signed(URL_1, POST, "POST"), "content-digest": DIGEST, ...more },
      } as RequestInit) as Asked;

    test("are verified with that body, and invalid with another", async () => {
      expect(await outcomeOf(post("hello", { "content-length": "5" }))).toBe("verified");
      expect(await outcomeOf(post("hullo", { "content-length": "5" }))).toBe("wrong_digest");
      expect(await outcomeOf(post("", { "content-length": "0" }))).toBe("wrong_digest");
    });

    test("are verified where the body comes in chunks, up to a megabyte", async () => {
      const chunks = { "transfer-encoding": "chunked" };
      expect(await outcomeOf(post(new Blob(["hel", "lo"]).stream(), chunks))).toBe("verified");
      expect(await outcomeOf(post(new Blob(["x".repeat(2_000_000)]).stream(), chunks))).toBe(
        "unread_body",
      );
      expect(await outcomeOf(post("x", { "content-length": "2000000" }))).toBe("unread_body");
    });

    test("have no body read before the rest of them holds", async () => {
      const request = post("hello", { "content-length": "5", signature: "sig1=:AAAA:" });
      expect(await outcomeOf(request)).toBe("wrong_signature");
      expect((request as Request).bodyUsed).toBe(false);
    });
  });

  test("that can't be read say which component it is", async () => {
    const { agents } = rig();
    expect(
      await agents.verify(
        asked(
          signed(URL_1, {
            covered: ['"@authority"', '"x-sum";tr', '"signature-agent";key="sig1"'],
          }),
        ),
        "",
      ),
    ).toMatchObject({ reason: "unsupported_component", component: '"x-sum";tr' });
  });

  test("that are wrong use up no nonce", async () => {
    const one = rig();
    const headers = signed(URL_1, { more: ';nonce="a"' });
    expect(await outcomeOf(asked({ ...headers, signature: "sig1=:AAAA:" }), one)).toBe(
      "wrong_signature",
    );
    expect(await outcomeOf(asked(headers), one)).toBe("verified");
  });

  test("without a nonce are good until they expire", async () => {
    const one = rig();
    const headers = signed(URL_1);
    expect(await outcomeOf(asked(headers), one)).toBe("verified");
    one.later = 59_000;
    expect(await outcomeOf(asked(headers), one)).toBe("verified");
    one.later = 61_500;
    expect(await outcomeOf(asked(headers), one)).toBe("expired");
  });

  test("behind a proxy are for the site's address or for the one that arrived", async () => {
    for (const covered of [
      ['"@authority"', '"signature-agent";key="sig1"'],
      ['"@target-uri"', '"signature-agent";key="sig1"'],
    ]) {
      expect(
        await outcomeOf(
          asked(signed(URL_1, { covered }), "http://inner:4100/agent/search?q=shoes"),
        ),
      ).toBe("verified");
      expect(
        await outcomeOf(
          asked(signed(URL_1, { covered }), "http://shop.example/agent/search?q=shoes"),
        ),
      ).toBe("verified");
      expect(
        await outcomeOf(asked(signed("http://inner:4100/a", { covered }), "http://inner:4100/a")),
      ).toBe("verified");
      expect(
        await outcomeOf(
          asked(signed("https://evil.example/a", { covered }), "http://inner:4100/a"),
        ),
      ).toBe("wrong_signature");
    }
  });

  test("whose directories are none crowd out no directory that is one", async () => {
    const one = rig();
    expect(await outcomeOf(asked(signed(URL_1, { expires: 7200 })), one)).toBe("verified");
    for (let at = 0; at < 600; at++, one.later += 1000)
      await outcomeOf(
        asked(
          signed(URL_1, {
            created: Math.floor(one.later / 1000),
            expires: 7200,
            agent: named(`https://nobody-${at}.example/keys.json`),
          }),
        ),
        one,
        `network ${at}`,
      );
    const before = one.fetched.length;
    expect(before).toBe(601);
    expect(await outcomeOf(asked(signed(URL_1, { expires: 7200 })), one)).toBe("verified");
    expect(one.fetched).toHaveLength(before);
  });

  test("of the site itself are nobody's", async () => {
    const one = rig();
    expect(await outcomeOf(asked(signed(URL_1, { agent: named(ORIGIN) })), one)).toBe(
      "unknown_key",
    );
    expect(one.fetched).toEqual([]);
  });

  test("beyond the third are not looked at", async () => {
    const all = ["a", "b", "c", "d"].map((label) =>
      signed(URL_1, label === "d" ? { label } : { label, created: -200, expires: -100 }),
    );
    const headers = Object.fromEntries(
      ["signature-agent", "signature-input", "signature"].map((name) => [
        name,
        all.map((each) => each[name]).join(", "),
      ]),
    );
    const one = rig();
    expect(await outcomeOf(asked(headers), one)).toBe("expired");
    expect(one.fetched).toEqual([]);
  });
});

describe("directories", () => {
  const byAgent = (url: string) => asked(signed(URL_1, { agent: named(url) }));

  test("are fetched once by many at a time, and then remembered", async () => {
    const one = rig();
    await Promise.all(Array.from({ length: 50 }, () => outcomeOf(asked(signed(URL_1)), one)));
    one.later = 3_000_000;
    expect(await outcomeOf(asked(signed(URL_1, { created: 3000, expires: 3060 })), one)).toBe(
      "verified",
    );
    expect(one.fetched).toEqual([AGENT]);
    one.later = 3_700_000;
    await outcomeOf(asked(signed(URL_1, { created: 3700, expires: 3760 })), one);
    expect(one.fetched).toHaveLength(2);
  });

  test("that fail are left alone for a minute", async () => {
    const one = rig();
    const gone = "https://gone.example/keys";
    for (let each = 0; each < 5; each++)
      expect(await outcomeOf(byAgent(gone), one)).toBe("directory_unreachable");
    expect(one.fetched).toHaveLength(1);
    one.later = 61_000;
    await outcomeOf(asked(signed(URL_1, { agent: named(gone), created: 61, expires: 100 })), one);
    expect(one.fetched).toHaveLength(2);
  });

  test("are fetched again for a key that they did not have, once a minute", async () => {
    const one = rig();
    const unknown = () =>
      asked(
        signed(URL_1, {
          agent: named("https://past.example/keys"),
          created: one.later / 1000,
          expires: one.later / 1000 + 60,
        }),
      );
    for (let each = 0; each < 5; each++)
      expect(await outcomeOf(unknown(), one)).toBe("unknown_key");
    expect(one.fetched).toHaveLength(1);
    one.later = 61_000;
    for (let each = 0; each < 5; each++) await outcomeOf(unknown(), one);
    expect(one.fetched).toHaveLength(2);
  });

  test("are fetched for a signature that is good but for its key, and for no other", async () => {
    const one = rig();
    await outcomeOf(asked(signed(URL_1, { created: -120, expires: -60 })), one);
    await outcomeOf(asked(signed(URL_1, { covered: ['"@authority"'] })), one);
    expect(one.fetched).toEqual([]);
  });

  test("are fetched at a bounded rate by what one network asks, and by what all do", async () => {
    const one = rig();
    const nth = (at: number) => byAgent(`https://agent-${at}.example/`);
    const outcomes = [];
    for (let at = 0; at < 12; at++) outcomes.push(await outcomeOf(nth(at), one, "198.51.100.9"));
    expect(outcomes.slice(8)).toEqual([
      "directory_unreachable",
      "directory_unreachable",
      "busy",
      "busy",
    ]);
    expect(await outcomeOf(nth(0), one, "198.51.100.9")).toBe("directory_unreachable");
    for (let at = 100; at < 160; at++) await outcomeOf(nth(at), one, `203.0.113.${at}`);
    expect(one.fetched).toHaveLength(40);
    expect(await outcomeOf(asked(signed(URL_1)), one, "203.0.113.200")).toBe("busy");
  });

  test("whose fetching has a fault that nobody expects reject, and are tried again", async () => {
    let fails = true;
    const agents = createAgents({
      outbound: {
        fetch: (url) => (fails ? Promise.reject(new Error("boom")) : rigDirectories().fetch(url)),
      },
      origin: ORIGIN,
      now: Date.now,
    });
    await expect(agents.verify(asked(signed(URL_1)), "")).rejects.toThrow("boom");
    fails = false;
    expect(await agents.verify(asked(signed(URL_1)), "")).toMatchObject({ outcome: "verified" });
  });
});
