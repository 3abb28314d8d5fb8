import { createStripePayments } from "../../../adapters/payments/stripe.ts";
import { seedShop } from "../../fixtures/stripe/seed-shop.ts";
import { startStripeStub } from "../../fixtures/stripe/stub.ts";
import type { PaymentsFixture } from "../payments.ts";

/** The real client before a stand-in of Stripe's API, with a shop that has everything. */
export async function createStripeFixture(): Promise<PaymentsFixture> {
  const stub = await startStripeStub();
  seedShop(stub);
  const { account, now } = stub;
  const driver = () =>
    createStripePayments({
      key: stub.key,
      apiUrl: stub.url,
      shipsTo: ["DK", "SE"],
      now,
      timeoutMs: 2_000,
    });
  return {
    payments: driver(),
    others: [driver(), driver()],
    now,
    pay: async ({ id }) => account.payCheckout(id),
    // A card that is refused leaves the session as it was.
    decline: async () => {},
    expire: async ({ id }) =>
      stub.advance(account.sessions.get(id)!.expires_at * 1000 - now() + 1000),
    async failProvider() {
      stub.replaceNext(() => "cut");
      // So long may a price be known from before.
      stub.advance(3_000);
    },
    startDelayedPayment: async ({ id }) => account.payCheckout(id, "later"),
    confirmPayment: async ({ id }) => account.completeDelayedPayment(id),
    close: () => stub.close(),
  };
}
