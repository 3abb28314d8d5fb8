import { stemmer } from "stemmer";

/**
 * The stem of a lowercase English word (Porter's algorithm, 1980). Words with characters
 * other than `a` to `z` are returned unchanged.
 */
export function stem(word: string): string {
  const cached = stems.get(word);
  if (cached !== undefined) return cached;
  const stemmed = word.length > 2 && /^[a-z]+$/.test(word) ? stemmer(word) : word;
  if (stems.size >= MAX_CACHED) stems.clear();
  stems.set(word, stemmed);
  return stemmed;
}

const MAX_CACHED = 50_000;
const stems = new Map<string, string>();
