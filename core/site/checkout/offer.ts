import { Problem } from "../../http/problem.ts";
import { formatMoney } from "../../lib/kit/text/money.ts";
import type { Amounts, Offer, OrderLine } from "../../ports/payments.ts";

/** The maximum number of lines of a checkout. */
export const MAX_LINES = 20;

/** The maximum quantity of a line. */
export const MAX_QUANTITY = 100;

/** Describes the price and billing of an offer in plain text. */
export function formatTerms({ amount, currency, billing, trialDays }: Offer): string {
  const price = formatMoney(amount, currency);
  if (!billing) return `${price}, once`;
  const period =
    billing.count === 1 ? `a ${billing.interval}` : `every ${billing.count} ${billing.interval}s`;
  return `${price} ${period}${trialDays ? `, after a free trial of ${trialDays} ${trialDays === 1 ? "day" : "days"}` : ""}`;
}

/**
 * Computes what is due today for the lines, without shipping and taxes, which depend on the buyer.
 * Offers with a free trial are discounted to 0.
 */
export function computeAmounts(lines: readonly OrderLine[]): Amounts {
  const sum = (each: readonly OrderLine[]) =>
    each.reduce((total, { offer, quantity }) => total + offer.amount * quantity, 0);
  const subtotal = sum(lines);
  const discount = sum(lines.filter(({ offer }) => offer.trialDays));
  return { subtotal, total: subtotal - discount, ...(discount > 0 && { discount }) };
}

/**
 * Resolves requested offers to lines. Throws the `Problem` `offer_not_found`, `offer_unavailable`
 * or `offers_do_not_mix`.
 */
export function resolveLines(
  requested: readonly { readonly offer: string; readonly quantity: number }[],
  offers: readonly Offer[],
): OrderLine[] {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const lines = requested.map(({ offer: id, quantity }) => {
    const offer = byId.get(id);
    if (!offer)
      throw new Problem("offer_not_found", `No offer has the ID "${id.slice(0, 200)}".`, {
        hint: "List the products to find the IDs of their offers.",
      });
    if (!offer.isAvailable)
      throw new Problem("offer_unavailable", `The offer "${offer.title}" (${id}) is sold out.`, {
        hint: "List the products, and choose an offer that is available.",
      });
    return { offer, quantity };
  });
  const [first, ...others] = lines.map(({ offer }) => offer);
  for (const offer of others) {
    if (first && offer.currency !== first.currency)
      throw offersDoNotMix(
        `"${first.id}" is sold in ${first.currency}, but "${offer.id}" in ${offer.currency}.`,
      );
  }
  const [billed, ...otherBilled] = lines.flatMap(({ offer }) => (offer.billing ? [offer] : []));
  for (const offer of otherBilled) {
    if (billed && !hasSameTerms(offer, billed))
      throw offersDoNotMix(`"${billed.id}" and "${offer.id}" are billed at different times.`);
  }
  return lines;
}

const hasSameTerms = (a: Offer, b: Offer) =>
  a.billing?.interval === b.billing?.interval &&
  a.billing?.count === b.billing?.count &&
  a.trialDays === b.trialDays;

const offersDoNotMix = (detail: string) =>
  new Problem("offers_do_not_mix", detail, { hint: "Create a separate checkout for each offer." });
