import assert from "node:assert/strict";
import type { Exchange } from "../../case.ts";
import {
  assertAcpError,
  assertOpenSession,
  createSession,
  getRequest,
  parseResponse,
  SESSIONS_PATH,
} from "./acp-common.ts";
import { createOpenCheckout, findOffer } from "./checkout-callbacks.ts";

/** Reads a session whose payment has ended in a state. */
const endedSessionExchange = (
  it: string,
  state: string,
  check: (session: any) => void,
): Exchange => ({
  it,
  requires: "fixture",
  request: async (context) => getRequest((await createSession(context, state)).id),
  status: 200,
  check: (response) => check(parseResponse(response)),
});

/** Reading a session over ACP. */
export const getAcpCheckout: readonly [Exchange, ...Exchange[]] = [
  {
    it: "returns the payment page of an unpaid session",
    requires: "fixture",
    request: async (context) => getRequest((await createSession(context)).id),
    status: 200,
    check: assertOpenSession,
  },
  endedSessionExchange(
    "returns a paid session as completed, with its order",
    "paid",
    ({ status, continue_url, order, id, totals }) => {
      assert.deepEqual(
        [status, continue_url, order.checkout_session_id, totals.at(-1).display_text],
        ["completed", undefined, id, "Total"],
      );
      assert.ok(order.id.startsWith("ord_") && order.permalink_url.endsWith(`/checkout/${id}`));
    },
  ),
  endedSessionExchange(
    "reports a payment that is still processing",
    "processing",
    ({ status, continue_url, order, messages }) => {
      assert.deepEqual(
        [status, continue_url, order, messages[0].type],
        ["complete_in_progress", undefined, undefined, "info"],
      );
    },
  ),
  endedSessionExchange(
    "returns a session as canceled if its payment failed, with the reason",
    "failed",
    ({ status, continue_url, messages }) => {
      assert.deepEqual(
        [status, continue_url, messages[0].type, messages[0].code],
        ["canceled", undefined, "error", "payment_declined"],
      );
    },
  ),
  endedSessionExchange(
    "returns an expired session as expired",
    "closed",
    ({ status, continue_url, messages }) => {
      assert.deepEqual(
        [status, continue_url, messages[0].type, messages[0].code],
        ["expired", undefined, "error", "expired"],
      );
    },
  ),
  {
    it: "returns a session that was created without ACP",
    writes: true,
    request: async (context) =>
      getRequest((await createOpenCheckout(context, await findOffer(context))).id),
    status: 200,
    check: assertOpenSession,
  },
  {
    it: "echoes the request ID",
    requires: "fixture",
    request: async (context) =>
      getRequest((await createSession(context)).id, {
        "request-id": "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4",
      }),
    status: 200,
    headers: { "request-id": "7d1f0c52-96a3-4a0e-9a43-5c1c36e0c1f4" },
  },
  {
    it: "forbids caching",
    requires: "fixture",
    request: async (context) => getRequest((await createSession(context)).id),
    status: 200,
    headers: { "cache-control": "no-store" },
  },
  {
    it: "rejects a missing version",
    request: { path: `${SESSIONS_PATH}/chk_any` },
    status: 400,
    check: assertAcpError("missing_api_version"),
  },
  {
    it: "rejects an unsupported version",
    request: getRequest("chk_any", { "api-version": "unreleased" }),
    status: 400,
    check: assertAcpError("unsupported_api_version"),
  },
  {
    it: "rejects an ID that is too long",
    request: getRequest("a".repeat(201)),
    status: 400,
    check: assertAcpError("invalid"),
  },
  {
    it: "returns 404 for an unknown ID",
    request: getRequest("chk_guessed"),
    status: 404,
    check: assertAcpError("not_found"),
  },
  {
    it: "returns 404 if nothing is for sale",
    requires: "fixture",
    request: getRequest("chk_any", { "fixture-shop": "empty" }),
    status: 404,
    check: assertAcpError("not_found"),
  },
  {
    it: "rejects a client that has exceeded its rate limit",
    rateLimited: true,
    request: getRequest("chk_any"),
    status: 429,
    headers: { "retry-after": "1" },
    check: assertAcpError("rate_limited"),
  },
  {
    it: "reveals nothing about an unexpected error",
    fault: 500,
    request: async (context) => getRequest((await createSession(context)).id),
    status: 500,
    check: assertAcpError("internal"),
  },
  {
    it: "returns 503 while the payment provider is unavailable",
    fault: 503,
    request: async (context) => getRequest((await createSession(context)).id),
    status: 503,
    headers: { "retry-after": /^\d+$/ },
    check: assertAcpError("payments_unavailable"),
  },
];
