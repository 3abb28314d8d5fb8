import { shortHash } from "./fingerprint.ts";
import { snake } from "./naming.ts";

/** The maximum length of an app's slug. */
export const MAX_SLUG_LENGTH = 28;

/**
 * Creates a slug from the first text that fits. If none fits, truncates the first one and appends a
 * hash.
 */
export function createSlug(...texts: readonly string[]): string {
  const slugs = texts
    .map((text) => withLetterStart(snake(/\s/.test(text) ? text.toLowerCase() : text)))
    .filter((slug) => slug !== "");
  const fitting = slugs.find((slug) => slug.length <= MAX_SLUG_LENGTH);
  if (fitting) return fitting;
  const [first] = slugs;
  if (first === undefined) return `app_${shortHash(texts.join(" "))}`;
  return `${first.slice(0, MAX_SLUG_LENGTH - 7).replace(/_+$/, "")}_${shortHash(first)}`;
}

const withLetterStart = (slug: string) => (/^\d/.test(slug) ? `app_${slug}` : slug);
