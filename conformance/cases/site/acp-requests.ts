import assert from "node:assert/strict";
import type { Exchange, SiteContext } from "../../case.ts";
import { END_PAYMENT_PATH } from "../../fixtures/payments.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";
import { newIdempotencyKey } from "./checkouts.ts";

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
  if (state) await settlePayment({ send }, created.continue_url, state);
  return created;
}

/** Ends a payment of the fixture's payment provider in a state. */
export async function settlePayment(
  { send }: Pick<SiteContext, "send">,
  url: string,
  state: string,
): Promise<void> {
  const body = new URLSearchParams({ payment: url.split("/").at(-1)!, state }).toString();
  await send({
    method: "POST",
    path: END_PAYMENT_PATH,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body,
  });
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

/** Returns an exchange for each invalid body and the error that it causes. */
export const refusalExchanges = (
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
  const send =
    (headers: Readonly<Record<string, string>>, sent: unknown = body) =>
    async (context: SiteContext) =>
      postRequest(await path(context), sent, headers);
  const repeatRequest = async (context: SiteContext, sent: unknown): Promise<TestRequest> => {
    const [at, key] = [await path(context), newIdempotencyKey()];
    await context.send(postRequest(at, body, { "idempotency-key": key }));
    return postRequest(at, sent, { "idempotency-key": key });
  };
  const assertVersionError = (code: string) => (response: TestResponse) => {
    assertAcpError(code)(response);
    assert.deepEqual(parseResponse(response).supported_versions, [VERSION]);
  };
  return [
    {
      it: "rejects a missing version and lists the supported versions",
      requires: "fixture",
      request: send({ "api-version": "" }),
      status: 400,
      check: assertVersionError("missing_api_version"),
    },
    {
      it: "rejects an unsupported version and lists the supported versions",
      requires: "fixture",
      request: send({ "api-version": "2025-09-29" }),
      status: 400,
      check: assertVersionError("unsupported_api_version"),
    },
    {
      it: "checks the version before the body",
      requires: "fixture",
      request: send({ "api-version": "2025-09-29" }, { strange: 1 }),
      status: 400,
      check: assertAcpError("unsupported_api_version"),
    },
    {
      it: "rejects a missing idempotency key",
      requires: "fixture",
      request: send({ "idempotency-key": "" }),
      status: 400,
      check: assertAcpError("idempotency_key_required"),
    },
    {
      it: "rejects an idempotency key of 256 characters",
      requires: "fixture",
      request: send({ "idempotency-key": "a".repeat(256) }),
      status: 400,
      check: assertAcpError("invalid"),
    },
    {
      it: "rejects a body that isn't JSON",
      requires: "fixture",
      proxySkipReason: "Prism doesn't respond to such a body",
      request: send({}, "{"),
      status: 400,
      check: assertAcpError("invalid"),
    },
    {
      it: "rejects a body that is an array",
      requires: "fixture",
      request: send({}, "[]"),
      status: 400,
      check: assertAcpError("invalid"),
    },
    {
      it: "rejects a body that isn't UTF-8",
      requires: "fixture",
      proxySkipReason: "Prism doesn't forward such bytes",
      request: send({}, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      status: 400,
      check: assertAcpError("invalid"),
    },
    {
      it: "rejects a body over the size limit",
      requires: "fixture",
      proxySkipReason: "Prism rejects bodies of this size",
      request: send({}, { order_notes: "a".repeat(1.5 * 1024 * 1024) }),
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
      request: send({
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
      request: send({}),
      status: 429,
      headers: { "retry-after": "1" },
      check: assertAcpError("rate_limited"),
    },
    {
      it: "reveals nothing about an unexpected error",
      fault: 500,
      request: send({}),
      status: 500,
      check: assertAcpError("internal"),
    },
    {
      it: "returns 503 while the payment provider is unavailable",
      fault: 503,
      request: send({}),
      status: 503,
      headers: { "retry-after": /^\d+$/ },
      check: assertAcpError("payments_unavailable"),
    },
  ];
}
