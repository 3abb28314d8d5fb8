import { stem, tokenizePath } from "./tokenizer.ts";

/** The pages that have each word, as their places in a list. */
export interface Postings {
  /** Those that have this stem, in order; nothing where none has. */
  get(stemmed: string): Uint32Array | undefined;
  /** Those of each stem that begins with this. */
  startingWith(start: string): Uint32Array[];
}

/** How many paths are read from one pause to the next: some milliseconds' worth. */
const BATCH_SIZE = 2_000;

/**
 * Reads the words of paths; pauses now and then. Words and pages are numbers in flat arrays: an array for each word, of
 * which there are tens of thousands, would take three times as long and be most of what the garbage collector sees.
 */
export function* buildPostings(paths: readonly string[]): Generator<void, Postings> {
  /** The number of each form of a word, and of its stem. */
  const numbers = new Map<string, number>();
  const stems: string[] = [];
  /** By word: how many pages have it, and the last of them. */
  const counts: number[] = [];
  const lasts: number[] = [];
  let tokenNumbers = new Uint32Array(paths.length * 8);
  let pageNumbers = new Uint32Array(paths.length * 8);
  let length = 0;

  const assignNumber = (token: string): number => {
    const stemmed = stem(token);
    let number = stemmed === token ? undefined : numbers.get(stemmed);
    if (number === undefined) {
      number = stems.push(stemmed) - 1;
      counts.push(0);
      lasts.push(-1);
      numbers.set(stemmed, number);
    }
    if (stemmed !== token) numbers.set(token, number);
    return number;
  };

  for (let at = 0; at < paths.length; at++) {
    for (const token of tokenizePath(paths[at]!)) {
      const number = numbers.get(token) ?? assignNumber(token);
      if (lasts[number] === at) continue;
      lasts[number] = at;
      counts[number]!++;
      if (length === tokenNumbers.length)
        [tokenNumbers, pageNumbers] = [grow(tokenNumbers), grow(pageNumbers)];
      tokenNumbers[length] = number;
      pageNumbers[length++] = at;
    }
    if (at % BATCH_SIZE === BATCH_SIZE - 1) yield;
  }

  const starts = new Uint32Array(stems.length + 1);
  for (const [number, count] of counts.entries()) starts[number + 1] = starts[number]! + count;
  const ends = starts.slice(0, -1);
  const postings = new Uint32Array(length);
  for (let at = 0; at < length; at++) postings[ends[tokenNumbers[at]!]!++] = pageNumbers[at]!;
  const pagesWithStem = (number: number) => postings.subarray(starts[number], starts[number + 1]);

  let vocabulary: readonly string[] | undefined;
  return {
    get(stemmed) {
      const number = numbers.get(stemmed);
      return number === undefined ? undefined : pagesWithStem(number);
    },
    startingWith(start) {
      vocabulary ??= stems.sort();
      const matching: Uint32Array[] = [];
      for (
        let at = lowerBound(vocabulary, start);
        at < vocabulary.length && vocabulary[at]!.startsWith(start);
        at++
      ) {
        matching.push(pagesWithStem(numbers.get(vocabulary[at]!)!));
      }
      return matching;
    },
  };
}

function grow(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(array.length * 2 + 8);
  grown.set(array);
  return grown;
}

function lowerBound(sorted: readonly string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
