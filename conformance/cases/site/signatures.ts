import assert from "node:assert/strict";
import { createHash, createPublicKey, verify } from "node:crypto";
import type { Exchange, Exchanges, Found } from "../../case.ts";
import { CLIENT_HEADER, SPENT } from "../../rig/site.ts";
import { AGENT, WELL_KNOWN } from "../../signatures/directories.ts";
import { AGENT_KEY } from "../../signatures/keys.ts";
import { signed } from "../../signatures/sign.ts";
import { BAD, GOOD, type Vector } from "../../signatures/vectors.ts";
import type { Answered, Asking } from "../../targets/target.ts";
import { legacy } from "../mcp-messages.ts";

const PATH = "/agent/search?q=tape";
const originOf = ({ info }: Found) => new URL(info.url).origin;

/** A network that nobody has met: what one may cause to be fetched is bounded. */
let networks = 0;
const network = () => `signer-${process.pid}-${++networks}-${Math.random()}`;

/** The same request, signed as the agent of the cases does. */
const signedAsking = (found: Found, asking: Asking, client: string = network()): Asking => ({
  ...asking,
  headers: {
    ...asking.headers,
    [CLIENT_HEADER]: client,
    ...signed(`${originOf(found)}${asking.path}`, {}, asking.method),
  },
});

const isVerified = ({ headers }: Answered) => {
  assert.match(
    headers["signature-outcome"] ?? "",
    /^verified;agent="https:\/\/agent\.example\/[\w./-]+"$/,
  );
  assert.equal(headers["accept-signature"], undefined);
};

const ofVector = ({ name, outcome, headers }: Vector): Exchange => ({
  it:
    outcome === "verified"
      ? `knows its agent by ${name}`
      : `serves as anyone's, and says why, ${name}`,
  needs: "rig",
  ask: (found) => ({
    path: PATH,
    headers: { [CLIENT_HEADER]: network(), ...headers(`${originOf(found)}${PATH}`) },
  }),
  status: 200,
  check(answer) {
    const said = answer.headers["signature-outcome"];
    if (outcome === "verified") {
      isVerified(answer);
      assert.equal(answer.headers["ratelimit"], '"agent";r=59;t=1');
    } else {
      assert.equal(answer.headers["ratelimit"], '"client";r=19;t=1');
      if (outcome === undefined) return assert.equal(said, undefined);
      assert.match(
        said ?? "",
        new RegExp(
          `^(invalid|unverified);reason=${outcome};detail="[\\x20-\\x7e]+\\."(;component="[\\x20-\\x7e]+")?$`,
        ),
      );
      assert.match(
        answer.headers["accept-signature"] ?? "",
        /^sig1=\("@authority" "signature-agent";key="sig1"\);.*tag="web-bot-auth"$/,
      );
    }
  },
});

/** What one agent asks from several networks, and others beside it. */
const checkoutOf = async (
  found: Found,
  key: string,
  client: string,
  isSigned = true,
): Promise<string> => {
  const body = JSON.stringify({ offer: "reel-tape", idempotency_key: key });
  const asking: Asking = {
    method: "POST",
    path: "/agent/commerce/checkouts",
    body,
    headers: { "content-type": "application/json" },
  };
  const answer = await found.ask(
    isSigned
      ? signedAsking(found, asking, client)
      : { ...asking, headers: { ...asking.headers, [CLIENT_HEADER]: client } },
  );
  assert.equal(answer.status, 201, answer.text);
  return JSON.parse(answer.text).id;
};

const value = (text: string, sample: string) =>
  Number(
    text
      .split("\n")
      .find((line) => line.startsWith(`${sample} `))
      ?.slice(sample.length + 1) ?? 0,
  );

