import { stripePayments } from "../../../adapters/payments/stripe.ts";
import { fillShop } from "../../rig/stripe/shop.ts";
import { stripeStub } from "../../rig/stripe/stub.ts";
import type { PaymentsRig } from "../payments.ts";

/** The real client before a stand-in of Stripe's API, with a shop that has everything. */
export async function stripeRig(): Promise<PaymentsRig> {
  const stub = await stripeStub();
  fillShop(stub);
  const { account, now } = stub;
  const driver = () =>
    stripePayments({
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
    pay: async ({ id }) => account.pay(id),
    // A card that is refused leaves the session as it was.
    decline: async () => {},
    expire: async ({ id }) => stub.pass(account.sessions.get(id)!.expires_at * 1000 - now() + 1000),
    async breakDown() {
      stub.instead(() => "cut");
      // So long may a price be known from before.
      stub.pass(3_000);
    },
    payLater: async ({ id }) => account.pay(id, "later"),
    arrive: async ({ id }) => account.arrive(id),
    close: () => stub.close(),
  };
}
