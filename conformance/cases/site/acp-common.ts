import assert from "node:assert/strict";
import type { Exchange, SiteContext } from "../../case.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";
import { endPayment, newIdempotencyKey } from "./checkout-callbacks.ts";

/** The path that creates sessions. */
export const SESSIONS_PATH = "/agent/commerce/acp/checkout_sessions";

export const VERSION = "2026-04-17";

/**
 * Returns a POST with the headers that ACP requires and a new idempotency key. The value `""` omits
 * a header.
 */
export function postRequest(
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): TestRequest {
  const all = {
    "api-version": VERSION,
    "idempotency-key": newIdempotencyKey(),
    "content-type": "application/json",
    ...headers,
  };
  return {
    method: "POST",
    path,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== "")),
    ...(body !== undefined && {
      body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  };
}

/** Returns a GET of a session with the headers that ACP requires. */
export const getRequest = (
  id: string,
  headers: Readonly<Record<string, string>> = {},
): TestRequest => ({
  path: `${SESSIONS_PATH}/${id}`,
  headers: { "api-version": VERSION, ...headers },
});

/** Returns the body that creates a session of one offer. `extra` adds fields. */
export const oneItemBody = (id: string, extra: object = {}): object => ({
  line_items: [{ id, quantity: 1 }],
  capabilities: {},
  ...extra,
});

/** Parses the body of a response. */
export const parseResponse = ({ text }: TestResponse): any => JSON.parse(text);

/** Creates a session over ACP. If `state` is set, its payment ends in that state. */
export async function createSession({ send }: SiteContext, state?: string): Promise<any> {
  const created = parseResponse(await send(postRequest(SESSIONS_PATH, oneItemBody("reel-tape"))));
  if (state) await endPayment({ send }, created, state);
  return created;
}

/** The types of ACP errors whose status isn't 4xx. */
const ERROR_TYPES: Readonly<Record<number, string>> = {
  500: "processing_error",
  503: "service_unavailable",
};

/** Checks that the response is an ACP error with this code and parameter. */
export const assertAcpError =
  (code: string, param?: string) =>
  (response: TestResponse): void => {
    const { type, ...error } = parseResponse(response);
    assert.deepEqual([error.code, error.param], [code, param], response.text);
    assert.equal(type, ERROR_TYPES[response.status] ?? "invalid_request");
    assert.ok(error.message.length > 10);
  };

/** Checks that a session waits for the buyer to pay. */
export function assertOpenSession(response: TestResponse): void {
  const { status, continue_url, messages, order, protocol, capabilities } = parseResponse(response);
  assert.deepEqual(
    [status, order, protocol.version, capabilities.payment.handlers],
    ["requires_escalation", undefined, "2026-04-17", []],
  );
  assert.ok(URL.canParse(continue_url), continue_url);
  assert.deepEqual(
    [messages.at(-1).type, messages.at(-1).resolution],
    ["info", "requires_buyer_input"],
  );
  assert.match(messages.at(-1).content, /continue_url/);
}

/** Returns an exchange for each invalid body and the error that it causes. */
export const rejectedBodyExchanges = (
  path: (context: SiteContext) => string | Promise<string>,
  bodies: readonly [it: string, body: unknown, code: string, param?: string][],
): Exchange[] =>
  bodies.map(([it, body, code, param]) => ({
    it: `rejects ${it}`,
    requires: "fixture",
    request: async (context) => postRequest(await path(context), body),
    status: 400,
    check: assertAcpError(code, param),
  }));

/**
 * Returns the exchanges that apply to every POST of ACP. `body` and `other` are two valid bodies.
 */
