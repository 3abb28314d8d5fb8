import assert from "node:assert/strict";
import type { Exchange, Exchanges, Reply } from "../../case.ts";
import { CLIENT_HEADER, SPENT, UNCOUNTED } from "../../rig/site.ts";
import type { Answered, Asking } from "../../targets/target.ts";
import { joined } from "../joined.ts";
import { legacy, modern, posted } from "../mcp-messages.ts";

/** The rate of the rig's clients. */
const POLICY = '"client";q=60;w=60';
const SEARCH = "/agent/search?q=tape";
const CALL = { name: "search_pages", arguments: { q: "tape" } };

/** That a 429 says what was asked too much of, and when to come again. */
export function saysWhenToComeAgain({ value, headers }: Reply): void {
  const { retryable, detail, hint } = value as Record<string, unknown>;
  assert.equal(retryable, true);
  assert.match(String(detail), /60 times in 60 seconds/);
  assert.match(String(hint), /a second/);
  isRefusal(headers);
}

function isRefusal(headers: Readonly<Record<string, string>>): void {
  assert.equal(headers["retry-after"], "1");
  assert.equal(headers["ratelimit"], '"client";r=0;t=1');
  assert.equal(headers["ratelimit-policy"], POLICY);
}

/** A client that nobody has met, and what it asks; each of several is the same. */
let clients = 0;
const newClient = () => `client-${process.pid}-${++clients}-${Math.random()}`;
const by = (client: string, asking: Asking): Asking => ({
  ...asking,
  headers: { ...asking.headers, [CLIENT_HEADER]: client },
});

const left = ({ headers }: Answered) =>
  Number(/^"client";r=(\d+);t=\d+$/.exec(headers["ratelimit"] ?? "")?.[1]);

/** As if by the same client: `check` is given what asks for it. */
const ofOneClient = (
  it: string,
  asking: Asking,
  status: number,
  check: (first: Answered, ask: (asking: Asking) => Promise<Answered>) => Promise<void> | void,
): Exchange => {
  let client: string;
  return {
    it,
    needs: "rig",
    ask: () => by((client = newClient()), asking),
    status,
    check: (answer, { ask }) => check(answer, (next) => ask(by(client, next))),
  };
};

const free = (path: string): Exchange =>
  ofOneClient(`never counts ${path}`, { path }, 200, (answer) =>
    assert.equal(answer.headers["ratelimit"], undefined),
  );

const refused = (it: string, asking: Asking, id: string | number | null): Exchange => ({
  it,
  needs: "rig",
  ask: by(SPENT, asking),
  status: 429,
  mediaType: "application/json",
  check({ text, headers }) {
    const { jsonrpc, id: said, error } = JSON.parse(text);
    assert.deepEqual(
      [jsonrpc, said, error.data.code, error.data.status],
      ["2.0", id, "rate_limited", 429],
    );
    assert.equal(error.data.instance, `urn:uuid:${headers["request-id"]}`);
    isRefusal(headers);
  },
});

