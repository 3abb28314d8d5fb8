import type { Analyzer } from "./analyzer.ts";
import type { Postings } from "./postings.ts";
import type { TokenMatches } from "./rank-pages.ts";

/** A part of each text, such as its title. */
interface SearchField {
  readonly postings: Postings;
  /** The factor of the scores of matches in this field. */
  readonly weight: number;
}

/** The maximum number of words in a query. Further words are ignored. */
const MAX_QUERY_TOKENS = 32;

/** Returns the distinct words of a query, without stop words unless it has no others. */
export function parseQuery(query: string, { tokenize, stem, isStopWord }: Analyzer): string[] {
  const all = tokenize(query);
  if (all.length === 1) return all;
  const significant = isStopWord ? all.filter((token) => !isStopWord(token)) : all;
  const tokens = significant.length > 0 ? significant : all;
  return [...new Map(tokens.map((token) => [stem(token), token])).values()].slice(
    0,
    MAX_QUERY_TOKENS,
  );
}

/**
 * Returns the texts with the word. If there are none, returns the texts with words that begin with
 * it, at half the score.
 */
export function matchToken(
  token: string,
  stemmed: string,
  fields: readonly SearchField[],
  textCount: number,
): TokenMatches[] {
  const toMatches = (list: Uint32Array, weight: number): TokenMatches => ({
    pages: list,
    score: weight * Math.log(1 + textCount / list.length),
  });
  const exact = fields.flatMap(({ postings, weight }) => {
    const list = postings.get(stemmed);
    return list ? [toMatches(list, weight)] : [];
  });
  if (exact.length > 0) return sortByScore(exact);
  if ([...token].length < 3) return [];
  return sortByScore(
    fields.flatMap(({ postings, weight }) =>
      postings.startingWith(token).map((list) => toMatches(list, weight / 2)),
    ),
  );
}

const sortByScore = (matches: TokenMatches[]) => matches.sort((a, b) => b.score - a.score);
