import { shortHash } from "../documents/fingerprint.ts";
import { snake } from "./naming.ts";

/** The maximum length of an app's slug. */
export const MAX_SLUG_LENGTH = 28;

/** Words that a slug can lose first, because most apps could have them. */
const FILLERS = new Set(
  "a an and the of for to in with api apis rest service services management client".split(" "),
);

/**
 * Creates a slug from the first text that fits. If none fits, shortens the first one to whole words:
 * without the last filler words, and without the last words if it is still too long.
 */
export function createSlug(...texts: readonly string[]): string {
  const slugs = texts
    .map((text) => withLetterStart(snake(/\s/.test(text) ? text.toLowerCase() : text)))
    .filter((slug) => slug !== "");
  const fitting = slugs.find((slug) => slug.length <= MAX_SLUG_LENGTH);
  if (fitting) return fitting;
  const [first] = slugs;
  if (first === undefined) return `app_${shortHash(texts.join(" "))}`;
  return joinWords(first.split("_"));
}

/** A slug that isn't taken: the given one, or else the one with the lowest number from 2. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : `_${number}`;
    const candidate = `${joinWords(slug.split("_"), MAX_SLUG_LENGTH - suffix.length)}${suffix}`;
    if (!isTaken(candidate)) return candidate;
  }
}

const withLetterStart = (slug: string) => (/^\d/.test(slug) ? `app_${slug}` : slug);

function joinWords(words: readonly string[], maxLength = MAX_SLUG_LENGTH): string {
  const kept = [...words];
  const isTooLong = () => kept.length > 1 && kept.join("_").length > maxLength;
  for (let index = kept.length - 1; index > 0 && isTooLong(); index -= 1)
    if (FILLERS.has(kept[index] ?? "")) kept.splice(index, 1);
  while (isTooLong()) kept.pop();
  return kept.join("_").slice(0, maxLength);
}