export function commonPostExchanges(
  path: (context: SiteContext) => string | Promise<string>,
  body: object,
  other: object,
  status = 200,
): Exchange[] {
  const withHeaders =
    (headers: Readonly<Record<string, string>>, requestBody: unknown = body) =>
    async (context: SiteContext) =>
      postRequest(await path(context), requestBody, headers);
  const repeatRequest = async (context: SiteContext, secondBody: unknown): Promise<TestRequest> => {
    const target = await path(context);
    const headers = { "idempotency-key": newIdempotencyKey() };
    await context.send(postRequest(target, body, headers));
    return postRequest(target, secondBody, headers);
  };
  const assertVersionError = (code: string) => (response: TestResponse) => {
    assertAcpError(code)(response);
    assert.deepEqual(parseResponse(response).supported_versions, [VERSION]);
  };
  return [
    {
      it: "rejects a missing version and lists the supported versions",
      requires: "fixture",
      request: withHeaders({ "api-version": "" }),
      status: 400,
      check: assertVersionError("missing_api_version"),
    },
    {
      it: "rejects an unsupported version and lists the supported versions",
      requires: "fixture",
      request: withHeaders({ "api-version": "2025-09-29" }),
      status: 400,
      check: assertVersionError("unsupported_api_version"),
    },
    {
      it: "checks the version before the body",
      requires: "fixture",
      request: withHeaders({ "api-version": "2025-09-29" }, { strange: 1 }),
      status: 400,
      check: assertAcpError("unsupported_api_version"),
    },
    {
      it: "rejects a missing idempotency key",
      requires: "fixture",
      request: withHeaders({ "idempotency-key": "" }),
      status: 400,
      check: assertAcpError("idempotency_key_required"),
    },
    {
      it: "rejects an idempotency key of 256 characters",
      requires: "fixture",
      request: withHeaders({ "idempotency-key": "a".repeat(256) }),
      status: 400,
      check: assertAcpError("invalid"),
    },
    {
      it: "rejects a body that isn't JSON",
      requires: "fixture",
      proxySkipReason: "Prism doesn't respond to such a body",
      request: withHeaders({}, "{"),
      status: 400,
      check: assertAcpError("invalid"),
    },
    {
      it: "rejects a body that is declared as text",
      requires: "fixture",
      proxySkipReason: "Prism rejects other media types itself",
      request: withHeaders({ "content-type": "text/plain" }),
      status: 400,
      check: assertAcpError("invalid"),
    },
    {
      it: "accepts a body with a charset in its Content-Type",
      requires: "fixture",
      request: withHeaders({ "content-type": "Application/JSON; charset=utf-8" }),
      status,
    },
    {
      it: "rejects a body that is an array",
      requires: "fixture",
      request: withHeaders({}, "[]"),
      status: 400,
      check: assertAcpError("invalid"),
    },
    {
      it: "rejects a body that isn't UTF-8",
      requires: "fixture",
      proxySkipReason: "Prism doesn't forward such bytes",
      request: withHeaders({}, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      status: 400,
      check: assertAcpError("invalid"),
    },
    {
      it: "rejects a body over the size limit",
      requires: "fixture",
      proxySkipReason: "Prism rejects bodies of this size",
      request: withHeaders({}, { order_notes: "a".repeat(1.5 * 1024 * 1024) }),
      status: 413,
      check: assertAcpError("body_too_large"),
    },
    {
      it: "replays the response for the same idempotency key, and marks it as a replay",
      requires: "fixture",
      request: (context) => repeatRequest(context, body),
      status,
      headers: { "idempotent-replayed": "true", "idempotency-key": /^key-/ },
    },
    {
      it: "rejects an idempotency key that was used with another body",
      requires: "fixture",
      request: (context) => repeatRequest(context, other),
      status: 422,
      headers: { "idempotency-key": /^key-/ },
      check: assertAcpError("idempotency_conflict"),
    },
    {
      it: "echoes the request ID and the idempotency key",
      requires: "fixture",
      request: withHeaders({
        "request-id": "request_id_123",
        "idempotency-key": "key-of-my-own",
        "api-version": "1999-01-01",
      }),
      status: 400,
      headers: { "request-id": "request_id_123", "idempotency-key": "key-of-my-own" },
    },
    {
      it: "rejects a client that has exceeded its rate limit",
      rateLimited: true,
      request: withHeaders({}),
      status: 429,
      headers: { "retry-after": "1" },
      check: assertAcpError("rate_limited"),
    },
    {
      it: "reveals nothing about an unexpected error",
      fault: 500,
      request: withHeaders({}),
      status: 500,
      check: assertAcpError("internal"),
    },
    {
      it: "returns 503 while the payment provider is unavailable",
      fault: 503,
      request: withHeaders({}),
      status: 503,
      headers: { "retry-after": /^\d+$/ },
      check: assertAcpError("payments_unavailable"),
    },
  ];
}
