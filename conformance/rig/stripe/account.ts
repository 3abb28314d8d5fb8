import { randomBytes } from "node:crypto";
import {
  createEvent,
  createPaymentIntent,
  createPrice,
  createProduct,
  createSession,
  createSubscription,
} from "./objects.ts";

export type Product = ReturnType<typeof createProduct>;
export type Price = ReturnType<typeof createPrice>;
export type Session = ReturnType<typeof createSession<SessionParts>>;
export type StripeEvent = ReturnType<typeof createEvent>;

/** What a session is opened with. */
export interface SessionParts extends Record<string, unknown> {
  id: string;
  url: string | null;
  mode: string;
  currency: string;
  amount_subtotal: number;
  amount_total: number;
  expires_at: number;
}

/** Everything that an account of Stripe's has here, and what happens to it. */
export interface Account {
  readonly products: Map<string, Product>;
  readonly prices: Map<string, Price>;
  readonly sessions: Map<string, Session>;
  readonly intents: Map<string, ReturnType<typeof createPaymentIntent>>;
  readonly subscriptions: Map<string, ReturnType<typeof createSubscription>>;
  /** Seconds since 1970. */
  nowSeconds(): number;
  addProduct(parts: Partial<Product> & { name: string }): Product;
  addPrice(parts: Omit<Parameters<typeof createPrice>[0], "id">): Price;
  /** A session, run out by now if its time is over. */
  session(id: string): Session | undefined;
  /** What the buyer does on the hosted page, and what the bank does days later. Throws where that can't be. */
  payCheckout(id: string, how?: "at once" | "later"): void;
  completeDelayedPayment(id: string): void;
  failDelayedPayment(id: string): void;
  close(session: Session): void;
}

/** `happened` hears each event as it happens. */
export function createAccount(clock: () => number, onEvent: (event: StripeEvent) => void): Account {
  const now = () => Math.floor(clock() / 1000);
  const emit = (type: string, object: object) =>
    onEvent(createEvent(newId("evt"), type, structuredClone(object), now()));
  const products: Account["products"] = new Map();
  const prices: Account["prices"] = new Map();
  const sessions: Account["sessions"] = new Map();
  const intents: Account["intents"] = new Map();
  const subscriptions: Account["subscriptions"] = new Map();

  const end = (expired: Session) => {
    Object.assign(expired, { status: "expired", url: null });
    emit("checkout.session.expired", expired);
  };
  const find = (id: string) => {
    const stored = sessions.get(id);
    if (stored?.status === "open" && stored.expires_at <= now()) end(stored);
    return stored;
  };
  const settle = (id: string, parts: { status: string; intent: string; subscription: string }) => {
    const stored = find(id);
    if (stored?.status !== "complete" || stored.payment_status !== "unpaid")
      throw new Error(`no payment of ${id} is on its way`);
    stored.payment_status = parts.status;
    const intent = intents.get(stored.payment_intent ?? "");
    if (intent) intent.status = parts.intent;
    const subscribed = subscriptions.get(stored.subscription ?? "");
    if (subscribed) subscribed.status = parts.subscription;
    emit(
      `checkout.session.async_payment_${parts.status === "paid" ? "succeeded" : "failed"}`,
      stored,
    );
  };

  return {
    products,
    prices,
    sessions,
    intents,
    subscriptions,
    nowSeconds: now,
    addProduct(parts) {
      const added = createProduct({ id: newId("prod"), ...parts }, now());
      products.set(added.id, added);
      emit("product.created", added);
      return added;
    },
    addPrice(parts) {
      const added = createPrice(
        { id: newId("price"), ...parts } as Parameters<typeof createPrice>[0],
        now(),
      );
      prices.set(added.id, added);
      emit("price.created", added);
      return added;
    },
    session: find,
    payCheckout(id, how = "at once") {
      const paid = find(id);
      if (paid?.status !== "open") throw new Error(`${id} is not open`);
      const isFree = paid.amount_total === 0;
      const state =
        how === "later"
          ? { payment: "unpaid", intent: "processing" }
          : { payment: "paid", intent: "succeeded" };
      const owner = paid.mode === "payment" ? "payment_intent" : "subscription";
      const owned = newId(owner === "subscription" ? "sub" : "pi");
      if (owner === "subscription")
        subscriptions.set(owned, createSubscription(owned, isFree ? "trialing" : "active", now()));
      else
        intents.set(
          owned,
          createPaymentIntent(owned, paid.amount_total, paid.currency, state.intent, now()),
        );
      Object.assign(paid, {
        status: "complete",
        url: null,
        payment_status: isFree ? "no_payment_required" : state.payment,
        [owner]: owned,
        customer: newId("cus"),
        customer_details: {
          address: ADDRESS,
          business_name: null,
          email: "buyer@example.org",
          individual_name: null,
          name: "A. Buyer",
          phone: null,
          tax_exempt: "none",
          tax_ids: [],
        },
        collected_information: {
          business_name: null,
          individual_name: null,
          shipping_details: { address: ADDRESS, name: "A. Buyer" },
        },
      });
      emit("checkout.session.completed", paid);
    },
    completeDelayedPayment: (id) =>
      settle(id, { status: "paid", intent: "succeeded", subscription: "active" }),
    failDelayedPayment: (id) =>
      settle(id, {
        status: "unpaid",
        intent: "requires_payment_method",
        subscription: "incomplete_expired",
      }),
    close: end,
  };
}

/** As long as Stripe's own, and not to be guessed. */
export const newId = (kind: string): string => `${kind}_${randomBytes(24).toString("hex")}`;

const ADDRESS = {
  city: "Aarhus",
  country: "DK",
  line1: "Buyer's street 1",
  line2: null,
  postal_code: "8000",
  state: null,
};
