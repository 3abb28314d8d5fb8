import type { Amounts, Offer, OrderLine } from "../../../core/ports/payments.ts";

/** The recurring part of an order, in minor units per billing interval. */
interface RecurringCharge {
  readonly amount: number;
  readonly currency: string;
  readonly billing: NonNullable<Offer["billing"]>;
  /** The shortest trial of the recurring lines, if all of them have one. */
  readonly trialDays?: number | undefined;
}

/** Returns the recurring charge of an order, or `undefined` if every line is paid once. */
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

/**
 * Computes what an order costs today. A trial discounts all recurring lines. In the sandbox,
 * shipping is free and prices include tax.
 */
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
