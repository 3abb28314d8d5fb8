import assert from "node:assert/strict";
import type { Exchange, SiteContext } from "../../case.ts";
import { END_PAYMENT_PATH } from "../../fixtures/payments.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";
import { newIdempotencyKey } from "./checkouts.ts";

/** Where sessions are created. */
export const SESSIONS_PATH = "/agent/commerce/acp/checkout_sessions";

export const VERSION = "2026-04-17";

/** A POST as ACP wants it, with a key of its own. An empty header is one to be left out. */
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

/** A GET as ACP wants it. */
export const getRequest = (
  id: string,
  headers: Readonly<Record<string, string>> = {},
): TestRequest => ({
  path: `${SESSIONS_PATH}/${id}`,
  headers: { "api-version": VERSION, ...headers },
});

/** What a new session of one offer says; more fields of it, and other ones. */
export const oneItemBody = (id: string, extra: object = {}): object => ({
  line_items: [{ id, quantity: 1 }],
  capabilities: {},
  ...extra,
});

/** What an answer says. */
export const parseResponse = ({ text }: TestResponse): any => JSON.parse(text);

/** A new session, made by ACP; brought to an end where a state of its payment is given. */
export async function createSession({ send }: SiteContext, state?: string): Promise<any> {
  const created = parseResponse(await send(postRequest(SESSIONS_PATH, oneItemBody("reel-tape"))));
  if (state) await settlePayment({ send }, created.continue_url, state);
  return created;
}

/** Has the rig's provider bring a payment to an end. */
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

/** That the answer is ACP's error of this code, about this part of the body. */
export const assertAcpError =
  (code: string, param?: string) =>
  (response: TestResponse): void => {
    const { type, ...error } = parseResponse(response);
    assert.deepEqual([error.code, error.param], [code, param], response.text);
    assert.equal(
      type,
      response.status === 503
        ? "service_unavailable"
        : response.status === 500
          ? "processing_error"
          : "invalid_request",
    );
    assert.ok(error.message.length > 10);
  };

/** Each body with what it is refused with. */
export const refusalExchanges = (
  path: (context: SiteContext) => string | Promise<string>,
  bodies: readonly [it: string, body: unknown, code: string, param?: string][],
): Exchange[] =>
  bodies.map(([it, body, code, param]) => ({
    it: `refuses ${it}`,
    requires: "fixture",
    request: async (context) => postRequest(await path(context), body),
    status: 400,
    check: assertAcpError(code, param),
  }));

/** What holds for every POST of ACP; `body` is one that is taken. */
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
  const isVersions = (code: string) => (response: TestResponse) => (
    assertAcpError(code)(response),
    assert.deepEqual(parseResponse(response).supported_versions, [VERSION])
  );
  return [
    {
      it: "refuses a missing version, and says which there are",
      requires: "fixture",
      request: send({ "api-version": "" }),
      status: 400,
      check: isVersions("missing_api_version"),
    },
    {
      it: "refuses a version that is not served",
      requires: "fixture",
      request: send({ "api-version": "2025-09-29" }),
      status: 400,
      check: isVersions("unsupported_api_version"),
    },
    {
      it: "refuses an unserved version before it looks at the body",
      requires: "fixture",
      request: send({ "api-version": "2025-09-29" }, { strange: 1 }),
      status: 400,
      check: assertAcpError("unsupported_api_version"),
    },
    {
      it: "refuses a missing key",
      requires: "fixture",
      request: send({ "idempotency-key": "" }),
      status: 400,
      check: assertAcpError("idempotency_key_required"),
    },
    {
      it: "refuses a key of 256 characters",
      requires: "fixture",
      request: send({ "idempotency-key": "a".repeat(256) }),
      status: 400,
      check: assertAcpError("invalid"),
    },
    {
      it: "refuses a body that is no JSON",
      requires: "fixture",
      proxySkipReason: "Prism gives no answer to such a body",
      request: send({}, "{"),
      status: 400,
      check: assertAcpError("invalid"),
    },
    {
      it: "refuses a body that is a list",
      requires: "fixture",
      request: send({}, "[]"),
      status: 400,
      check: assertAcpError("invalid"),
    },
    {
      it: "refuses a body that is not UTF-8",
      requires: "fixture",
      proxySkipReason: "Prism does not pass such bytes on",
      request: send({}, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
      status: 400,
      check: assertAcpError("invalid"),
    },
    {
      it: "refuses a body that is larger than is read",
      requires: "fixture",
      proxySkipReason: "Prism reads no body of this size",
      request: send({}, { order_notes: "a".repeat(1.5 * 1024 * 1024) }),
      status: 413,
      check: assertAcpError("body_too_large"),
    },
    {
      it: "gives the same answer to the same key, and says so",
      requires: "fixture",
      request: (context) => repeatRequest(context, body),
      status,
      headers: { "idempotent-replayed": "true", "idempotency-key": /^key-/ },
    },
    {
      it: "refuses a key that was used with another body",
      requires: "fixture",
      request: (context) => repeatRequest(context, other),
      status: 422,
      headers: { "idempotency-key": /^key-/ },
      check: assertAcpError("idempotency_conflict"),
    },
    {
      it: "gives back the request's own id and key",
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
      it: "refuses a client that has used up its rate",
      rateLimited: true,
      request: send({}),
      status: 429,
      headers: { "retry-after": "1" },
      check: assertAcpError("rate_limited"),
    },
    {
      it: "tells nothing of an unexpected fault",
      fault: 500,
      request: send({}),
      status: 500,
      check: assertAcpError("internal"),
    },
    {
      it: "says when the payment provider can't be reached",
      fault: 503,
      request: send({}),
      status: 503,
      headers: { "retry-after": /^\d+$/ },
      check: assertAcpError("payments_unavailable"),
    },
  ];
}
