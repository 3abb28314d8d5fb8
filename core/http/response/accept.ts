import type { HttpRequest } from "../handler.ts";

/** Returns whether a client prefers a page for people to formats for programs, as browsers do. */
export const prefersHtml = ({ headers }: Pick<HttpRequest, "headers">): boolean =>
  negotiate(headers.get("accept"), PAGE_FORMATS) === "text/html";

const PAGE_FORMATS = [
  "application/problem+json",
  "application/json",
  "text/markdown",
  "text/html",
] as const;

/**
 * Returns the offer that an Accept header prefers, or `undefined` if it accepts none (RFC 9110
 * §12.5.1). Ties go to the more specific media range, then to the first one in the header, then to
 * the first offer.
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
  /** 0 for any type, 1 for any subtype (`text/*`), 2 for an exact type. */
  readonly precision: number;
}

function parseRange(text: string): MediaRange {
  const [type = "", ...parameters] = text.split(";").map((each) => each.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith("q="))?.slice(2);
  return { type, quality: parseWeight(weight), precision: typePrecision(type) };
}

/** Returns 0 for invalid weights (RFC 9110 §12.4.2). */
function parseWeight(weight: string | undefined): number {
  if (weight === undefined) return 1;
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
}

function typePrecision(type: string): number {
  if (type === "*/*" || type === "*") return 0;
  return type.endsWith("/*") ? 1 : 2;
}

function matches(range: string, offer: string): boolean {
  if (range === "*/*" || range === "*") return true;
  return range.endsWith("/*") ? offer.startsWith(range.slice(0, -1)) : range === offer;
}

function outranks(rank: readonly number[], other: readonly number[]): boolean {
  for (const [index, value] of rank.entries()) {
    const difference = value - (other[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
