import type { AppRow } from "../../../adapters/catalog/format.ts";
import { createSeededRandom } from "../find/random.ts";
import type { PurposeQuery } from "./purposes.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Shorter names with a mistake are often other words. */
const MIN_LENGTH = 5;

/**
 * Returns the names of popular apps with one random mistake each: a letter less, a letter more,
 * another letter, or two letters swapped. The first letter stays.
 */
export function createTypos(apps: readonly AppRow[], seed: number): readonly PurposeQuery[] {
  const random = createSeededRandom(seed);
  const pick = (length: number) => Math.floor(random() * length);
  return apps
    .filter(({ popular, name }) => popular && name.length >= MIN_LENGTH)
    .flatMap(({ slug, name }) => {
      const text = name.toLowerCase();
      const at = 1 + pick(text.length - 2);
      const letter = LETTERS[pick(LETTERS.length)]!;
      const [before, after] = [text.slice(0, at), text.slice(at)];
      return [
        before + after.slice(1),
        before + letter + after,
        before + letter + after.slice(1),
        before + after[1]! + after[0]! + after.slice(2),
      ]
        .filter((words) => words !== text)
        .map((words) => ({ words, expected: new Set([slug]) }));
    });
}
