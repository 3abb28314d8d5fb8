import assert from "node:assert/strict";
import type { Exchange, Exchanges, SiteContext } from "../../case.ts";
import { CLIENT_HEADER, RATE_LIMITED_CLIENT } from "../../fixtures/site.ts";
import { AGENT_URL, signRequest } from "../../signatures/keys.ts";
import { INVALID_VECTORS, type SignatureVector, VALID_VECTORS } from "../../signatures/vectors.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";
import { legacyRequest } from "../mcp-messages.ts";
import { readSample } from "./metrics.ts";

/** Returns the origin that requests are signed for. */
export const siteOrigin = ({ info }: SiteContext) => new URL(info.url).origin;

let networkCount = 0;

/** Returns an unused client address, because key directory fetches are limited per network. */
export function newNetwork(): string {
  networkCount += 1;
  return `signer-${process.pid}-${networkCount}-${Math.random()}`;
}

/** Signs a request with the fixture agent's key, from a client address. */
export const signAsAgent = (
  context: SiteContext,
  request: TestRequest,
  client: string = newNetwork(),
): TestRequest => ({
  ...request,
  headers: {
    ...request.headers,
    [CLIENT_HEADER]: client,
    ...signRequest(`${siteOrigin(context)}${request.path}`, {}, request.method),
  },
});

const PATH = "/agent/search?q=tape";

const assertVerified = ({ headers }: TestResponse) => {
  assert.match(
    headers["signature-outcome"] ?? "",
    /^verified;agent="https:\/\/agent\.example\/[\w./-]+"$/,
  );
  assert.equal(headers["accept-signature"], undefined);
};

const vectorTitle = ({ name, outcome }: SignatureVector): string => {
  if (outcome === "verified") return `verifies the agent with ${name}`;
  if (outcome === undefined) return `ignores ${name}`;
  return `rejects ${name} and serves the request anonymously`;
};

const vectorExchange = (vector: SignatureVector): Exchange => ({
  it: vectorTitle(vector),
  requires: "fixture",
  request: (context) => ({
    path: PATH,
    headers: { [CLIENT_HEADER]: newNetwork(), ...vector.headers(`${siteOrigin(context)}${PATH}`) },
  }),
  status: 200,
  check(response) {
    const { outcome } = vector;
    const actualOutcome = response.headers["signature-outcome"];
    if (outcome === "verified") {
      assertVerified(response);
      assert.equal(response.headers["ratelimit"], '"agent";r=59;t=1');
    } else {
      assert.equal(response.headers["ratelimit"], '"client";r=19;t=1');
      if (outcome === undefined) return assert.equal(actualOutcome, undefined);
      assert.match(
        actualOutcome ?? "",
        new RegExp(
          `^(invalid|unverified);reason=${outcome};detail="[\\x20-\\x7e]+\\."(;component="[\\x20-\\x7e]+")?$`,
        ),
      );
      assert.match(
        response.headers["accept-signature"] ?? "",
        /^sig1=\("@authority" "signature-agent";key="sig1"\);.*tag="web-bot-auth"$/,
      );
    }
  },
});

/** Creates a checkout with an idempotency key from a client address, and returns its ID. */
const createAgentCheckout = async (
  context: SiteContext,
  key: string,
  client: string,
  isSigned = true,
): Promise<string> => {
  const body = JSON.stringify({ offer: "reel-tape", idempotency_key: key });
  const request: TestRequest = {
    method: "POST",
    path: "/agent/commerce/checkouts",
    body,
    headers: { "content-type": "application/json" },
  };
  const response = await context.send(
    isSigned
      ? signAsAgent(context, request, client)
      : { ...request, headers: { ...request.headers, [CLIENT_HEADER]: client } },
  );
  assert.equal(response.status, 201, response.text);
  return JSON.parse(response.text).id;
};

