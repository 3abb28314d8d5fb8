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
  const builder = new PostingsBuilder(pages.length, scope);
  let characters = 0;
  for (const [at, page] of pages.entries()) {
    characters += builder.addPage(at, page);
    if (characters > BATCH_CHARACTERS) {
      characters = 0;
      yield;
    }
  }
  return createPostings(builder.finish());
}

/** A language, and the numbers of the stems of its words. */
interface Vocabulary {
  readonly language: Language;
  readonly numbers: Map<string, number>;
}

class PostingsBuilder {
  readonly #scope: SearchScope;
  readonly #numbers = new Map<string, number>();
  readonly #counts: number[] = [];
  /** The last posting of each stem. */
  readonly #lasts: number[] = [];
  readonly #vocabularies = new Map<Language, Vocabulary>();
  readonly #frequencies = new Map<Language, number>();
  #stemNumbers: Uint32Array;
  #pageNumbers: Uint32Array;
  #weights: Float32Array;
  #length = 0;

  constructor(pages: number, scope: SearchScope) {
    this.#scope = scope;
    this.#stemNumbers = new Uint32Array(pages * 8);
    this.#pageNumbers = new Uint32Array(pages * 8);
    this.#weights = new Float32Array(pages * 8);
  }

  /** Returns the number of UTF-16 units that it indexed. */
  addPage(at: number, { path, title, headings, text, language: tag }: PageEntry): number {
    const language = languageFor(tag);
    const vocabulary = this.#vocabularies.get(language) ?? { language, numbers: new Map() };
    this.#vocabularies.set(language, vocabulary);
    this.#frequencies.set(language, (this.#frequencies.get(language) ?? 0) + 1);
    this.#add(at, tokenizePath(path), "path", vocabulary);
    if (this.#scope === "paths") return path.length;
    if (title) this.#add(at, tokenize(title), "title", vocabulary);
    if (headings) this.#add(at, tokenize(headings), "headings", vocabulary);
    const characters = path.length + (title?.length ?? 0) + (headings?.length ?? 0);
    if (this.#scope !== "text" || !text) return characters;
    this.#add(at, tokenize(text), "text", vocabulary);
    return characters + text.length;
  }

  finish(): FlatPostings {
    const counts = this.#counts;
    const length = this.#length;
    const starts = new Uint32Array(counts.length + 1);
    for (const [number, count] of counts.entries()) starts[number + 1] = starts[number]! + count;
    const ends = starts.slice(0, -1);
    const stemNumbers = this.#stemNumbers;
    const pageNumbers = this.#pageNumbers;
    const weights = this.#weights;
    const sortedPages = new Uint32Array(length);
    const sortedWeights = new Float32Array(length);
    for (let at = 0; at < length; at++) {
      const position = ends[stemNumbers[at]!]!++;
      sortedPages[position] = pageNumbers[at]!;
      sortedWeights[position] = weights[at]! / (weights[at]! + SATURATION);
    }
    const languages = [...this.#frequencies]
      .sort(([, a], [, b]) => b - a)
      .map(([language]) => language);
    return {
      languages: languages.length > 0 ? languages : [ENGLISH],
      numbers: this.#numbers,
      starts,
      pages: sortedPages,
      weights: sortedWeights,
    };
  }

  #add(
    page: number,
    tokens: readonly string[],
    field: keyof typeof WEIGHTS,
    vocabulary: Vocabulary,
  ): void {
    const lengthFactor = 1 - LENGTH_EFFECT + (LENGTH_EFFECT * tokens.length) / USUAL_WORDS[field];
    const weight = WEIGHTS[field] / Math.max(lengthFactor, 0.75);
    const { numbers } = vocabulary;
    const lasts = this.#lasts;
    for (const token of tokens) {
      const number = numbers.get(token) ?? this.#numberFor(token, vocabulary);
      const last = lasts[number]!;
      if (last !== -1 && this.#pageNumbers[last] === page) this.#weights[last]! += weight;
      else this.#append(number, page, weight);
    }
  }

  #append(number: number, page: number, weight: number): void {
    if (this.#length === this.#pageNumbers.length) {
      this.#stemNumbers = grow(this.#stemNumbers, Uint32Array);
      this.#pageNumbers = grow(this.#pageNumbers, Uint32Array);
      this.#weights = grow(this.#weights, Float32Array);
    }
    const at = this.#length++;
    this.#lasts[number] = at;
    this.#counts[number]!++;
    this.#stemNumbers[at] = number;
    this.#pageNumbers[at] = page;
    this.#weights[at] = weight;
  }

  #numberFor(token: string, { language, numbers }: Vocabulary): number {
    const stemmed = language.stem(token);
    let number = this.#numbers.get(stemmed);
    if (number === undefined) {
      number = this.#counts.push(0) - 1;
      this.#numbers.set(stemmed, number);
      this.#lasts.push(-1);
    }
    numbers.set(token, number);
    return number;
  }
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
