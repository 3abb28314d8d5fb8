import assert from "node:assert/strict";
import type { Exchange, SiteContext } from "../../case.ts";
import type { TestRequest, TestResponse } from "../../targets/target.ts";
import { endPayment, newIdempotencyKey } from "./checkouts.ts";
import {
  assertUcpFault,
  assertUcpRefusal,
  createUcpSession,
  parseResponse,
  SESSIONS_PATH,
  ucpRequest,
} from "./ucp-requests.ts";

/** Begins a checkout. */
export const createRequest = (body: unknown, headers = {}): TestRequest =>
  ucpRequest("POST", SESSIONS_PATH, body, headers);
/** Reads one. */
export const getRequest = (id: string): TestRequest => ucpRequest("GET", `${SESSIONS_PATH}/${id}`);
/** Replaces what one is of. */
export const updateRequest = (id: string, body: unknown, headers = {}): TestRequest =>
  ucpRequest("PUT", `${SESSIONS_PATH}/${id}`, body, headers);
/** Asks for one to be completed. */
export const completeRequest = (id: string, body?: unknown, headers = {}): TestRequest =>
  ucpRequest("POST", `${SESSIONS_PATH}/${id}/complete`, body, headers);
/** Calls one off. */
export const cancelRequest = (id: string, body?: unknown, headers = {}): TestRequest =>
  ucpRequest("POST", `${SESSIONS_PATH}/${id}/cancel`, body, headers);
/** A header that makes a retry safe. */
export const idempotencyHeaders = (key: string) => ({ "idempotency-key": key });

/** What a buyer would pay with, if it were taken. */
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
/** The same as a mandate. */
export const AP2_BODY = { ap2: { checkout_mandate: "eyJ4242424242424242" } };

/** That what was sent to pay with is neither taken nor repeated, and that this is said. */
export function assertCardRefused(response: TestResponse): void {
  assert.ok(!response.text.includes("42424242"), "what pays is not repeated");
  assert.ok(
    parseResponse(response).messages.some(
      ({ type, code }: any) => type === "warning" && code === "payment_instrument_not_accepted",
    ),
    response.text,
  );
}

/** One subtotal, one total, and in between what makes the one of the other. */
export function assertTotals(totals: any[]): void {
  const of = (type: string) =>
    totals.filter((each) => each.type === type).map(({ amount }) => amount);
  assert.deepEqual([of("subtotal").length, of("total").length], [1, 1]);
  assert.equal(
    totals.filter(({ type }) => type !== "total").reduce((sum, { amount }) => sum + amount, 0),
    of("total")[0],
  );
}

/** That the answer is a checkout that is yet to be paid, with all that it must say. */
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

/** A checkout of UCP's whose payment has come to an end, or that was called off. */
export async function createEndedSession(
  context: SiteContext,
  state: string | undefined,
): Promise<any> {
  const checkout = await createUcpSession(context);
  if (state === "canceled") await context.send(cancelRequest(checkout.id));
  else if (state) await endPayment(context, checkout, state);
  return checkout;
}

/** That a checkout which is over can't be dealt with in a way any more. */
export const endedSessionExchanges = (
  request: (id: string) => TestRequest,
  states: readonly string[],
): Exchange[] =>
  states.map((state) => ({
    it: `refuses one that is ${state}`,
    requires: "fixture",
    request: async (context) => request((await createEndedSession(context, state)).id),
    status: 409,
    check: assertUcpFault("checkout_not_modifiable"),
  }));

/** What is said of a checkout that is not known. */
export const unknownSessionExchanges = (request: (id: string) => TestRequest): Exchange[] => [
  {
    it: "does not know an id that was guessed",
    request: request("chk_guessed"),
    status: 200,
    check: assertUcpRefusal("not_found"),
  },
  {
    it: "refuses an id that no checkout could have",
    requires: "fixture",
    proxySkipReason: "Prism does not hold the length of a path against it",
    request: request("a".repeat(201)),
    status: 400,
    check: assertUcpFault("invalid_request", /^id: /),
  },
];

/** What a key does for whatever is asked. */
export const idempotencyExchanges = (
  send: (context: SiteContext, key: string, other?: boolean) => Promise<TestRequest>,
  status: number,
): Exchange[] => [
  {
    it: "is answered the same by the same key",
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
    it: "refuses a key that was used for another request",
    requires: "fixture",
    request: async (context) => {
      const key = newIdempotencyKey();
      const request = await send(context, key);
      await context.send(request);
      return { ...request, body: (await send(context, key, true)).body! };
    },
    status: 409,
    check: assertUcpFault("idempotency_conflict"),
  },
  {
    it: "refuses a key of 256 characters",
    requires: "fixture",
    request: (context) => send(context, "a".repeat(256)),
    status: 400,
    check: assertUcpFault("invalid_request", /^idempotency-key: /),
  },
];
