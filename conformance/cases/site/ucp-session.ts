import assert from "node:assert/strict";
import type { Exchange, SiteContext } from "../../case.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";
import { endPayment, newIdempotencyKey } from "./checkout-callbacks.ts";
import {
  assertUcpError,
  assertUcpErrorMessage,
  createUcpSession,
  parseResponse,
  SESSIONS_PATH,
  ucpRequest,
} from "./ucp-requests.ts";

/** Returns the request that creates a session. */
export const createRequest = (body: unknown, headers = {}): TestRequest =>
  ucpRequest("POST", SESSIONS_PATH, body, headers);
/** Returns the request that reads a session. */
export const getRequest = (id: string): TestRequest => ucpRequest("GET", `${SESSIONS_PATH}/${id}`);
/** Returns the request that replaces the line items of a session. */
export const updateRequest = (id: string, body: unknown, headers = {}): TestRequest =>
  ucpRequest("PUT", `${SESSIONS_PATH}/${id}`, body, headers);
/** Returns the request that completes a session. */
export const completeRequest = (id: string, body?: unknown, headers = {}): TestRequest =>
  ucpRequest("POST", `${SESSIONS_PATH}/${id}/complete`, body, headers);
/** Returns the request that cancels a session. */
export const cancelRequest = (id: string, body?: unknown, headers = {}): TestRequest =>
  ucpRequest("POST", `${SESSIONS_PATH}/${id}/cancel`, body, headers);
/** Returns the header with an idempotency key. */
export const idempotencyHeaders = (key: string) => ({ "idempotency-key": key });

/** A body with a card, which Jackfield must not accept. */
export const CARD_BODY = {
  payment: {
    instruments: [
      {
        id: "pi_1",
        handler_id: "h_1",
        type: "card",
        credential: { type: "card", number: "4242424242424242", cvc: "737" },
      },
    ],
  },
};
/** A body with an AP2 mandate, which Jackfield must not accept. */
export const AP2_BODY = { ap2: { checkout_mandate: "eyJ4242424242424242" } };

/** Checks that payment data is neither accepted nor repeated, and that a message explains this. */
export function assertPaymentDataRejected(response: TestResponse): void {
  assert.ok(!response.text.includes("42424242"), "the response repeats payment data");
  assert.ok(
    parseResponse(response).messages.some(
      ({ type, code }: any) => type === "warning" && code === "payment_instrument_not_accepted",
    ),
    response.text,
  );
}

/**
 * Checks that there is one subtotal and one total, and that the other amounts add up to the total.
 */
export function assertTotals(totals: any[]): void {
  const amountsOf = (type: string) =>
    totals.filter((each) => each.type === type).map(({ amount }) => amount);
  assert.deepEqual([amountsOf("subtotal").length, amountsOf("total").length], [1, 1]);
  assert.equal(
    totals.filter(({ type }) => type !== "total").reduce((sum, { amount }) => sum + amount, 0),
    amountsOf("total")[0],
  );
}

/** Checks that the response is an unpaid session with every required member. */
export function assertOpenSession(response: TestResponse): void {
  const {
    ucp,
    status,
    continue_url: url,
    messages,
    totals,
    line_items: lines,
    links,
    order,
    expires_at: expires,
  } = parseResponse(response);
  assert.deepEqual(ucp, {
    version: "2026-04-08",
    status: "success",
    capabilities: { "dev.ucp.shopping.checkout": [{ version: "2026-04-08" }] },
    payment_handlers: {},
  });
  assert.deepEqual([status, order, URL.canParse(url)], ["requires_escalation", undefined, true]);
  assert.deepEqual(
    [messages[0].code, messages[0].severity],
    ["payment_required", "requires_buyer_input"],
  );
  assert.ok(Date.parse(expires) > Date.now());
  assert.deepEqual(
    links.map(({ type }: any) => type),
    ["terms_of_service", "privacy_policy", "support"],
  );
  for (const each of [totals, ...lines.map((line: any) => line.totals)]) assertTotals(each);
}

/** Creates a session over UCP whose payment has ended in a state, or that is canceled. */
export async function createEndedSession(
  context: SiteContext,
  state: string | undefined,
): Promise<any> {
  const checkout = await createUcpSession(context);
  if (state === "canceled") await context.send(cancelRequest(checkout.id));
  else if (state) await endPayment(context, checkout, state);
  return checkout;
}

/** Returns the exchanges that check that a request fails once the checkout has ended. */
export const endedSessionExchanges = (
  request: (id: string) => TestRequest,
  states: readonly string[],
): Exchange[] =>
  states.map((state) => ({
    it: `rejects a session that is ${state}`,
    requires: "fixture",
    request: async (context) => request((await createEndedSession(context, state)).id),
    status: 409,
    check: assertUcpError("checkout_not_modifiable"),
  }));

/** Returns the exchanges for IDs of sessions that don't exist. */
export const unknownSessionExchanges = (request: (id: string) => TestRequest): Exchange[] => [
  {
    it: "reports an unknown ID as not found",
    request: request("chk_guessed"),
    status: 200,
    check: assertUcpErrorMessage("not_found"),
  },
  {
    it: "rejects an ID that is too long",
    requires: "fixture",
    proxySkipReason: "Prism doesn't check the length of path parameters",
    request: request("a".repeat(201)),
    status: 400,
    check: assertUcpError("invalid_request", /^id: /),
  },
];

/** Returns the exchanges of idempotency keys that apply to every UCP operation that writes. */
export const idempotencyExchanges = (
  send: (context: SiteContext, key: string, other?: boolean) => Promise<TestRequest>,
  status: number,
): Exchange[] => [
  {
    it: "returns the same response for the same idempotency key",
    requires: "fixture",
    request: (context) => send(context, newIdempotencyKey()),
    status,
    async check(_, context) {
      const request = await send(context, newIdempotencyKey());
      const responses = [
        await context.send(request),
        await context.send(request),
        await context.send(request),
      ];
      assert.equal(new Set(responses.map(({ status: each, text }) => `${each} ${text}`)).size, 1);
    },
  },
  {
    it: "rejects an idempotency key that was used for another request",
    requires: "fixture",
    request: async (context) => {
      const key = newIdempotencyKey();
      const request = await send(context, key);
      await context.send(request);
      return { ...request, body: (await send(context, key, true)).body! };
    },
    status: 409,
    check: assertUcpError("idempotency_conflict"),
  },
  {
    it: "rejects an idempotency key of 256 characters",
    requires: "fixture",
    request: (context) => send(context, "a".repeat(256)),
    status: 400,
    check: assertUcpError("invalid_request", /^idempotency-key: /),
  },
];
