import { createStripePayments } from "../../../adapters/payments/stripe.ts";
import { seedShop } from "../../fixtures/stripe/seed-shop.ts";
import { startStripeStub } from "../../fixtures/stripe/stub.ts";
import type { PaymentsFixture } from "../payments.ts";

/** The Stripe client against a stub of the Stripe API, with a shop that has every kind of offer. */
export async function createStripeFixture(): Promise<PaymentsFixture> {
  const stub = await startStripeStub();
  seedShop(stub);
  const { account, now } = stub;
  const createProvider = () =>
    createStripePayments({
      key: stub.key,
      apiUrl: stub.url,
      shipsTo: ["DK", "SE"],
      now,
      timeoutMs: 2_000,
    });
  return {
    payments: createProvider(),
    otherProcesses: [createProvider(), createProvider()],
    now,
    pay: async ({ id }) => account.payCheckout(id),
    // A declined card leaves the session unchanged.
    decline: async () => {},
    expire: async ({ id }) =>
      stub.advance(account.sessions.get(id)!.expires_at * 1000 - now() + 1000),
    async failProvider() {
      stub.setFault(() => "cut");
      // Cached prices expire after this time.
      stub.advance(3_000);
    },
    startDelayedPayment: async ({ id }) => account.payCheckout(id, "later"),
    confirmPayment: async ({ id }) => account.completeDelayedPayment(id),
    close: () => stub.close(),
  };
}
