/** ISO 4217 minor units per Stripe unit, for currencies in which they differ. */
const PER_UNIT: Readonly<Record<string, number>> = { ISK: 0.01, UGX: 0.01, MGA: 100 };

/** Converts a Stripe amount to ISO 4217 minor units. */
export function minorUnits(amount: number, currency: string): number {
  return Math.round(amount * (PER_UNIT[currency.toUpperCase()] ?? 1));
}