/** The effects of request signatures. */
export const signatureExchanges: Exchanges = {
  "/agent/search": [
    {
      it: "returns no signature outcome for an unsigned request",
      request: { path: PATH },
      status: 200,
      check: ({ headers }) => assert.equal(headers["signature-outcome"], undefined),
    },
    ...VALID_VECTORS.map(vectorExchange),
    ...INVALID_VECTORS.map(vectorExchange),
    {
      it: "returns no signature outcome for an agent without a signature",
      requires: "fixture",
      request: { path: PATH, headers: { "signature-agent": `sig1="${AGENT_URL}"` } },
      status: 200,
      check: ({ headers }) => assert.equal(headers["signature-outcome"], undefined),
    },
    {
      it: "accepts a nonce once",
      requires: "fixture",
      request: { path: PATH },
      status: 200,
      check: async (_, context) => {
        const headers = {
          [CLIENT_HEADER]: newNetwork(),
          ...signRequest(`${siteOrigin(context)}${PATH}`, {
            extraParameters: `;nonce="${newNetwork()}"`,
          }),
        };
        assertVerified(await context.send({ path: PATH, headers }));
        assert.match(
          (await context.send({ path: PATH, headers })).headers["signature-outcome"] ?? "",
          /^invalid;reason=replayed;/,
        );
      },
    },
    {
      it: "accepts a verified agent from a network over its rate limit, and rejects an invalid signature",
      requires: "fixture",
      request: (context) => signAsAgent(context, { path: PATH }, RATE_LIMITED_CLIENT),
      status: 200,
      check: async (response, context) => {
        assertVerified(response);
        const headers = {
          [CLIENT_HEADER]: RATE_LIMITED_CLIENT,
          ...signRequest(`${siteOrigin(context)}${PATH}`, { created: -90, expires: -30 }),
        };
        const refused = await context.send({ path: PATH, headers });
        assert.equal(refused.status, 429);
        assert.match(refused.headers["signature-outcome"] ?? "", /^invalid;reason=expired;/);
      },
    },
    {
      it: "returns the signature outcome with a failed request",
      requires: "fixture",
      request: (context) => signAsAgent(context, { path: "/agent/search" }),
      status: 400,
      check: assertVerified,
    },
  ],
  "/agent/commerce/checkouts": [
    {
      it: "scopes idempotency keys to the verified agent on a network",
      requires: "fixture",
      writes: true,
      request: { path: "/agent/commerce/products" },
      status: 200,
      check: async (_, context) => {
        const key = newNetwork();
        const [one, two] = [newNetwork(), newNetwork()];
        const first = await createAgentCheckout(context, key, one);
        assert.equal(await createAgentCheckout(context, key, one), first);
        assert.notEqual(await createAgentCheckout(context, key, two), first);
        assert.notEqual(await createAgentCheckout(context, key, one, false), first);
      },
    },
  ],
  "/mcp": [
    {
      it: "verifies the agent of a tool call",
      requires: "fixture",
      request: (context) =>
        signAsAgent(
          context,
          legacyRequest("tools/call", { name: "search_pages", arguments: { q: "tape" } }),
        ),
      status: 200,
      check(response) {
        assertVerified(response);
        assert.match(response.headers["ratelimit"] ?? "", /^"agent";r=59;/);
      },
    },
  ],
  "/metrics": [
    {
      it: "counts signature outcomes",
      requires: "fixture",
      request: { path: "/metrics", headers: { [CLIENT_HEADER]: "counts-signatures" } },
      status: 200,
      check: async ({ text }, context) => {
        await context.send(signAsAgent(context, { path: PATH }, "counts-signatures"));
        await context.send({
          path: PATH,
          headers: {
            [CLIENT_HEADER]: "counts-signatures",
            ...signRequest("https://elsewhere.example/"),
          },
        });
        const after = await context.send({
          path: "/metrics",
          headers: { [CLIENT_HEADER]: "counts-signatures" },
        });
        for (const outcome of ["verified", "invalid"]) {
          const sample = `jackfield_signatures_total{outcome="${outcome}"}`;
          assert.equal(readSample(after.text, sample) - readSample(text, sample), 1, sample);
        }
        assert.doesNotMatch(after.text, /agent\.example/);
      },
    },
  ],
  "/*": [
    {
      it: "verifies the agent that requests a page",
      requires: "fixture",
      request: (context) => signAsAgent(context, { path: "/" }),
      status: 200,
      check: assertVerified,
    },
  ],
};
