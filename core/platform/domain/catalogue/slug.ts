import { shortMark } from "./fingerprint.ts";
import { snake } from "./words.ts";

/** The longest slug of an app. */
export const LONGEST_SLUG = 28;

/** A slug of the first of these texts that fits; of the first, cut and marked, if none does. */
export function slugOf(...texts: readonly string[]): string {
  const slugs = texts
    .map((text) => beginning(snake(/\s/.test(text) ? text.toLowerCase() : text)))
    .filter((slug) => slug !== "");
  const fitting = slugs.find((slug) => slug.length <= LONGEST_SLUG);
  if (fitting) return fitting;
  const [first] = slugs;
  if (first === undefined) return `app_${shortMark(texts.join(" "))}`;
  return `${first.slice(0, LONGEST_SLUG - 7).replace(/_+$/, "")}_${shortMark(first)}`;
}

const beginning = (slug: string) => (/^\d/.test(slug) ? `app_${slug}` : slug);
