import type { OutboundHeaders } from "../../core/ports/outbound.ts";

/**
 * Creates response headers from node:http's flat list of names and values, without those in `omit`.
 */
export function createHeaders(
  raw: readonly string[],
  omit: ReadonlySet<string> = new Set(),
): OutboundHeaders {
  const entries: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [rawName, value] = [raw[index], raw[index + 1]];
    if (rawName === undefined || value === undefined) break;
    const name = rawName.toLowerCase();
    if (!omit.has(name)) entries.push([name, value]);
  }
  return {
    get(name) {
      const lowerName = name.toLowerCase();
      const values = entries
        .filter(([entryName]) => entryName === lowerName)
        .map(([, value]) => value);
      return values.length === 0 ? null : values.join(", ");
    },
    [Symbol.iterator]: () => entries.values(),
  };
}
