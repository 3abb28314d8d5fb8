import type { Checkout } from "../../ports/checkout-store.ts";
import type { OrderLine, Payment } from "../../ports/payments.ts";
import { computeAmounts } from "./offer.ts";

/** Hours for which a hosted page stays open. */
const OPEN_HOURS = 23;

/** Minutes before a page's end after which it is not worth opening any more. */
const MIN_OPEN_MINUTES = 31;

/** A new checkout, its hosted page yet to be opened. */
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

/** The checkout with what is to become of it once its page is closed. */
export const withPendingChange = (
  checkout: Checkout,
  next: NonNullable<Checkout["next"]>,
  now: number,
): Checkout => withNextVersion({ ...checkout, next }, now);

/** The checkout for other lines, its hosted page to be opened anew; the time that it has stays as it was. */
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

/** The checkout with the lines that it had before, its page to be opened anew: the others are refused. */
export function withLinesBefore(
  { before, ...checkout }: Checkout & { readonly before: readonly OrderLine[] },
  now: number,
): Checkout {
  return withNextVersion(
    { ...checkout, lines: before, amounts: computeAmounts(before), opened: checkout.opened + 1 },
    now,
  );
}

/** The checkout after what became of its payment; the very same one where nothing has changed. */
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

/** The checkout, its time over. */
export function expireCheckout(checkout: Checkout, now: number): Checkout {
  const { url: _, next: __, before: ___, ...rest } = checkout;
  return withNextVersion({ ...rest, state: "expired" }, now);
}

/** Whether nothing can happen to it any more. */
export const isFinal = ({ state }: Pick<Checkout, "state">): boolean => FINAL_STATES.has(state);
const FINAL_STATES = new Set<Checkout["state"]>(["completed", "failed", "canceled", "expired"]);

/** Whether its page could not be open for long enough any more. */
export const isTooLate = ({ expires }: Checkout, now: number): boolean =>
  Date.parse(expires) - now < MIN_OPEN_MINUTES * 60_000;

/** The key by which its hosted page is opened: the same however often it is tried. */
export const orderKey = ({ id, opened }: Checkout): string => `${id}-${opened}`;

/** What its order is called. Tells too little of the checkout's id to read it by. */
export const orderId = ({ id }: Checkout): string => `ord_${id.slice(4, 16)}`;

/** A new checkout's id: 190 random bits. */
export function newCheckoutId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(64));
  const letters = [...bytes].filter((byte) => byte < 248).map((byte) => ALPHABET[byte % 62]);
  return `chk_${letters.slice(0, 32).join("")}`;
}

/** Whether a text is a checkout's id, by its form alone: nothing else need be looked for. */
export const isCheckoutId = (text: string): boolean => /^chk_[A-Za-z0-9]{32}$/.test(text);

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

const withNextVersion = (checkout: Checkout, now: number): Checkout => ({
  ...checkout,
  version: checkout.version + 1,
  updated: new Date(now).toISOString(),
});
