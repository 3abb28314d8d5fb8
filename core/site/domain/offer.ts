import type { Amounts, Line, Offer } from "../../ports/payments.ts";
import { Problem } from "../../problem.ts";
import { moneyText } from "./money.ts";

/** The most lines that a checkout has. */
export const MOST_LINES = 20;

/** The most of one offer that a checkout has. */
export const MOST_OF_ONE = 100;

/** What an offer costs, and when, in words. */
export function termsOf({ amount, currency, billing, trialDays }: Offer): string {
  const price = moneyText(amount, currency);
  if (!billing) return `${price}, once`;
  const each =
    billing.count === 1 ? `a ${billing.interval}` : `every ${billing.count} ${billing.interval}s`;
  return `${price} ${each}${trialDays ? `, after a free trial of ${trialDays} ${trialDays === 1 ? "day" : "days"}` : ""}`;
}

/** What lines cost today, before shipping and taxes that depend on the buyer: nothing while a trial runs. */
export function amountsOf(lines: readonly Line[]): Amounts {
  const sum = (each: readonly Line[]) =>
    each.reduce((total, { offer, quantity }) => total + offer.amount * quantity, 0);
  const subtotal = sum(lines);
  const discount = sum(lines.filter(({ offer }) => offer.trialDays));
  return { subtotal, total: subtotal - discount, ...(discount > 0 && { discount }) };
}

/** What is asked for as lines of what is for sale; throws the `Problem` that says what can't be had. */
export function linesOf(
  asked: readonly { readonly offer: string; readonly quantity: number }[],
  offers: readonly Offer[],
): Line[] {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const lines = asked.map(({ offer: id, quantity }) => {
    const offer = byId.get(id);
    if (!offer)
      throw new Problem("offer_not_found", `No offer has the id ${id.slice(0, 200)}.`, {
        hint: "List the products: each offer has its id.",
      });
    if (!offer.isAvailable)
      throw new Problem("offer_unavailable", `${offer.title} (${id}) is sold out.`, {
        hint: "List the products: each offer says whether it is available.",
      });
    return { offer, quantity };
  });
  const [first] = lines;
  for (const { offer } of lines) {
    if (offer.currency !== first!.offer.currency)
      throw mixed(
        `${first!.offer.id} is sold in ${first!.offer.currency}, ${offer.id} in ${offer.currency}.`,
      );
  }
  const billed = lines.filter(({ offer }) => offer.billing);
  for (const { offer } of billed) {
    if (!sameTerms(offer, billed[0]!.offer))
      throw mixed(`${billed[0]!.offer.id} and ${offer.id} are billed at different times.`);
  }
  return lines;
}

const sameTerms = (a: Offer, b: Offer) =>
  a.billing?.interval === b.billing?.interval &&
  a.billing?.count === b.billing?.count &&
  a.trialDays === b.trialDays;

const mixed = (detail: string) =>
  new Problem("offers_do_not_mix", detail, { hint: "Make a checkout for each." });
