import { editDistance } from "../../../lib/kit/text/find-nearest.ts";
import type { AppIndex } from "./index-apps.ts";

/** Shorter words are too similar to others. */
const MIN_LENGTH = 4;
/** The length from which a word can have two mistakes. */
const TWO_MISTAKES_LENGTH = 8;
/** Descriptions have mistakes too, so a word of few descriptions can be one. */
const MAX_MISTAKES_OF_TEXTS = 2;

/**
 * Returns the words nearest to a mistyped one: those of names and purposes with one difference, in
 * long words two. Returns an empty list if the word is known or the start of a known one.
 */
export function correctWord(
  word: string,
  { vocabulary, otherWords }: AppIndex<unknown>,
): readonly string[] {
  if (word.length < MIN_LENGTH || vocabulary.has(word)) return [];
  if (otherWords.exact(word).length > MAX_MISTAKES_OF_TEXTS) return [];
  let least = word.length < TWO_MISTAKES_LENGTH ? 1 : 2;
  let nearest: string[] = [];
  for (const known of vocabulary) {
    if (known.startsWith(word)) return [];
    if (known.length < MIN_LENGTH || Math.abs(known.length - word.length) > least) continue;
    // People rarely mistype the first letter, except by swapping it.
    if (known[0] !== word[0] && known[0] !== word[1]) continue;
    const distance = editDistance(word, known);
    if (distance > least) continue;
    if (distance < least) nearest = [];
    least = distance;
    nearest.push(known);
  }
  return nearest;
}
