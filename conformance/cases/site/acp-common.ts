import assert from "node:assert/strict";
import type { Exchange, SiteContext } from "../../case.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";
import { assertAcpError } from "./acp-checks.ts";
import { parseResponse, postRequest, VERSION } from "./acp-requests.ts";
import { newIdempotencyKey } from "./checkout-helpers.ts";

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
