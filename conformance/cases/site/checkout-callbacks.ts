import assert from "node:assert/strict";
import type { Output } from "../../../core/site/contract.ts";
import { type CallResult, type Exchanges, type SiteContext, skip } from "../../case.ts";
import { END_PAYMENT_PATH } from "../../fixtures/payments.ts";
import { unlessForwarded } from "../conditions.ts";

export type Checkout = Output<"getCheckout">;

/** Returns the ID of an available offer. Skips the case if there is none. */
export async function findOffer({ call }: SiteContext): Promise<string> {
  const { value } = await call("listProducts", {});
  return (
    value.offers.find(({ available }) => available)?.id ??
    skip("nothing is for sale, or every offer is sold out")
  );
}

/** Creates a checkout of an offer with the caller under test. */
export async function createOpenCheckout(
  { call }: SiteContext,
  offer: string,
  extra: object = {},
): Promise<Checkout> {
  return (await call("createCheckout", { offer, ...extra })).value;
}

/** Ends a checkout's payment at the fixture's payment provider in a state. */
export async function endPayment(
  { send }: Pick<SiteContext, "send">,
  { continue_url: url = "" }: { continue_url?: string | undefined },
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

/** Returns an unused idempotency key. */
export const newIdempotencyKey = (): string => `key-${crypto.randomUUID()}`;

/** Checks that a checkout waits for the buyer to pay. */
export const assertOpenCheckout = ({ value }: CallResult<Checkout>): void => {
  assert.equal(value.status, "requires_escalation");
  assert.ok(value.continue_url && URL.canParse(value.continue_url), String(value.continue_url));
  assert.match(value.message, /continue_url/);
  assert.ok(Date.parse(value.expires_at) > Date.parse(value.created_at));
  assert.equal(value.order, undefined);
  assert.ok(value.id.length >= 24, "the ID is short enough to guess");
};

const WEBHOOK_PATH = "/agent/commerce/webhooks/fixture";
const SIGNED_HEADERS = { "fixture-signature": "valid", "content-type": "application/json" };

/** Creates a paid checkout that no client has read since, and the webhook body that reports it. */
async function createPaidCheckout(context: SiteContext): Promise<{ id: string; event: string }> {
  const checkout = await createOpenCheckout(context, "desk-license");
  await endPayment(context, checkout, "paid");
  return {
    id: checkout.id,
    event: JSON.stringify({
      id: `evt_${checkout.id}`,
      payment: checkout.continue_url!.split("/").at(-1),
    }),
  };
}

/** Requests of the payment provider and of the buyer's browser. */
export const checkoutCallbackExchanges: Exchanges = {
  "/agent/commerce/webhooks/{provider}": [
    {
      it: "accepts an event that the payment provider signed",
      requires: "fixture",
      request: async (context) => ({
        method: "POST",
        path: WEBHOOK_PATH,
        headers: SIGNED_HEADERS,
        body: (await createPaidCheckout(context)).event,
      }),
      status: 200,
    },
    {
      it: "accepts a repeated event, and an event of an unknown payment",
      requires: "fixture",
      request: {
        method: "POST",
        path: WEBHOOK_PATH,
        headers: SIGNED_HEADERS,
        body: '{"id":"evt_twice","payment":"pay_unknown"}',
      },
      status: 200,
      async check(_, { send }) {
        const { status } = await send({
          method: "POST",
          path: WEBHOOK_PATH,
          headers: SIGNED_HEADERS,
          body: '{"id":"evt_twice","payment":"pay_unknown"}',
        });
        assert.equal(status, 200);
      },
    },
    {
      it: "accepts an event with a false state, because it reads the state from the provider",
      requires: "fixture",
      request: async (context) => {
        const { continue_url: url } = await createOpenCheckout(context, "desk-license");
        return {
          method: "POST",
          path: WEBHOOK_PATH,
          headers: SIGNED_HEADERS,
          body: JSON.stringify({ id: "evt_lie", payment: url!.split("/").at(-1), state: "paid" }),
        };
      },
      status: 200,
    },
    {
      it: "rejects an event with a forged signature",
      requires: "fixture",
      request: {
        method: "POST",
        path: WEBHOOK_PATH,
        headers: { "fixture-signature": "forged" },
        body: '{"id":"evt_1"}',
      },
      status: 400,
      mediaType: "application/problem+json",
    },
    {
      it: "rejects an unsigned event",
      requires: "fixture",
      request: { method: "POST", path: WEBHOOK_PATH, body: '{"id":"evt_1"}' },
      status: 400,
      mediaType: "application/problem+json",
    },
    {
      it: "returns 404 for an unknown provider",
      request: { method: "POST", path: "/agent/commerce/webhooks/nobody", body: "{}" },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "returns 405 and lists the allowed methods",
      request: { path: WEBHOOK_PATH },
      status: 405,
      mediaType: "application/problem+json",
      headers: { allow: "POST, OPTIONS" },
    },
    {
      it: "returns 503 while the provider is unavailable, so that the provider retries",
      fault: 503,
      request: {
        method: "POST",
        path: WEBHOOK_PATH,
        headers: SIGNED_HEADERS,
        body: '{"id":"evt_later"}',
      },
      status: 503,
      headers: { "retry-after": /^\d+$/ },
    },
  ],
  "/checkout/{id}": [
    {
      it: "shows the buyer the state of the checkout and the link to pay",
      requires: "fixture",
      request: async (context) => ({
        path: `/checkout/${(await createOpenCheckout(context, "reel-tape")).id}`,
      }),
      status: 200,
      mediaType: "text/html",
      headers: {
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
        "content-security-policy": /default-src 'none'/,
      },
      check: ({ text }) =>
        assert.match(text, /Not paid yet.*href="[^"]+\/pay\/[^"]+".*Reel of tape/s),
    },
    {
      it: "thanks a buyer who has paid and shows the order number",
      requires: "fixture",
      request: async (context) => ({ path: `/checkout/${(await createPaidCheckout(context)).id}` }),
      status: 200,
      mediaType: "text/html",
      check: ({ text }) => assert.match(text, /Thank you.*ord_/s),
    },
    unlessForwarded({
      it: "returns 404 for an unknown ID",
      request: { path: "/checkout/chk_guessed" },
      status: 404,
      mediaType: "application/problem+json",
    }),
    unlessForwarded({
      it: "leaves other paths to the pages of the site",
      request: { path: "/checkout/help.html" },
      status: 404,
      mediaType: "application/problem+json",
    }),
    unlessForwarded({
      it: "returns 405 and lists the allowed methods",
      request: { method: "POST", path: "/checkout/chk_guessed", body: "{}" },
      status: 405,
      headers: { allow: "GET, HEAD, OPTIONS" },
    }),
  ],
};
