import type { Analyzer } from "./analyzer.ts";
import { lowerBound } from "./page-postings.ts";

/** Posting lists: for each stem the texts that contain it, as indexes into a list of texts. */
export interface Postings {
  /** Returns the texts with this stem in ascending order, or undefined if there are none. */
  get(stemmed: string): Uint32Array | undefined;
  /** Returns a posting list for each stem with this prefix. */
  startingWith(start: string): Uint32Array[];
}

/** How many texts are indexed between two yields: a few milliseconds of work for paths. */
const BATCH_SIZE = 2_000;

/**
 * Builds the posting lists of texts, and yields after each batch. Stems and texts are numbers in
 * flat arrays, because an array for each of tens of thousands of stems would take three times as
 * long and burden the garbage collector.
 */
export function* buildPostings(
  texts: readonly string[],
  { tokenize, stem }: Pick<Analyzer, "tokenize" | "stem">,
): Generator<void, Postings> {
  /** The stem number of each token and each stem. */
  const numbers = new Map<string, number>();
  const stems: string[] = [];
  /** How many texts have each stem. */
  const counts: number[] = [];
  /** The last text with each stem. */
  const lasts: number[] = [];
  let tokenNumbers = new Uint32Array(texts.length * 8);
  let textNumbers = new Uint32Array(texts.length * 8);
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

  for (let at = 0; at < texts.length; at++) {
    for (const token of tokenize(texts[at]!)) {
      const number = numbers.get(token) ?? assignNumber(token);
      if (lasts[number] === at) continue;
      lasts[number] = at;
      counts[number]!++;
      if (length === tokenNumbers.length) {
        tokenNumbers = grow(tokenNumbers);
        textNumbers = grow(textNumbers);
      }
      tokenNumbers[length] = number;
      textNumbers[length++] = at;
    }
    if (at % BATCH_SIZE === BATCH_SIZE - 1) yield;
  }

  const starts = new Uint32Array(stems.length + 1);
  for (const [number, count] of counts.entries()) starts[number + 1] = starts[number]! + count;
  const ends = starts.slice(0, -1);
  const postings = new Uint32Array(length);
  for (let at = 0; at < length; at++) postings[ends[tokenNumbers[at]!]!++] = textNumbers[at]!;
  const textsWithStem = (number: number) => postings.subarray(starts[number], starts[number + 1]);

  let vocabulary: readonly string[] | undefined;
  return {
    get(stemmed) {
      const number = numbers.get(stemmed);
      return number === undefined ? undefined : textsWithStem(number);
    },
    startingWith(start) {
      vocabulary ??= stems.sort();
      const matching: Uint32Array[] = [];
      for (
        let at = lowerBound(vocabulary, start);
        at < vocabulary.length && vocabulary[at]!.startsWith(start);
        at++
      ) {
        matching.push(textsWithStem(numbers.get(vocabulary[at]!)!));
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
