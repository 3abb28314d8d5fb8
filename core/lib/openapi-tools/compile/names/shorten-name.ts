import { isVerb, singular } from "./naming.ts";

/** Words that a name can lose first, because they carry little meaning. */
const FILLERS = new Set(
  "a an the of for to from with by in on at and or as via using api v1 v2 v3 v4 id ids".split(" "),
);

/**
 * Shortens a list of words to a name of at most `maxLength` characters, in the original order.
 * Drops filler words first, then repeated words, then the leftmost ones, which name the parents of
 * a resource. Verbs and the last word go after all others, and words that `isKept` accepts last.
 */
export function shortenName(
  words: readonly string[],
  maxLength: number,
  isKept: (word: string, index: number) => boolean = () => false,
): string {
  const lastIndexes = new Map(words.map((word, index) => [singular(word), index]));
  const rank = (word: string, index: number): number => {
    if (isKept(word, index)) return 4;
    if (FILLERS.has(word)) return 0;
    if (lastIndexes.get(singular(word)) !== index) return 1;
    return isVerb(word) || index === words.length - 1 ? 3 : 2;
  };
  const droppable = words
    .map((word, index) => ({ index, rank: rank(word, index) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index);
  const dropped = new Set<number>();
  let length = words.join("_").length;
  for (const { index } of droppable) {
    if (length <= maxLength || dropped.size === words.length - 1) break;
    dropped.add(index);
    length -= (words[index]?.length ?? 0) + 1;
  }
  return words
    .filter((_, index) => !dropped.has(index))
    .join("_")
    .slice(0, maxLength)
    .replace(/_+$/, "");
}
