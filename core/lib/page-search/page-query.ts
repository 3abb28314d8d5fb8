import type { Language } from "./languages.ts";
import type { PagePostings, WeightedPages } from "./page-postings.ts";
import { tokenize } from "./tokenizer.ts";

/** A word of a query with the pages that contain it. */
export interface QueryTerm {
  readonly word: string;
  /** Its stem in each language of the pages. */
  readonly stems: readonly string[];
  /** The pages in order of precedence: only the first match of a page counts. */
  readonly lists: readonly WeightedPages[];
  /** The rarer the word, the higher. 0 if no page contains it. */
  readonly idf: number;
}

/** Two adjacent words of a query that pages write as one, such as `back up`. */
export interface JoinedTerm extends QueryTerm {
  /** The positions of its words among the terms of the query. */
  readonly parts: readonly number[];
}

/** The maximum number of words in a query. Further words are ignored. */
const MAX_WORDS = 32;
/** The maximum number of stems that a prefix stands for. */
const MAX_EXPANSIONS = 50;

/**
 * Finds the words of a query, without stop words unless it has no others. A word of three or more
 * letters that no page contains stands for the words that begin with it.
 */
export function resolveQuery(
  query: string,
  postings: PagePostings,
  pageCount: number,
): { terms: QueryTerm[]; joined: JoinedTerm[] } {
  const { languages } = postings;
  const all = tokenize(query);
  const significant = all.filter((word) => !languages.some(({ stopWords }) => stopWords.has(word)));
  const words = significant.length > 0 ? significant : all;
  const unique = [...new Map(words.map((word) => [languages[0]!.stem(word), word])).values()];
  const terms = unique.slice(0, MAX_WORDS).map((word): QueryTerm => {
    const term = resolveWord(word, postings, pageCount);
    return term.lists.length > 0 ? term : (resolvePrefix(word, postings, pageCount) ?? term);
  });
  const positions = new Map(
    terms.map(({ word }, position) => [stemKey(word, languages), position]),
  );
  const joined = all.slice(1, MAX_WORDS).flatMap((second, at): JoinedTerm[] => {
    const first = all[at]!;
    const parts = [first, second].flatMap((word) => positions.get(stemKey(word, languages)) ?? []);
    if (parts.length === 0) return [];
    const term = resolveWord(first + second, postings, pageCount);
    return term.lists.length > 0 ? [{ ...term, parts }] : [];
  });
  return { terms, joined };
}

const stemKey = (word: string, [language]: readonly Language[]) => language!.stem(word);

function resolveWord(word: string, postings: PagePostings, pageCount: number): QueryTerm {
  const stems = [...new Set(postings.languages.map(({ stem }) => stem(word)))];
  return createTerm(word, stems, stems, postings, pageCount);
}

function resolvePrefix(
  word: string,
  postings: PagePostings,
  pageCount: number,
): QueryTerm | undefined {
  if ([...word].length < 3) return undefined;
  const stems = postings.stemsStartingWith(word, MAX_EXPANSIONS);
  return stems.length > 0 ? createTerm(word, [word], stems, postings, pageCount) : undefined;
}

function createTerm(
  word: string,
  stems: readonly string[],
  expanded: readonly string[],
  postings: PagePostings,
  pageCount: number,
): QueryTerm {
  const lists = expanded.flatMap((stemmed) => postings.get(stemmed) ?? []);
  const count = Math.min(
    lists.reduce((sum, { pages }) => sum + pages.length, 0),
    pageCount,
  );
  const idf = count === 0 ? 0 : Math.log(1 + (pageCount - count + 0.5) / (count + 0.5));
  return { word, stems, lists: lists.sort((a, b) => a.pages.length - b.pages.length), idf };
}
