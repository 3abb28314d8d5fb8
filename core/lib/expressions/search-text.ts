import type { Work } from "../kit/flow/work.ts";

/** Patterns up to this length are left to the engine, whose search is quadratic for longer ones. */
const SHORT = 8;

/** Returns the first index of a pattern from an index on, or -1. Takes linear time and units. */
export function findFirst(text: string, pattern: string, work: Work, from = 0): number {
  const isShort = takeSearch(text, pattern, work);
  return isShort ? text.indexOf(pattern, from) : search(text, pattern, from, 1);
}

/** Returns the last index of a pattern up to an index, or -1. */
export function findLast(text: string, pattern: string, work: Work, from = text.length): number {
  const isShort = takeSearch(text, pattern, work);
  if (isShort) return text.lastIndexOf(pattern, from);
  const end = Math.min(from + pattern.length, text.length);
  return search(text.slice(0, end), pattern, 0, -1);
}

/** Returns the indexes of a pattern that don't overlap. Takes linear time, and a unit for each. */
export function findAll(text: string, pattern: string, work: Work, max: number): number[] {
  const isShort = takeSearch(text, pattern, work);
  const found: number[] = [];
  for (let from = 0; found.length < max; ) {
    const index = isShort ? text.indexOf(pattern, from) : search(text, pattern, from, 1);
    if (index < 0) break;
    work.take(1);
    found.push(index);
    from = index + pattern.length;
  }
  return found;
}

function takeSearch(text: string, pattern: string, work: Work): boolean {
  const isShort = pattern.length <= SHORT;
  work.takeText(
    isShort ? text.length * Math.max(pattern.length, 1) : SHORT * (text.length + pattern.length),
  );
  return isShort;
}

/**
 * Searches with the algorithm of Knuth, Morris and Pratt, forwards or (`step` -1) backwards from the
 * end.
 */
function search(text: string, pattern: string, from: number, step: 1 | -1): number {
  const [textLength, length] = [text.length, pattern.length];
  if (length > textLength) return -1;
  const textAt = (index: number) => text.charCodeAt(step === 1 ? index : textLength - 1 - index);
  const patternAt = (index: number) => pattern.charCodeAt(step === 1 ? index : length - 1 - index);
  // The length of the longest proper prefix of the pattern that ends at each index.
  const borders = new Int32Array(length);
  for (let index = 1, border = 0; index < length; index++) {
    while (border > 0 && patternAt(index) !== patternAt(border)) border = borders[border - 1] ?? 0;
    if (patternAt(index) === patternAt(border)) border++;
    borders[index] = border;
  }
  for (let index = from, matched = 0; index < textLength; index++) {
    while (matched > 0 && textAt(index) !== patternAt(matched)) matched = borders[matched - 1] ?? 0;
    if (textAt(index) === patternAt(matched)) matched++;
    if (matched === length) return step === 1 ? index - length + 1 : textLength - 1 - index;
  }
  return -1;
}
