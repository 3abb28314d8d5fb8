/**
 * Returns a value whose absence would be a defect of the program. Throws an error that names it.
 * Prefer a type that can't lack the value.
 */
export function requireValue<T>(value: T | null | undefined, name: string): T {
  if (value === undefined || value === null) throw new Error(`Internal error: ${name} is missing.`);
  return value;
}
