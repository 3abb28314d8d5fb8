import { afterEach, beforeEach } from "vitest";
import type { Offer, Order, Payment, PaymentProvider } from "../../core/ports/payments.ts";
import {
  createSandboxFixture,
  paymentPath,
  type SandboxFixture,
  VALID_FORM,
} from "../ports/payments/sandbox-fixture.ts";
import { createStripeFixture, type StripeFixture } from "../ports/payments/stripe-fixture.ts";

/** A sandbox for one test, with shortcuts for its buyer. */
export interface TestSandbox extends Pick<SandboxFixture, "request" | "advance" | "failProvider"> {
  readonly payments: SandboxFixture["payments"];
  /** Opens a payment for one item of each offer. Default: a desk license. */
  open(offerIds?: readonly string[], overrides?: Partial<Order>): Promise<Payment>;
  /** Submits the payment form with valid values and these overrides. */
  pay(
    payment: Payment,
    overrides?: Partial<typeof VALID_FORM> & { receipt?: string },
  ): ReturnType<SandboxFixture["request"]>;
  showPage(payment: Payment): ReturnType<SandboxFixture["request"]>;
  findState(payment: Payment): Promise<Payment["state"] | undefined>;
  /** All rows of the table `sandbox_payments`. */
  listRows(): ReturnType<SandboxFixture["sql"]["query"]>;
}

/** Creates a sandbox before each test of a file and closes it after the test. */
export function useSandbox(): TestSandbox {
  let fixture: SandboxFixture;
  let keys = 0;
  beforeEach(async () => {
    fixture = await createSandboxFixture();
  });
  afterEach(() => fixture.close());
  const request: TestSandbox["request"] = (path, form) => fixture.request(path, form);

  return {
    get payments() {
      return fixture.payments;
    },
    request,
    advance: (milliseconds) => fixture.advance(milliseconds),
    failProvider: () => fixture.failProvider(),
    async open(offerIds = ["desk-license"], overrides = {}) {
      keys += 1;
      return fixture.payments.openPayment({
        key: `k${keys}`,
        checkout: "c",
        lines: await createLines(fixture.payments, offerIds),
        expires: new Date(fixture.now() + 3_600_000).toISOString(),
        returnUrl: "http://127.0.0.1:4100/back?a=1&b=2",
        ...overrides,
      });
    },
    pay: (payment, overrides = {}) =>
      request(paymentPath(payment), { ...VALID_FORM, ...overrides }),
    showPage: (payment) => request(paymentPath(payment)),
    findState: async ({ id }) => (await fixture.payments.findPayment(id))?.state,
    listRows: () => fixture.sql.query("select * from sandbox_payments"),
  };
}

async function createLines(
  payments: PaymentProvider,
  offerIds: readonly string[],
): Promise<Order["lines"]> {
  const { offers } = await payments.listOffers();
  return offerIds.map((id) => ({ offer: offers.find((offer) => offer.id === id)!, quantity: 1 }));
}

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
