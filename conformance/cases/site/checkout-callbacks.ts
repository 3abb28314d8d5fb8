import assert from "node:assert/strict";
import type { Exchanges, SiteContext } from "../../case.ts";
import { createOpenCheckout, endPayment } from "./checkouts.ts";

const WEBHOOK_PATH = "/agent/commerce/webhooks/fixture";
const SIGNED_HEADERS = { "fixture-signature": "valid", "content-type": "application/json" };

/** A checkout whose payment has come to an end without anybody having asked since; what the provider's notice of it says. */
async function createPaidCheckout(context: SiteContext): Promise<{ id: string; notice: string }> {
  const checkout = await createOpenCheckout(context, "desk-license");
  await endPayment(context, checkout, "paid");
  return {
    id: checkout.id,
    notice: JSON.stringify({
      id: `evt_${checkout.id}`,
      payment: checkout.continue_url!.split("/").at(-1),
    }),
  };
}

/** What is asked by the payment provider and by the buyer's browser. */
export const checkoutCallbackExchanges: Exchanges = {
  "/agent/commerce/webhooks/{provider}": [
    {
      it: "takes what the payment provider has signed",
      requires: "fixture",
      request: async (context) => ({
        method: "POST",
        path: WEBHOOK_PATH,
        headers: SIGNED_HEADERS,
        body: (await createPaidCheckout(context)).notice,
      }),
      status: 200,
    },
    {
      it: "takes the same notice again, and one of a payment that nobody knows",
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
      it: "believes the provider and not the notice: a payment is as the provider says when it is asked",
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
      it: "refuses what the provider has not signed",
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
      it: "refuses what nobody has signed",
      requires: "fixture",
      request: { method: "POST", path: WEBHOOK_PATH, body: '{"id":"evt_1"}' },
      status: 400,
      mediaType: "application/problem+json",
    },
    {
      it: "knows no other provider",
      request: { method: "POST", path: "/agent/commerce/webhooks/nobody", body: "{}" },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "answers 405 and says what it allows",
      request: { path: WEBHOOK_PATH },
      status: 405,
      mediaType: "application/problem+json",
      headers: { allow: "POST, OPTIONS" },
    },
    {
      it: "is left to be tried again while the provider can't be reached",
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
      it: "shows the buyer how the checkout stands, and the way on",
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
        assert.match(text, /Not paid yet[^]*href="[^"]+\/pay\/[^"]+"[^]*Reel of tape/),
    },
    {
      it: "thanks the buyer who has paid, and names the order",
      requires: "fixture",
      request: async (context) => ({ path: `/checkout/${(await createPaidCheckout(context)).id}` }),
      status: 200,
      mediaType: "text/html",
      check: ({ text }) => assert.match(text, /Thank you[^]*ord_/),
    },
    {
      it: "does not know an id that was guessed",
      request: { path: "/checkout/chk_guessed" },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "leaves other paths to the site's own pages",
      request: { path: "/checkout/help.html" },
      status: 404,
      mediaType: "application/problem+json",
    },
    {
      it: "answers 405 and says what it allows",
      request: { method: "POST", path: "/checkout/chk_guessed", body: "{}" },
      status: 405,
      headers: { allow: "GET, HEAD, OPTIONS" },
    },
  ],
};
