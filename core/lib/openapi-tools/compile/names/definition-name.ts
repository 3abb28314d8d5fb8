/** The last number that was appended to each name, so that many equal names take linear time. */
const lastNumbers = new WeakMap<ReadonlyMap<string, unknown>, Map<string, number>>();

/** Names the definition of a reference after its last part. */
export function uniqueName(reference: string, taken: ReadonlyMap<string, unknown>): string {
  const base =
    reference
      .slice(reference.lastIndexOf("/") + 1)
      .replace(/[^A-Za-z0-9_.-]+/g, "_")
      .slice(0, 100)
      .replace(/^(?:__proto__|anything)$/, "schema") || "schema";
  if (!taken.has(base)) return base;
  const numbers = lastNumbers.get(taken) ?? new Map<string, number>();
  lastNumbers.set(taken, numbers);
  let number = numbers.get(base) ?? 2;
  while (taken.has(`${base}_${number}`)) number += 1;
  numbers.set(base, number + 1);
  return `${base}_${number}`;
}
