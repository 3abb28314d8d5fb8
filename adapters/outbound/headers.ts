import type { OutboundHeaders } from "../../core/ports/outbound.ts";

/** The headers of an answer, from node:http's flat list of names and values, without those named. */
export function answerHeaders(
  raw: readonly string[],
  without: ReadonlySet<string> = new Set(),
): OutboundHeaders {
  const all: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at]!.toLowerCase();
    if (!without.has(name)) all.push([name, raw[at + 1]!]);
  }
  return {
    get(name) {
      const wanted = name.toLowerCase();
      const values = all.filter(([held]) => held === wanted).map(([, value]) => value);
      return values.length === 0 ? null : values.join(", ");
    },
    [Symbol.iterator]: () => all.values(),
  };
}
