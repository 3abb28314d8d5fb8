import assert from "node:assert/strict";
import type { Case, CasesOf } from "../../case.ts";
import {
  assertOpenCheckout,
  type Checkout,
  createOpenCheckout,
  endPayment,
  findOffer,
} from "./checkout-callbacks.ts";
import { assertRetryAfter } from "./limiter-outage.ts";

/** Reads a checkout whose payment has ended in a state. */
const endedCheckoutCase = (
  it: string,
  state: string | undefined,
  check: (checkout: Checkout) => void,
): Case<"getCheckout"> => ({
  it,
  requires: "fixture",
  input: async (context) => {
    const checkout = await createOpenCheckout(context, "reel-tape");
    if (state) await endPayment(context, checkout, state);
    return { id: checkout.id };
  },
  status: 200,
  check: ({ value }) => check(value),
});

/** Reading a checkout. */
export const getCheckout: CasesOf<"getCheckout"> = [
  {
    it: "returns a checkout that was created before",
    writes: true,
    input: async (context) => ({
      id: (await createOpenCheckout(context, await findOffer(context))).id,
    }),
    status: 200,
    check: assertOpenCheckout,
  },
  endedCheckoutCase(
    "returns the payment page of an unpaid checkout",
    undefined,
    ({ status, continue_url }) => assert.ok(status === "requires_escalation" && continue_url),
  ),
  endedCheckoutCase(
    "returns a paid checkout as completed, with its order",
    "paid",
    ({ status, continue_url, order, id }) => {
      assert.deepEqual([status, continue_url], ["completed", undefined]);
      assert.match(order!.id, /^ord_/);
      assert.ok(order!.url.endsWith(`/checkout/${id}`));
    },
  ),
  endedCheckoutCase(
    "reports a payment that is still processing",
    "processing",
    ({ status, continue_url, order }) =>
      assert.deepEqual(
        [status, continue_url, order],
        ["complete_in_progress", undefined, undefined],
      ),
  ),
  endedCheckoutCase("reports a failed payment", "failed", ({ status, continue_url }) =>
    assert.deepEqual([status, continue_url], ["payment_failed", undefined]),
  ),
  endedCheckoutCase(
    "returns an expired checkout as expired",
    "closed",
    ({ status, continue_url }) => assert.deepEqual([status, continue_url], ["expired", undefined]),
  ),
  {
    it: "rejects an ID that is too long",
    mockSkipReason: "Prism doesn't check the length of path parameters",
    input: { id: "a".repeat(201) },
    status: 400,
    problem: "invalid_input",
  },
  {
    it: "returns 404 for an unknown ID",
    input: { id: "chk_guessed" },
    status: 404,
    problem: "checkout_not_found",
  },
  {
    it: "rejects a client that has exceeded its rate limit",
    rateLimited: true,
    input: { id: "chk_any" },
    status: 429,
    problem: "rate_limited",
    check: assertRetryAfter,
  },
  {
    it: "reveals nothing about an unexpected error",
    fault: 500,
    input: async (context) => ({ id: (await createOpenCheckout(context, "reel-tape")).id }),
    status: 500,
    problem: "internal",
  },
  {
    it: "returns 503 while the payment provider is unavailable",
    fault: 503,
    input: async (context) => ({ id: (await createOpenCheckout(context, "reel-tape")).id }),
    status: 503,
    problem: "payments_unavailable",
  },
];
