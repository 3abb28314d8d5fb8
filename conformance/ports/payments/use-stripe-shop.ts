import { afterEach, beforeEach } from "vitest";
import type { Offer, Order } from "../../../core/ports/payments.ts";
import { createStripeFixture, type StripeFixture } from "./stripe-fixture.ts";

/** The Stripe provider for one test, with a stub of the Stripe API and its shop. */
export interface StripeShop
  extends Pick<StripeFixture, "stub" | "prices" | "payments" | "messages" | "createPayments"> {
  findOffer(price: { readonly id: string }): Promise<Offer>;
  /** Creates an order with one item of each price. */
  createOrder(...prices: readonly { readonly id: string }[]): Promise<Order>;
  /** The form of the last POST request to Stripe. */
  lastForm(): Record<string, string>;
}

/** The `Problem` that a failed Stripe request rejects with. */
export const UNAVAILABLE = {
  code: "payments_unavailable",
  status: 503,
  headers: { "retry-after": "30" },
};

/** Starts a Stripe stub before each test of a file and closes it after the test. */
export function useStripeShop(): StripeShop {
  let fixture: StripeFixture;
  let keys = 0;
  const findOffer: StripeShop["findOffer"] = async ({ id }) =>
    (await fixture.payments.listOffers()).offers.find((offer) => offer.id === id)!;

  beforeEach(async () => {
    fixture = await createStripeFixture();
  });
  afterEach(() => fixture.close());

  return {
    get stub() {
      return fixture.stub;
    },
    get prices() {
      return fixture.prices;
    },
    get payments() {
      return fixture.payments;
    },
    get messages() {
      return fixture.messages;
    },
    createPayments: (options) => fixture.createPayments(options),
    findOffer,
    async createOrder(...orderedPrices) {
      keys += 1;
      const key = keys;
      const lines = await Promise.all(
        orderedPrices.map(async (price) => ({ offer: await findOffer(price), quantity: 1 })),
      );
      return {
        key: `key-${key}`,
        checkout: `chk_${key}`,
        lines,
        expires: new Date(fixture.stub.now() + 7_200_000).toISOString(),
        returnUrl: "https://shop.example/done",
      };
    },
    lastForm: () =>
      Object.fromEntries(
        new URLSearchParams(
          fixture.stub.requests.findLast(({ method }) => method === "POST")!.body,
        ),
      ),
  };
}
