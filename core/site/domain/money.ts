/** The currencies whose minor unit has not two digits (ISO 4217). `Intl` counts otherwise, and each runtime in its own way. */
const CURRENCIES_BY_DIGITS: readonly (readonly [number, string])[] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];

/** An amount in a currency's minor units, as people write it: `EUR 12.00`, `JPY 500`. */
export function formatMoney(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  return `${currency} ${(amount / 10 ** digits).toFixed(digits)}`;
}

/** How many digits the minor unit of a currency has: 2 for EUR, 0 for JPY, 3 for KWD. */
export const minorDigits = (currency: string): number =>
  CURRENCIES_BY_DIGITS.find(([, codes]) => codes.includes(currency))?.[0] ?? 2;
