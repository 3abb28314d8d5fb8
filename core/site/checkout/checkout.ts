import type { OrderLine, Payment } from "../../ports/payments.ts";
import type { Checkout } from "../../ports/stores/checkout-store.ts";
import { computeAmounts } from "./offer.ts";

/** How many hours a hosted payment page stays open. */
const OPEN_HOURS = 23;

/** A payment page isn't opened if it would close in less than this. */
const MIN_OPEN_MINUTES = 31;

/**
 * Creates a checkout whose hosted payment page isn't open yet. `now` is in milliseconds since 1970.
 */
export function newCheckout(id: string, lines: readonly OrderLine[], now: number): Checkout {
  const created = new Date(now).toISOString();
  const expires = new Date(now + OPEN_HOURS * 3_600_000).toISOString();
  return {
    id,
    version: 1,
    state: "opening",
    lines,
    amounts: computeAmounts(lines),
    opened: 1,
    created,
    updated: created,
    expires,
  };
}

/** Returns the checkout with the change to make once its payment page is closed. */
export const withPendingChange = (
  checkout: Checkout,
  next: NonNullable<Checkout["next"]>,
  now: number,
): Checkout => withNextVersion({ ...checkout, next }, now);

/**
 * Returns the checkout with other lines. Its payment page must be opened again. The expiry time
 * stays the same.
 */
function withLines(checkout: Checkout, lines: readonly OrderLine[], now: number): Checkout {
  const { payment: _, url: __, next: ___, ...rest } = checkout;
  return withNextVersion(
    {
      ...rest,
      state: "opening",
      lines,
      before: checkout.lines,
      amounts: computeAmounts(lines),
      opened: checkout.opened + 1,
    },
    now,
  );
}

/**
 * Returns the checkout with its previous lines, because the provider rejected the new ones. Its
 * payment page must be opened again.
 */
export function withLinesBefore(
  { before, ...checkout }: Checkout & { readonly before: readonly OrderLine[] },
  now: number,
): Checkout {
  return withNextVersion(
    { ...checkout, lines: before, amounts: computeAmounts(before), opened: checkout.opened + 1 },
    now,
  );
}

/** Returns the checkout in line with its payment, or the same object if nothing has changed. */
export function withPayment(checkout: Checkout, payment: Payment, now: number): Checkout {
  if (isFinal(checkout)) return checkout;
  const { url: _, next, before: __, ...rest } = checkout;
  if (payment.state === "closed" && next)
    return next === "canceled"
      ? withNextVersion({ ...rest, state: "canceled" }, now)
      : withLines(checkout, next, now);
  const state = STATE_BY_PAYMENT[payment.state];
  const after = {
    ...rest,
    state,
    payment: payment.id,
    amounts: payment.amounts,
    ...(payment.url && { url: payment.url }),
  };
  const isSame =
    JSON.stringify([state, payment.id, payment.url, payment.amounts]) ===
    JSON.stringify([checkout.state, checkout.payment, checkout.url, checkout.amounts]);
  return isSame ? checkout : withNextVersion(after, now);
}

const STATE_BY_PAYMENT = {
  open: "open",
  processing: "processing",
  paid: "completed",
  failed: "failed",
  closed: "expired",
} as const;

/** Returns the checkout as expired. */
export function expireCheckout(checkout: Checkout, now: number): Checkout {
  const { url: _, next: __, before: ___, ...rest } = checkout;
  return withNextVersion({ ...rest, state: "expired" }, now);
}

/** Returns whether the state of a checkout can no longer change. */
export const isFinal = ({ state }: Pick<Checkout, "state">): boolean => FINAL_STATES.has(state);
const FINAL_STATES = new Set<Checkout["state"]>(["completed", "failed", "canceled", "expired"]);

/** Returns whether a checkout expires too soon to open its payment page. */
export const isTooLate = ({ expires }: Checkout, now: number): boolean =>
  Date.parse(expires) - now < MIN_OPEN_MINUTES * 60_000;

/** Returns the idempotency key for opening the payment page. It is the same for every retry. */
export const orderKey = ({ id, opened }: Checkout): string => `${id}-${opened}`;

/** Returns the ID of the order. It contains too little of the checkout's ID to guess that. */
export const orderId = ({ id }: Checkout): string => `ord_${id.slice(4, 16)}`;

/** Creates a checkout ID with 190 random bits. */
export function newCheckoutId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(64));
  const letters = [...bytes].filter((byte) => byte < 248).map((byte) => ALPHABET[byte % 62]);
  return `chk_${letters.slice(0, 32).join("")}`;
}

/** Returns whether a text has the form of a checkout ID. Other texts need no database query. */
export const isCheckoutId = (text: string): boolean => /^chk_[A-Za-z0-9]{32}$/.test(text);

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const withNextVersion = (checkout: Checkout, now: number): Checkout => ({
  ...checkout,
  version: checkout.version + 1,
  updated: new Date(now).toISOString(),
});
