import { minorDigits } from "../../../core/index.ts";
import type { Line, Offer } from "../../../core/ports/payments.ts";
import { againOf } from "./amounts.ts";

/** An amount in minor units as English writes it: €12.00. */
export function money(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const form = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return form.format(amount / 10 ** digits);
}

/** `a month`, `every 3 months`. */
export const every = ({ interval, count }: NonNullable<Offer["billing"]>): string =>
  count === 1 ? `a ${interval}` : `every ${count} ${interval}s`;

/** What a line costs, and how often: `€12.00 a month after a 14-day trial`. */
export function termsOfLine({ offer, quantity }: Line): string {
  const price = money(offer.amount, offer.currency);
  const each = quantity > 1 ? `${price} each` : price;
  if (!offer.billing) return quantity > 1 ? each : "Paid once";
  return `${each} ${every(offer.billing)}${offer.trialDays ? ` after a ${offer.trialDays}-day trial` : ""}`;
}

/** What follows on today's payment, in a sentence; nothing if nothing does. */
export function whatFollows(lines: readonly Line[], now: number): string | undefined {
  const again = againOf(lines);
  if (!again) return undefined;
  const price = `${money(again.amount, again.currency)} ${every(again.billing)}`;
  if (!again.trialDays) return `Then ${price}, until it is cancelled.`;
  return `Then ${price} from ${day(now + again.trialDays * 86_400_000)}, when the ${again.trialDays}-day trial is over, until it is cancelled.`;
}

/** `5 December 2026`. */
export const day = (at: number): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(at);

/** `5 December 2026, 15:04 UTC`. */
export const minute = (at: number): string =>
  `${day(at)}, ${new Date(at).toISOString().slice(11, 16)} UTC`;
