import { Problem } from "../../core/index.ts";
import type {
  HostedPage,
  Offer,
  Order,
  Payment,
  PaymentProvider,
} from "../../core/ports/payments.ts";
import { LEAK_MARKER } from "./faults.ts";

/** What the rig sells: each kind of thing, one that is sold out, and one in another currency. */
export const OFFERS: readonly Offer[] = [
  {
    id: "reel-tape",
    product: "reel-tape",
    title: "Reel of tape",
    description: "A thousand metres.",
    url: "/guide/tape-heads.html",
    amount: 2490,
    currency: "EUR",
    needsShipping: true,
    isAvailable: true,
  },
  {
    id: "desk-licence",
    product: "desk",
    title: "Desk licence",
    amount: 18900,
    currency: "EUR",
    needsShipping: false,
    isAvailable: true,
  },
  {
    id: "desk-monthly",
    product: "desk",
    title: "Desk, by the month",
    amount: 1200,
    currency: "EUR",
    billing: { interval: "month", count: 1 },
    trialDays: 14,
    needsShipping: false,
    isAvailable: true,
  },
  {
    id: "desk-quarterly",
    product: "desk",
    title: "Desk, by the quarter",
    amount: 3300,
    currency: "EUR",
    billing: { interval: "month", count: 3 },
    needsShipping: false,
    isAvailable: true,
  },
  {
    id: "valve",
    product: "valve",
    title: "Valve",
    url: "/guide/tape-machines.html",
    amount: 500,
    currency: "EUR",
    needsShipping: true,
    isAvailable: false,
  },
  {
    id: "oscillator",
    product: "oscillator",
    title: "Oscillator",
    amount: 50000,
    currency: "JPY",
    needsShipping: true,
    isAvailable: true,
  },
];

/** Where a case brings a payment to an end: POST to this path, with `payment` and `state` in its form. */
export const SETTLE_PATH = "/rig/payments";

/** A provider whose payments end as the cases say, in the rig's own memory. */
export function createFixturePayments(
  origin: string,
): PaymentProvider & { readonly openedCount: number } {
  const payments = new Map<string, Payment>();
  const byKey = new Map<string, Payment>();
  const findPayment = (id: string) => payments.get(id);
  const keep = (payment: Payment) => (payments.set(payment.id, payment), payment);

  const end: HostedPage = {
    path: SETTLE_PATH,
    methods: {
      POST({ form }) {
        const payment = findPayment(form.get("payment") ?? "");
        if (!payment) return { status: 404, headers: {}, body: "There is no such payment." };
        const { url: _, ...rest } = payment;
        keep({ ...rest, state: form.get("state") as Payment["state"] });
        return { status: 200, headers: {}, body: "Done." };
      },
    },
  };

  return {
    name: "rig",
    get openedCount() {
      return payments.size;
    },
    listOffers: async () => ({ offers: OFFERS, verified: new Date().toISOString() }),
    async openPayment({ key, lines }: Order) {
      const before = byKey.get(key);
      if (before) return findPayment(before.id)!;
      const id = `pay_${crypto.randomUUID()}`;
      const subtotal = lines.reduce((sum, { offer, quantity }) => sum + offer.amount * quantity, 0);
      const discount = lines.reduce(
        (sum, { offer, quantity }) => sum + (offer.trialDays ? offer.amount * quantity : 0),
        0,
      );
      const payment: Payment = {
        id,
        state: "open",
        url: `${origin}/pay/${id}`,
        amounts: { subtotal, total: subtotal - discount, ...(discount > 0 && { discount }) },
      };
      byKey.set(key, payment);
      return keep(payment);
    },
    findPayment: async (id) => findPayment(id),
    async closePayment(id) {
      const { url: _, ...rest } = findPayment(id)!;
      return rest.state === "open" ? keep({ ...rest, state: "closed" }) : findPayment(id)!;
    },
    async readEvent(body, headers) {
      if (headers.get("rig-signature") !== "of the rig")
        throw new Problem("invalid_signature", "rig-signature is not the rig's.");
      return JSON.parse(new TextDecoder().decode(body));
    },
    pages: [end],
  };
}

/** A provider that fails: with an error that nobody expected, or because it can't be reached. */
export function createFailingPayments(status: 500 | 503): PaymentProvider {
  const fail = () =>
    Promise.reject(
      status === 500
        ? new Error(LEAK_MARKER)
        : new Problem(
            "payments_unavailable",
            "The rig's payment provider can't be reached just now.",
          ),
    );
  return {
    name: "rig",
    listOffers: fail,
    openPayment: fail,
    findPayment: fail,
    closePayment: fail,
    readEvent: fail,
  };
}

/** A provider that takes its time to open a page. */
export const createSlowPayments = (payments: PaymentProvider): PaymentProvider => ({
  ...payments,
  openPayment: async (order) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    return payments.openPayment(order);
  },
});
