import type { Amounts, Offer, OrderLine } from "../../../core/ports/payments.ts";

/** What of an order is billed again, all of it together. */
export interface RecurringCharge {
  readonly amount: number;
  readonly currency: string;
  readonly billing: NonNullable<Offer["billing"]>;
  /** Days before anything of it is due: only if every line of it may be tried, and then the shortest trial. */
  readonly trialDays?: number | undefined;
}

/** What of an order comes again, if anything does. */
export function findRecurringCharge(lines: readonly OrderLine[]): RecurringCharge | undefined {
  const recurring = lines.filter(({ offer }) => offer.billing);
  const first = recurring[0]?.offer;
  if (!first?.billing) return undefined;
  const trials = recurring.map(({ offer }) => offer.trialDays ?? 0);
  return {
    amount: sumLines(recurring),
    currency: first.currency,
    billing: first.billing,
    trialDays: Math.min(...trials) || undefined,
  };
}

/** What an order costs today: a trial takes off all that is billed again. In the sandbox shipping is free, and prices hold their tax. */
export function computeAmounts(lines: readonly OrderLine[]): Amounts {
  const subtotal = sumLines(lines);
  const recurring = findRecurringCharge(lines);
  const discount = recurring?.trialDays ? recurring.amount : 0;
  return {
    subtotal,
    total: subtotal - discount,
    ...(discount > 0 && { discount }),
    ...(needsShipping(lines) && { shipping: 0 }),
  };
}

export const needsShipping = (lines: readonly OrderLine[]): boolean =>
  lines.some(({ offer }) => offer.needsShipping);

const sumLines = (lines: readonly OrderLine[]) =>
  lines.reduce((sum, { offer, quantity }) => sum + offer.amount * quantity, 0);
