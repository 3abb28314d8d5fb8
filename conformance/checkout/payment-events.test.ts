import { beforeEach, describe, expect, it } from "vitest";
import { newCheckoutId } from "../../core/site/checkout/checkout.ts";
import { openCheckout } from "../../core/site/checkout/checkout-service.ts";
import { handlePaymentEvent } from "../../core/site/checkout/payment-events.ts";
import { createFixtureCommerce, type FixtureCommerce } from "./commerce.ts";

const REQUESTED = [{ offer: "desk-license", quantity: 1 }];

let fixture: FixtureCommerce;
beforeEach(async () => {
  fixture = await createFixtureCommerce();
});

describe("handlePaymentEvent", () => {
  it.each([
    { when: "that arrives twice", events: ["evt_1", "evt_1"] },
    { when: "that arrives after another event", events: ["evt_0", "evt_1"] },
  ])("completes the checkout once for an event $when", async ({ events }) => {
    const { commerce, checkoutStore, endPayment } = fixture;
    const { id, payment } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    await endPayment(payment!, "paid");
    for (const event of events)
      await handlePaymentEvent(commerce, { id: event, payment: payment! });
    expect(await checkoutStore.findCheckout(id)).toMatchObject({ state: "completed", version: 3 });
  });

  it("handles the next delivery of an event after a failure", async () => {
    const { commerce, payments, checkoutStore, endPayment } = fixture;
    const { id, payment } = await openCheckout(commerce, newCheckoutId(), REQUESTED);
    await endPayment(payment!, "paid");
    const unreachable = {
      ...payments,
      findPayment: () => Promise.reject(new Error("connection lost")),
    };
    const event = { id: "evt_1", payment: payment! };
    await expect(handlePaymentEvent({ ...commerce, payments: unreachable }, event)).rejects.toThrow(
      "connection lost",
    );
    await handlePaymentEvent(commerce, event);
    expect(await checkoutStore.findCheckout(id)).toMatchObject({ state: "completed" });
  });
});
