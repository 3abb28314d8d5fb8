/** Where Stripe's smallest unit is not that of ISO 4217: how many of ISO's make one of Stripe's. */
const PER_UNIT: Readonly<Record<string, number>> = { ISK: 0.01, UGX: 0.01, MGA: 100 };

/** An amount of Stripe's in the minor units of ISO 4217. */
export function minorUnits(amount: number, currency: string): number {
  return Math.round(amount * (PER_UNIT[currency.toUpperCase()] ?? 1));
}
