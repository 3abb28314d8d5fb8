/**
 * The limits of JSON in requests. `JSON.stringify` recurses into each level and would overflow the
 * stack. Reporting a schema error for each member would block the process for seconds.
 */
export const MAX_DEPTH = 100;
const MAX_MEMBERS = 20_000;

/** The limits in words. */
export const JSON_LIMITS = `at most ${MAX_DEPTH} levels and 20,000 members`;

/** No body of this size exceeds the limits, because each level takes two bytes. */
const SMALL_BODY_BYTES = 2 * MAX_DEPTH;

/**
 * Returns whether a parsed body exceeds the limits. `size` is the size of the body in bytes or
 * characters. An object may contain `envelope` levels around the content that the limits are for.
 */
export function exceedsJsonLimits(value: object, size: number, { envelope = 0 } = {}): boolean {
  if (size <= SMALL_BODY_BYTES) return false;
  let level: object[] = [value];
  let members = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_DEPTH + envelope) return true;
    const nextLevel: object[] = [];
    for (const container of level) {
      const children: unknown[] = Array.isArray(container) ? container : Object.values(container);
      members += children.length;
      if (members > MAX_MEMBERS) return true;
      for (const child of children)
        if (typeof child === "object" && child !== null) nextLevel.push(child);
    }
    level = nextLevel;
  }
  return false;
}
