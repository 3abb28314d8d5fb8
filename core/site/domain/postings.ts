import { pathWords, stem } from "./words.ts";

/** The pages that have each word, as their places in a list. */
export interface Postings {
  /** Those that have this stem, in order; nothing where none has. */
  get(stemmed: string): Uint32Array | undefined;
  /** Those of each stem that begins with this. */
  begunBy(start: string): Uint32Array[];
}

/** How many paths are read from one pause to the next: some milliseconds' worth. */
const AT_A_TIME = 2_000;

/**
 * Reads the words of paths; pauses now and then. Words and pages are numbers in flat arrays: an array for each word, of
 * which there are tens of thousands, would take three times as long and be most of what the garbage collector sees.
 */
export function* postingsOf(paths: readonly string[]): Generator<void, Postings> {
  /** The number of each form of a word, and of its stem. */
  const numbers = new Map<string, number>();
  const stems: string[] = [];
  /** By word: how many pages have it, and the last of them. */
  const counts: number[] = [];
  const lasts: number[] = [];
  let words = new Uint32Array(paths.length * 8);
  let pages = new Uint32Array(paths.length * 8);
  let length = 0;

  const numbered = (form: string): number => {
    const stemmed = stem(form);
    let number = stemmed === form ? undefined : numbers.get(stemmed);
    if (number === undefined) {
      number = stems.push(stemmed) - 1;
      counts.push(0);
      lasts.push(-1);
      numbers.set(stemmed, number);
    }
    if (stemmed !== form) numbers.set(form, number);
    return number;
  };

  for (let at = 0; at < paths.length; at++) {
    for (const form of pathWords(paths[at]!)) {
      const number = numbers.get(form) ?? numbered(form);
      if (lasts[number] === at) continue;
      lasts[number] = at;
      counts[number]!++;
      if (length === words.length) [words, pages] = [longer(words), longer(pages)];
      words[length] = number;
      pages[length++] = at;
    }
    if (at % AT_A_TIME === AT_A_TIME - 1) yield;
  }

  const starts = new Uint32Array(stems.length + 1);
  for (const [number, count] of counts.entries()) starts[number + 1] = starts[number]! + count;
  const ends = starts.slice(0, -1);
  const lists = new Uint32Array(length);
  for (let at = 0; at < length; at++) lists[ends[words[at]!]!++] = pages[at]!;
  const listOf = (number: number) => lists.subarray(starts[number], starts[number + 1]);

  let vocabulary: readonly string[] | undefined;
  return {
    get(stemmed) {
      const number = numbers.get(stemmed);
      return number === undefined ? undefined : listOf(number);
    },
    begunBy(start) {
      vocabulary ??= stems.sort();
      const found: Uint32Array[] = [];
      for (
        let at = lowerBound(vocabulary, start);
        at < vocabulary.length && vocabulary[at]!.startsWith(start);
        at++
      ) {
        found.push(listOf(numbers.get(vocabulary[at]!)!));
      }
      return found;
    },
  };
}

function longer(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const twice = new Uint32Array(array.length * 2 + 8);
  twice.set(array);
  return twice;
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