/** What signatures do, and what they don't. */
export const signatureExchanges: Exchanges = {
  "/agent/search": [
    {
      it: "says nothing of signatures where there is none",
      ask: { path: PATH },
      status: 200,
      check: ({ headers }) => assert.equal(headers["signature-outcome"], undefined),
    },
    ...GOOD.map(ofVector),
    ...BAD.map(ofVector),
    {
      it: "says nothing of an agent that is named without a signature",
      needs: "rig",
      ask: { path: PATH, headers: { "signature-agent": `sig1="${AGENT}"` } },
      status: 200,
      check: ({ headers }) => assert.equal(headers["signature-outcome"], undefined),
    },
    {
      it: "takes a nonce once",
      needs: "rig",
      ask: { path: PATH },
      status: 200,
      check: async (_, found) => {
        const headers = {
          [CLIENT_HEADER]: network(),
          ...signed(`${originOf(found)}${PATH}`, { more: `;nonce="${network()}"` }),
        };
        isVerified(await found.ask({ path: PATH, headers }));
        assert.match(
          (await found.ask({ path: PATH, headers })).headers["signature-outcome"] ?? "",
          /^invalid;reason=replayed;/,
        );
      },
    },
    {
      it: "lets an agent ask where its network has used up its rate, but nobody who is not one",
      needs: "rig",
      ask: (found) => signedAsking(found, { path: PATH }, SPENT),
      status: 200,
      check: async (answer, found) => {
        isVerified(answer);
        const headers = {
          [CLIENT_HEADER]: SPENT,
          ...signed(`${originOf(found)}${PATH}`, { created: -90, expires: -30 }),
        };
        const refused = await found.ask({ path: PATH, headers });
        assert.equal(refused.status, 429);
        assert.match(refused.headers["signature-outcome"] ?? "", /^invalid;reason=expired;/);
      },
    },
    {
      it: "says whose a request is that fails",
      needs: "rig",
      ask: (found) => signedAsking(found, { path: "/agent/search" }),
      status: 400,
      check: isVerified,
    },
  ],
  "/agent/commerce/checkouts": [
    {
      it: "counts a key of one agent as the same from wherever it asks, and as no one else's",
      needs: "rig",
      writes: true,
      ask: { path: "/agent/commerce/products" },
      status: 200,
      check: async (_, found) => {
        const key = network();
        const [one, two] = [network(), network()];
        const first = await checkoutOf(found, key, one);
        assert.equal(await checkoutOf(found, key, two), first);
        assert.notEqual(await checkoutOf(found, key, one, false), first);
      },
    },
  ],
  "/mcp": [
    {
      it: "knows the agent of a call",
      needs: "rig",
      ask: (found) =>
        signedAsking(
          found,
          legacy("tools/call", { name: "search_pages", arguments: { q: "tape" } }),
        ),
      status: 200,
      check(answer) {
        isVerified(answer);
        assert.match(answer.headers["ratelimit"] ?? "", /^"agent";r=59;/);
      },
    },
  ],
  "/metrics": [
    {
      it: "counts what comes of signatures",
      needs: "rig",
      ask: { path: "/metrics", headers: { [CLIENT_HEADER]: "counts-signatures" } },
      status: 200,
      check: async ({ text }, found) => {
        await found.ask(signedAsking(found, { path: PATH }, "counts-signatures"));
        await found.ask({
          path: PATH,
          headers: {
            [CLIENT_HEADER]: "counts-signatures",
            ...signed("https://elsewhere.example/"),
          },
        });
        const after = await found.ask({
          path: "/metrics",
          headers: { [CLIENT_HEADER]: "counts-signatures" },
        });
        for (const outcome of ["verified", "invalid"]) {
          const sample = `jackfield_signatures_total{outcome="${outcome}"}`;
          assert.equal(value(after.text, sample) - value(text, sample), 1, sample);
        }
        assert.doesNotMatch(after.text, /agent\.example/);
      },
    },
  ],
  "/*": [
    {
      it: "knows the agent that reads a page",
      needs: "rig",
      ask: (found) => signedAsking(found, { path: "/" }),
      status: 200,
      check: isVerified,
    },
  ],
  [WELL_KNOWN]: [
    {
      it: "has the public keys of what the service fetches, and signs them with each",
      needs: "rig",
      ask: { path: WELL_KNOWN },
      status: 200,
      headers: {
        "content-type": "application/http-message-signatures-directory+json",
        "cache-control": "public, max-age=3600",
        "access-control-allow-origin": "*",
      },
      check(answer, { info }) {
        const { keys } = JSON.parse(answer.text);
        assert.deepEqual(keys, [
          { kty: "OKP", crv: "Ed25519", x: AGENT_KEY.public.x, kid: AGENT_KEY.id, use: "sig" },
        ]);
        const digest = `sha-256=:${createHash("sha256").update(answer.bytes).digest("base64")}:`;
        assert.equal(answer.headers["content-digest"], digest);
        const [, label, params] =
          /^(\w+)=(\("@authority";req "content-digest"\);created=\d+;expires=\d+;keyid="[\w-]{43}";tag="http-message-signatures-directory")$/.exec(
            answer.headers["signature-input"] ?? "",
          ) ?? [];
        const base = `"@authority";req: ${new URL(info.url).host}\n"content-digest": ${digest}\n"@signature-params": ${params}`;
        const [, signature = ""] =
          new RegExp(`^${label}=:([^:]+):$`).exec(answer.headers["signature"] ?? "") ?? [];
        const key = createPublicKey({ key: AGENT_KEY.public, format: "jwk" });
        assert.ok(verify(null, Buffer.from(base), key, Buffer.from(signature, "base64")));
        const [, created, expires] = /created=(\d+);expires=(\d+)/.exec(params!)!.map(Number);
        assert.ok(
          created! <= Date.now() / 1000 && expires! > Date.now() / 1000 + 3600,
          "it holds for longer than it may be kept",
        );
      },
    },
    {
      it: "is linked to by the site's description",
      needs: "rig",
      ask: { path: "/agent/site.json" },
      status: 200,
      check: ({ text }) => assert.ok(text.includes(WELL_KNOWN)),
    },
    {
      it: "is given without a look at who asks",
      needs: "rig",
      ask: (found) => signedAsking(found, { path: WELL_KNOWN }),
      status: 200,
      check: ({ headers }) => assert.equal(headers["signature-outcome"], undefined),
    },
  ],
};
