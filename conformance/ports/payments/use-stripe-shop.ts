import { afterEach, beforeEach } from "vitest";
import { createStripePayments, type StripeOptions } from "../../../adapters/payments/stripe.ts";
import type { Offer, Order, PaymentProvider } from "../../../core/ports/payments.ts";
import { seedShop } from "../../fixtures/stripe/seed-shop.ts";
import { type StripeStub, startStripeStub } from "../../fixtures/stripe/stub.ts";

/** The Stripe provider for one test, with a stub of the Stripe API and its shop. */
export interface StripeShop {
  readonly stub: StripeStub;
  /** The prices of the shop by name. */
  readonly prices: ReturnType<typeof seedShop>;
  readonly payments: PaymentProvider;
  /** The messages that the provider has logged. */
  readonly messages: string[];
  /** Creates another provider with the same stub. */
  createPayments(options?: Partial<StripeOptions>): PaymentProvider;
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
  let stub: StripeStub;
  let prices: ReturnType<typeof seedShop>;
  let payments: PaymentProvider;
  let messages: string[] = [];
  let keys = 0;

  const createPayments: StripeShop["createPayments"] = (options = {}) =>
    createStripePayments({
      key: stub.key,
      webhookSecret: stub.webhookSecret,
      apiUrl: stub.url,
      shipsTo: ["DK", "SE"],
      now: stub.now,
      timeoutMs: 2_000,
      log: (message) => messages.push(message),
      ...options,
    });
  const findOffer: StripeShop["findOffer"] = async ({ id }) =>
    (await payments.listOffers()).offers.find((offer) => offer.id === id)!;

  beforeEach(async () => {
    stub = await startStripeStub();
    prices = seedShop(stub);
    messages = [];
    payments = createPayments();
  });
  afterEach(() => stub.close());

  return {
    get stub() {
      return stub;
    },
    get prices() {
      return prices;
    },
    get payments() {
      return payments;
    },
    get messages() {
      return messages;
    },
    createPayments,
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
        expires: new Date(stub.now() + 7_200_000).toISOString(),
        returnUrl: "https://shop.example/done",
      };
    },
    lastForm: () =>
      Object.fromEntries(
        new URLSearchParams(stub.requests.findLast(({ method }) => method === "POST")!.body),
      ),
  };
}
