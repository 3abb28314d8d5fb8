import { Problem } from "../../core/index.ts";
import type { HostedPage, Offer, Order, Payment, Payments } from "../../core/ports/payments.ts";
import { LEAK } from "./faults.ts";

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
export const END_PATH = "/rig/payments";

/** A provider whose payments end as the cases say, in the rig's own memory. */
export function rigPayments(origin: string): Payments & { readonly opened: number } {
  const payments = new Map<string, Payment>();
  const byKey = new Map<string, Payment>();
  const known = (id: string) => payments.get(id);
  const keep = (payment: Payment) => (payments.set(payment.id, payment), payment);

  const end: HostedPage = {
    path: END_PATH,
    methods: {
      POST({ form }) {
        const payment = known(form.get("payment") ?? "");
        if (!payment) return { status: 404, headers: {}, body: "There is no such payment." };
        const { url: _, ...rest } = payment;
        keep({ ...rest, state: form.get("state") as Payment["state"] });
        return { status: 200, headers: {}, body: "Done." };
      },
    },
  };

  return {
    name: "rig",
    get opened() {
      return payments.size;
    },
    offers: async () => ({ offers: OFFERS, verified: new Date().toISOString() }),
    async open({ key, lines }: Order) {
      const before = byKey.get(key);
      if (before) return known(before.id)!;
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
    find: async (id) => known(id),
    async close(id) {
      const { url: _, ...rest } = known(id)!;
      return rest.state === "open" ? keep({ ...rest, state: "closed" }) : known(id)!;
    },
    async noticeOf(body, headers) {
      if (headers.get("rig-signature") !== "of the rig")
        throw new Problem("invalid_signature", "rig-signature is not the rig's.");
      return JSON.parse(new TextDecoder().decode(body));
    },
    pages: [end],
  };
}

/** A provider that fails: with an error that nobody expected, or because it can't be reached. */
export function failingPayments(status: 500 | 503): Payments {
  const fail = () =>
    Promise.reject(
      status === 500
        ? new Error(LEAK)
        : new Problem(
            "payments_unavailable",
            "The rig's payment provider can't be reached just now.",
          ),
    );
  return { name: "rig", offers: fail, open: fail, find: fail, close: fail, noticeOf: fail };
}

/** A provider that takes its time to open a page. */
export const slowPayments = (payments: Payments): Payments => ({
  ...payments,
  open: async (order) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    return payments.open(order);
  },
});
