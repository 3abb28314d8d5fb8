import { minorDigits } from "../../../core/lib/kit/text/money.ts";
import type { Offer, OrderLine } from "../../../core/ports/payments.ts";
import { findRecurringCharge } from "./amounts.ts";

/** Formats an amount in minor units: `€12.00`. */
export function formatMoney(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const formatter = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return formatter.format(amount / 10 ** digits);
}

/** Formats a billing interval: `a month`, `every 3 months`. */
const formatInterval = ({ interval, count }: NonNullable<Offer["billing"]>): string =>
  count === 1 ? `a ${interval}` : `every ${count} ${interval}s`;

/** Formats the price terms of a line: `€12.00 a month after a 14-day trial`. */
export function formatTerms({ offer, quantity }: OrderLine): string {
  const price = formatMoney(offer.amount, offer.currency);
  const priceText = quantity > 1 ? `${price} each` : price;
  if (!offer.billing) return quantity > 1 ? priceText : "One-time payment";
  return `${priceText} ${formatInterval(offer.billing)}${offer.trialDays ? ` after a ${offer.trialDays}-day trial` : ""}`;
}

/** Describes the charges after today's in a sentence, or returns `undefined` if there are none. */
export function formatRecurringCharge(
  lines: readonly OrderLine[],
  now: number,
): string | undefined {
  const recurring = findRecurringCharge(lines);
  if (!recurring) return undefined;
  const price = `${formatMoney(recurring.amount, recurring.currency)} ${formatInterval(recurring.billing)}`;
  if (!recurring.trialDays) return `Then ${price} until canceled.`;
  return `Then ${price} from ${formatDate(now + recurring.trialDays * 86_400_000)}, when the ${recurring.trialDays}-day trial ends, until canceled.`;
}

/** Formats a date in UTC: `5 December 2026`. */
const formatDate = (time: number): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(time);

/** Formats a date and time: `5 December 2026, 15:04 UTC`. */
export const formatMinute = (time: number): string =>
  `${formatDate(time)}, ${new Date(time).toISOString().slice(11, 16)} UTC`;
