/**
 * The offer that an Accept header likes best, or `undefined` if it refuses them all (RFC 9110 §12.5.1). Among equals the
 * more precisely named one wins, then the one named first in the header, then the one offered first.
 */
export function negotiate<Offer extends string>(
  accept: string | null,
  offers: readonly Offer[],
): Offer | undefined {
  if (accept === null || accept.trim() === "") return offers[0];
  const ranges = accept.slice(0, 2048).split(",").map(parseRange);
  let best: { offer: Offer; rank: readonly number[] } | undefined;
  for (const [at, offer] of offers.entries()) {
    const range = ranges
      .filter((each) => matches(each.type, offer))
      .sort((a, b) => b.precision - a.precision)[0];
    if (!range || range.quality === 0) continue;
    const rank = [
      range.quality,
      range.precision,
      range.precision === 0 ? 0 : -ranges.indexOf(range),
      -at,
    ];
    if (!best || outranks(rank, best.rank)) best = { offer, rank };
  }
  return best?.offer;
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
  /** 0 for any type at all, 1 for any of a kind (`text/…`), 2 for a type by its own name. */
  readonly precision: number;
}

function parseRange(text: string): MediaRange {
  const [type = "", ...parameters] = text.split(";").map((each) => each.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith("q="))?.slice(2);
  const quality =
    weight === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
  return {
    type,
    quality,
    precision: type === "*/*" || type === "*" ? 0 : type.endsWith("/*") ? 1 : 2,
  };
}

function matches(range: string, offer: string): boolean {
  if (range === "*/*" || range === "*") return true;
  return range.endsWith("/*") ? offer.startsWith(range.slice(0, -1)) : range === offer;
}

function outranks(rank: readonly number[], other: readonly number[]): boolean {
  const at = rank.findIndex((value, index) => value !== other[index]);
  return at !== -1 && rank[at]! > other[at]!;
}
