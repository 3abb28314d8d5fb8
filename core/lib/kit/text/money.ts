/**
 * Currencies by the number of digits of their minor unit, unless it is 2 (ISO 4217). `Intl` differs
 * from ISO 4217 and between runtimes.
 */
const CURRENCIES_BY_DIGITS: readonly (readonly [number, string])[] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];

/** Formats an amount in minor units, for example `EUR 12.00` or `JPY 500`. */
export function formatMoney(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  return `${currency} ${(amount / 10 ** digits).toFixed(digits)}`;
}

/** Returns the number of digits of a currency's minor unit: 2 for EUR, 0 for JPY, 3 for KWD. */
export const minorDigits = (currency: string): number =>
  CURRENCIES_BY_DIGITS.find(([, codes]) => codes.includes(currency))?.[0] ?? 2;
