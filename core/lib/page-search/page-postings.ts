import type { PageEntry } from "../sitemap/index.ts";
import { ENGLISH, type Language, languageFor } from "./languages.ts";
import { tokenize, tokenizePath } from "./tokenizer.ts";

/** What the search covers: only paths, also titles and headings, or also texts. */
export type SearchScope = "paths" | "titles" | "text";

/** The pages with a stem, as indexes in ascending order, and how much each is about it (0 to 1). */
export interface WeightedPages {
  readonly pages: Uint32Array;
  readonly weights: Float32Array;
}

/** Posting lists over all fields of pages. */
export interface PagePostings {
  /** The languages of the pages, the most frequent first. */
  readonly languages: readonly Language[];
  get(stemmed: string): WeightedPages | undefined;
  /** Returns the stems with this prefix in alphabetical order, at most `limit`. */
  stemsStartingWith(prefix: string, limit: number): string[];
}

/** How much a word in each field counts, compared with one in the text. */
const WEIGHTS = { path: 3, title: 6, headings: 2.5, text: 1 } as const;
/** The number of words that is usual for each field. Words of longer ones count less. */
const USUAL_WORDS = { path: 4, title: 5, headings: 30, text: 500 } as const;
/** How much the length of a field matters (BM25's b). */
const LENGTH_EFFECT = 0.5;
/** How soon further occurrences no longer count (BM25's k1). */
const SATURATION = 2;
/** How many UTF-16 units are indexed between two yields: a few milliseconds of work. */
const BATCH_CHARACTERS = 100_000;

/** Builds the posting lists of pages. Yields regularly. */
export function* buildPagePostings(
  pages: readonly PageEntry[],
  scope: SearchScope,
): Generator<void, PagePostings> {
  const numbers = new Map<string, number>();
  const stems: string[] = [];
  const counts: number[] = [];
  /** The last posting of each stem. */
  const lasts: number[] = [];
  const vocabularies = new Map<Language, Map<string, number>>();
  const frequencies = new Map<Language, number>();
  let stemNumbers = new Uint32Array(pages.length * 8);
  let pageNumbers = new Uint32Array(pages.length * 8);
  let weights = new Float32Array(pages.length * 8);
  let length = 0;
  let characters = 0;

  const numberFor = (token: string, vocabulary: Map<string, number>, { stem }: Language) => {
    const stemmed = stem(token);
    let number = numbers.get(stemmed);
    if (number === undefined) {
      number = stems.push(stemmed) - 1;
      numbers.set(stemmed, number);
      counts.push(0);
      lasts.push(-1);
    }
    vocabulary.set(token, number);
    return number;
  };

  const add = (
    page: number,
    tokens: readonly string[],
    field: keyof typeof WEIGHTS,
    language: Language,
    vocabulary: Map<string, number>,
  ) => {
    const lengthFactor = 1 - LENGTH_EFFECT + (LENGTH_EFFECT * tokens.length) / USUAL_WORDS[field];
    const weight = WEIGHTS[field] / Math.max(lengthFactor, 0.75);
    for (const token of tokens) {
      const number = vocabulary.get(token) ?? numberFor(token, vocabulary, language);
      const last = lasts[number]!;
      if (last !== -1 && pageNumbers[last] === page) {
        weights[last]! += weight;
        continue;
      }
      if (length === pageNumbers.length) {
        stemNumbers = grow(stemNumbers, Uint32Array);
        pageNumbers = grow(pageNumbers, Uint32Array);
        weights = grow(weights, Float32Array);
      }
      lasts[number] = length;
      counts[number]!++;
      stemNumbers[length] = number;
      pageNumbers[length] = page;
      weights[length++] = weight;
    }
  };

  for (const [at, page] of pages.entries()) {
    const { path, title, headings, text } = page;
    const language = languageFor(page.language);
    const vocabulary = vocabularies.get(language) ?? new Map<string, number>();
    vocabularies.set(language, vocabulary);
    frequencies.set(language, (frequencies.get(language) ?? 0) + 1);
    add(at, tokenizePath(path), "path", language, vocabulary);
    characters += path.length;
    if (scope !== "paths") {
      if (title) add(at, tokenize(title), "title", language, vocabulary);
      if (headings) add(at, tokenize(headings), "headings", language, vocabulary);
      characters += (title?.length ?? 0) + (headings?.length ?? 0);
    }
    if (scope === "text" && text) {
      add(at, tokenize(text), "text", language, vocabulary);
      characters += text.length;
    }
    if (characters > BATCH_CHARACTERS) {
      characters = 0;
      yield;
    }
  }

  const starts = new Uint32Array(stems.length + 1);
  for (const [number, count] of counts.entries()) starts[number + 1] = starts[number]! + count;
  const ends = starts.slice(0, -1);
  const sortedPages = new Uint32Array(length);
  const sortedWeights = new Float32Array(length);
  for (let at = 0; at < length; at++) {
    const position = ends[stemNumbers[at]!]!++;
    sortedPages[position] = pageNumbers[at]!;
    sortedWeights[position] = weights[at]! / (weights[at]! + SATURATION);
  }

  const languages = [...frequencies].sort(([, a], [, b]) => b - a).map(([language]) => language);
  return createPostings({
    languages: languages.length > 0 ? languages : [ENGLISH],
    numbers,
    starts,
    pages: sortedPages,
    weights: sortedWeights,
  });
}

/** Posting lists in flat arrays. The list of stem n begins at `starts[n]`. */
interface FlatPostings extends WeightedPages {
  readonly languages: readonly Language[];
  readonly numbers: ReadonlyMap<string, number>;
  readonly starts: Uint32Array;
}

/** A function of its own, so that the arrays for building aren't kept in memory. */
function createPostings({
  languages,
  numbers,
  starts,
  pages,
  weights,
}: FlatPostings): PagePostings {
  let sortedStems: string[] | undefined;
  return {
    languages,
    get(stemmed) {
      const number = numbers.get(stemmed);
      if (number === undefined) return undefined;
      const [start, end] = [starts[number], starts[number + 1]];
      return { pages: pages.subarray(start, end), weights: weights.subarray(start, end) };
    },
    stemsStartingWith(prefix, limit) {
      sortedStems ??= [...numbers.keys()].sort();
      const found: string[] = [];
      let at = lowerBound(sortedStems, prefix);
      while (found.length < limit && sortedStems[at]?.startsWith(prefix))
        found.push(sortedStems[at++]!);
      return found;
    },
  };
}

function grow<T extends Uint32Array | Float32Array>(array: T, Type: new (length: number) => T): T {
  const grown = new Type(array.length * 2 + 8);
  grown.set(array);
  return grown;
}

/** Returns the position of the first word that isn't less than `word`. */
export function lowerBound(sorted: readonly string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
