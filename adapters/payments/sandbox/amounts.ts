import type { Amounts, Line, Offer } from "../../../core/ports/payments.ts";

/** What of an order is billed again, all of it together. */
export interface Again {
  readonly amount: number;
  readonly currency: string;
  readonly billing: NonNullable<Offer["billing"]>;
  /** Days before anything of it is due: only if every line of it may be tried, and then the shortest trial. */
  readonly trialDays?: number | undefined;
}

/** What of an order comes again, if anything does. */
export function againOf(lines: readonly Line[]): Again | undefined {
  const again = lines.filter(({ offer }) => offer.billing);
  const first = again[0]?.offer;
  if (!first?.billing) return undefined;
  const trials = again.map(({ offer }) => offer.trialDays ?? 0);
  return {
    amount: sumOf(again),
    currency: first.currency,
    billing: first.billing,
    trialDays: Math.min(...trials) || undefined,
  };
}

/** What an order costs today: a trial takes off all that is billed again. In the sandbox shipping is free, and prices hold their tax. */
export function amountsOf(lines: readonly Line[]): Amounts {
  const subtotal = sumOf(lines);
  const again = againOf(lines);
  const discount = again?.trialDays ? again.amount : 0;
  return {
    subtotal,
    total: subtotal - discount,
    ...(discount > 0 && { discount }),
    ...(needsShipping(lines) && { shipping: 0 }),
  };
}

export const needsShipping = (lines: readonly Line[]): boolean =>
  lines.some(({ offer }) => offer.needsShipping);

const sumOf = (lines: readonly Line[]) =>
  lines.reduce((sum, { offer, quantity }) => sum + offer.amount * quantity, 0);
