/** The type of a JSON value in the terms of JSON Schema. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/**
 * Serializes a value to JSON with members sorted by name, so that equal values have the same text.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    kindOf(inner) === "object"
      ? Object.fromEntries(Object.entries(inner as object).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Whether a text has more code points than `most`. */
export function isLongerThan(text: string, most: number): boolean {
  if (text.length <= most) return false;
  if (text.length > 2 * most) return true;
  let count = 0;
  for (const _ of text) count += 1;
  return count > most;
}

/**
 * Whether a number is a multiple of another one in decimal arithmetic: 0.3 is a multiple of 0.1.
 */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (!Number.isFinite(value) || !(divisor > 0)) return false;
  const [digits, exponent] = decimal(value);
  const [divisorDigits, divisorExponent] = decimal(divisor);
  const least = Math.min(exponent, divisorExponent);
  const dividend = digits * 10n ** BigInt(exponent - least);
  return dividend % (divisorDigits * 10n ** BigInt(divisorExponent - least)) === 0n;
}

/** Splits a number into an integer and a power of ten. */
function decimal(value: number): [digits: bigint, exponent: number] {
  const [coefficient = "", exponent = "0"] = Math.abs(value).toString().split("e");
  const [whole = "", fraction = ""] = coefficient.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}
