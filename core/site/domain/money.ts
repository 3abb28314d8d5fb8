/** An amount in a currency's minor units, as people write it: `EUR 12.00`, `JPY 500`. */
export function moneyText(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  return `${currency} ${(amount / 10 ** digits).toFixed(digits)}`;
}

/** How many digits the minor unit of a currency has (ISO 4217): 2 for EUR, 0 for JPY, 3 for KWD. */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
