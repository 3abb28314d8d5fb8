import type { Section } from "./sections.ts";
import { uint32 } from "./sections.ts";

/** A sorted list of words, read from packed bytes. The number of a word is its position. */
export interface Dictionary {
  readonly size: number;
  /** Returns the number of a word, or -1 if the dictionary doesn't contain it. */
  find(word: string): number;
  /** Returns the word with a number. */
  at(number: number): string;
  /** Returns the words at Damerau–Levenshtein distance 1 (in UTF-8 bytes). */
  findSimilar(word: string): number[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Sorts words and packs them into two sections: the start of each word, and the letters. */
export function packDictionary(words: Iterable<string>): {
  sections: readonly [Section, Section];
  sorted: readonly string[];
} {
  const entries = [...words]
    .map((word) => ({ word, bytes: encoder.encode(word) }))
    .sort((a, b) => compare(a.bytes, b.bytes));
  const starts = new Uint32Array(entries.length + 1);
  for (const [number, { bytes }] of entries.entries()) {
    starts[number + 1] = starts[number]! + bytes.length;
  }
  const letters = new Uint8Array(starts[entries.length]!);
  for (const [number, { bytes }] of entries.entries()) letters.set(bytes, starts[number]!);
  return { sections: [starts, letters], sorted: entries.map(({ word }) => word) };
}

/** Opens a packed dictionary without copying it. */
export function openDictionary(
  startBytes: Uint8Array<ArrayBuffer>,
  letters: Uint8Array<ArrayBuffer>,
): Dictionary {
  const starts = uint32(startBytes);
  const size = starts.length - 1;
  const wordAt = (number: number) => letters.subarray(starts[number], starts[number + 1]);
  /** Returns the number of a word, or the position where it would be inserted. */
  const seek = (word: Uint8Array, length = word.length) => {
    let low = 0;
    let high = size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareAt(letters, starts[middle]!, starts[middle + 1]!, word, length) < 0)
        low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const find = (word: Uint8Array, length = word.length) => {
    const number = seek(word, length);
    return number < size &&
      compareAt(letters, starts[number]!, starts[number + 1]!, word, length) === 0
      ? number
      : -1;
  };
  /** Returns the letters that follow a prefix in any word. */
  const nextLetters = (prefix: Uint8Array) => {
    const next = new Set<number>();
    const probe = new Uint8Array([...prefix, 0]);
    for (let number = seek(probe); number < size; number = seek(probe)) {
      const word = wordAt(number);
      if (word.length <= prefix.length || compare(word.subarray(0, prefix.length), prefix) !== 0) {
        break;
      }
      const letter = word[prefix.length]!;
      next.add(letter);
      if (letter === 255) break;
      probe[prefix.length] = letter + 1;
    }
    return next;
  };
  return {
    size,
    find(word) {
      if (word.length > scratch.length / 3) return find(encoder.encode(word));
      // Most words are ASCII. Encoding those by hand is several times faster than TextEncoder.
      let length = 0;
      for (; length < word.length && word.charCodeAt(length) < 128; length++)
        scratch[length] = word.charCodeAt(length);
      return find(
        scratch,
        length === word.length ? length : encoder.encodeInto(word, scratch).written,
      );
    },
    at: (number) => decoder.decode(wordAt(number)),
    findSimilar: (word) => findSimilar(encoder.encode(word), { find, nextLetters }),
  };
}

interface Lookup {
  find(word: Uint8Array): number;
  nextLetters(prefix: Uint8Array): ReadonlySet<number>;
}

/** Returns the words at distance 1. Tries each edit whose letters occur in a word. */
function findSimilar(bytes: Uint8Array, { find, nextLetters }: Lookup): number[] {
  const matches = new Set<number>();
  const tryCandidate = (...pieces: readonly (readonly number[] | Uint8Array)[]) => {
    const number = find(new Uint8Array(pieces.flatMap((piece) => [...piece])));
    if (number >= 0) matches.add(number);
  };
  for (let offset = 0; offset <= bytes.length; offset++) {
    const before = bytes.subarray(0, offset);
    const here = bytes[offset];
    const next = bytes[offset + 1];
    if (here !== undefined) tryCandidate(before, bytes.subarray(offset + 1));
    const letters = nextLetters(before);
    for (const letter of letters) {
      tryCandidate(before, [letter], bytes.subarray(offset));
      if (here !== undefined) tryCandidate(before, [letter], bytes.subarray(offset + 1));
    }
    if (here !== undefined && next !== undefined) {
      tryCandidate(before, [next, here], bytes.subarray(offset + 2));
    }
    if (here === undefined || !letters.has(here)) break;
  }
  return [...matches];
}

const scratch = new Uint8Array(256);

const compare = (a: Uint8Array, b: Uint8Array): number => compareAt(a, 0, a.length, b, b.length);

function compareAt(
  a: Uint8Array,
  start: number,
  end: number,
  b: Uint8Array,
  length: number,
): number {
  const shared = Math.min(end - start, length);
  for (let offset = 0; offset < shared; offset++) {
    if (a[start + offset] !== b[offset]) return a[start + offset]! - b[offset]!;
  }
  return end - start - length;
}