const json = (path: string, body: object, headers = {}): Asking => ({
  method: "POST",
  path,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** A checkout is not created while nobody can be counted; what reads is let through. */
const notUncounted = (asking: () => Asking, check: (value: any) => void): Exchange => ({
  it: "creates nothing while nobody can be counted",
  needs: "rig",
  ask: () => by(UNCOUNTED, asking()),
  status: 503,
  headers: { "retry-after": "10" },
  check({ text, headers }) {
    assert.equal(headers["ratelimit"], undefined);
    check(JSON.parse(text));
  },
});
const CHECKOUT = { offer: "reel-tape", quantity: 1 };
const CREATE = { name: "create_checkout", arguments: CHECKOUT };
const isRefusedByMcp = ({ error }: any) =>
  assert.deepEqual(
    [error.code, error.data.code, error.data.status, error.data.retryable],
    [-32000, "limiter_unavailable", 503, true],
  );

/** What is done while nobody can be counted, and what is not. */
const uncounted: Exchanges = {
  "/agent/commerce/checkouts": [
    notUncounted(
      () => json("/agent/commerce/checkouts", CHECKOUT),
      ({ code, status, retryable }) =>
        assert.deepEqual([code, status, retryable], ["limiter_unavailable", 503, true]),
    ),
  ],
  "/agent/commerce/ucp/checkout-sessions": [
    notUncounted(
      () =>
        json(
          "/agent/commerce/ucp/checkout-sessions",
          { line_items: [{ item: { id: "reel-tape" }, quantity: 1 }] },
          {
            "ucp-agent": 'profile="https://agent.example/profile.json"',
            "idempotency-key": crypto.randomUUID(),
          },
        ),
      ({ code }) => assert.equal(code, "service_unavailable"),
    ),
  ],
  "/agent/commerce/acp/checkout_sessions": [
    notUncounted(
      () =>
        json(
          "/agent/commerce/acp/checkout_sessions",
          { line_items: [{ id: "reel-tape", quantity: 1 }], capabilities: {} },
          { "api-version": "2026-04-17", "idempotency-key": crypto.randomUUID() },
        ),
      ({ type, code }) =>
        assert.deepEqual([type, code], ["service_unavailable", "limiter_unavailable"]),
    ),
  ],
  "/agent/commerce/products": [
    {
      it: "is read while nobody can be counted",
      needs: "rig",
      ask: by(UNCOUNTED, { path: "/agent/commerce/products" }),
      status: 200,
    },
  ],
  "/mcp": [
    notUncounted(() => modern("tools/call", CREATE), isRefusedByMcp),
    {
      ...notUncounted(() => legacy("tools/call", CREATE), isRefusedByMcp),
      it: "creates nothing while nobody can be counted, in the handshake's era either",
    },
    {
      it: "reads while nobody can be counted",
      needs: "rig",
      ask: by(UNCOUNTED, modern("tools/call", CALL)),
      status: 200,
      check: ({ text }) => assert.ok(JSON.parse(text).result.structuredContent.hits.length > 0),
    },
  ],
};

/** What clients are held to, over HTTP and MCP together. */
const counted: Exchanges = {
  "/agent/search": [
    ofOneClient(
      "says on each answer how much is left",
      { path: SEARCH },
      200,
      async (first, ask) => {
        assert.equal(first.headers["ratelimit"], '"client";r=19;t=1');
        assert.equal(first.headers["ratelimit-policy"], POLICY);
        assert.equal(left(await ask({ path: SEARCH })), 18);
      },
    ),
    ofOneClient(
      "lets the burst through, and then refuses",
      { path: SEARCH },
      200,
      async (_, ask) => {
        const statuses = [];
        for (let each = 0; each < 25; each++) statuses.push((await ask({ path: SEARCH })).status);
        assert.deepEqual(statuses, [...Array(19).fill(200), ...Array(6).fill(429)]);
      },
    ),
    ofOneClient(
      "counts an operation that fails like one that succeeds",
      { path: "/agent/search?q=" },
      400,
      (answer) => assert.equal(left(answer), 19),
    ),
    ofOneClient(
      "counts a wrong method as a tenth",
      { method: "POST", path: "/agent/search", body: "{}" },
      405,
      async (_, ask) => {
        for (let each = 0; each < 8; each++)
          await ask({ method: "POST", path: "/agent/search", body: "{}" });
        assert.equal(left(await ask({ method: "PUT", path: "/agent/search", body: "{}" })), 19);
      },
    ),
    ofOneClient(
      "counts nothing for OPTIONS",
      { method: "OPTIONS", path: "/agent/search" },
      204,
      (answer) => assert.equal(answer.headers["ratelimit"], undefined),
    ),
    ofOneClient("counts HTTP and MCP together", { path: SEARCH }, 200, async (_, ask) => {
      assert.equal(left(await ask(legacy("tools/call", CALL))), 18);
      assert.equal(left(await ask(modern("tools/call", CALL))), 17);
      assert.equal(left(await ask({ path: SEARCH })), 16);
    }),
    {
      it: "shows the pages of any origin what is left",
      ask: { path: SEARCH },
      status: 200,
      headers: { "access-control-expose-headers": /RateLimit, RateLimit-Policy.*Retry-After/ },
    },
    {
      it: "refuses HEAD too, without a body",
      needs: "rig",
      ask: by(SPENT, { method: "HEAD", path: SEARCH }),
      status: 429,
      headers: { "retry-after": "1" },
    },
    {
      it: "lets everyone in while nobody can be counted",
      needs: "rig",
      ask: by(UNCOUNTED, { path: SEARCH }),
      status: 200,
      check: ({ headers }) => assert.equal(headers["ratelimit"], undefined),
    },
  ],
  "/agent/site.json": [
    {
      it: "says what clients are held to",
      needs: "rig",
      ask: () => by(newClient(), { path: "/agent/site.json" }),
      status: 200,
      check: ({ text }) => {
        const { limits } = JSON.parse(text);
        assert.deepEqual([limits.requests_per_minute, limits.burst], [60, 20]);
        assert.deepEqual([limits.verified_requests_per_minute, limits.verified_burst], [300, 60]);
      },
    },
  ],
  "/*": [
    free("/"),
    free("/llms.txt"),
    free("/openapi.json"),
    free("/support"),
    free("/healthz"),
    free("/metrics"),
    {
      it: "shows people its pages, whatever their agents have used up",
      needs: "rig",
      ask: by(SPENT, { path: "/" }),
      status: 200,
    },
    ofOneClient(
      "counts an unknown path under /agent/ as a tenth",
      { path: "/agent/nothing" },
      404,
      async (first, ask) => {
        assert.equal(left(first), 19);
        assert.equal(left(await ask({ path: SEARCH })), 18);
      },
    ),
    {
      it: "counts nothing asked of another host",
      needs: "rig",
      ask: by(SPENT, { path: SEARCH, headers: { host: "evil.example" } }),
      status: 421,
    },
  ],
  "/mcp": [
    refused("refuses a call over the rate with its id (2025-11-25)", legacy("tools/call", CALL), 7),
    refused(
      "refuses a call over the rate with its id (2026-07-28)",
      modern("tools/call", CALL),
      "seven",
    ),
    refused("refuses what is no message without one", posted("{"), null),
    ofOneClient(
      "says on each answer how much is left of the rate",
      legacy("tools/call", CALL),
      200,
      (answer) => assert.equal(left(answer), 19),
    ),
    ofOneClient(
      "counts the protocol's own messages as a tenth",
      legacy("ping"),
      200,
      async (_, ask) => {
        for (const asking of [
          legacy("tools/list"),
          posted('{"jsonrpc":"2.0","method":"notifications/initialized"}'),
          modern("server/discover"),
          posted("{"),
          legacy("nothing/here"),
        ])
          await ask(asking);
        for (let each = 0; each < 3; each++) await ask(legacy("ping"));
        assert.equal(left(await ask(legacy("ping"))), 19);
      },
    ),
    ofOneClient("counts no preflight", { method: "OPTIONS", path: "/mcp" }, 204, (answer) =>
      assert.equal(answer.headers["ratelimit"], undefined),
    ),
    {
      it: "counts no page that may not call",
      needs: "rig",
      ask: by(SPENT, legacy("ping", {}, { origin: "https://evil.example" })),
      status: 403,
    },
    {
      it: "shows the site's own pages what is left",
      ask: ({ info }) => legacy("ping", {}, { origin: new URL(info.url).origin }),
      status: 200,
      headers: { "access-control-expose-headers": /RateLimit, RateLimit-Policy.*Retry-After/ },
    },
  ],
};

/** What clients are held to, and what is done while that is not known. */
export const rateExchanges: Exchanges = joined(counted, uncounted);
