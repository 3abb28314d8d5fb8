import type { PageEntry } from "../sitemap/index.ts";
import type { SearchScope } from "./page-postings.ts";
import type { QueryTerm } from "./page-query.ts";

/** The usual length of a snippet in UTF-16 units. */
const LENGTH = 240;
/** The number of occurrences of each word that are considered. */
const MAX_OCCURRENCES = 100;

/**
 * Returns the part of a page's text with the most words of the query. If it has none, returns the
 * page's description, its headings with these words, or the beginning of its text.
 */
export function createSnippet(
  { text, description, headings, title }: PageEntry,
  terms: readonly QueryTerm[],
  scope: SearchScope,
): string | undefined {
  const excerpt = scope === "text" && text ? excerptFrom(text, terms) : undefined;
  if (excerpt) return excerpt;
  if (description) return shorten(description);
  const matching = headings
    ?.split("\n")
    .filter(
      (heading) => heading !== title && findOccurrences(heading.toLowerCase(), terms).length > 0,
    );
  if (matching?.length) return shorten(matching.join(" · "));
  return scope === "text" && text ? shorten(text.slice(0, LENGTH * 2)) : undefined;
}

interface Occurrence {
  readonly at: number;
  readonly term: number;
}

function excerptFrom(text: string, terms: readonly QueryTerm[]): string | undefined {
  const lower = text.toLowerCase();
  // In a few scripts, lower case has another length.
  const searched = lower.length === text.length ? lower : text;
  const occurrences = findOccurrences(searched, terms);
  let best: { readonly start: number; readonly score: number } | undefined;
  let first = 0;
  for (const [last, { at }] of occurrences.entries()) {
    while (at - occurrences[first]!.at > LENGTH * 0.7) first += 1;
    const window = occurrences.slice(first, last + 1);
    const distinct = new Set(window.map(({ term }) => term));
    const score = distinct.size * 10 + Math.min(window.length, 9);
    if (!best || score > best.score) best = { start: occurrences[first]!.at, score };
  }
  if (!best) return undefined;
  // Begin with the line of the first word, unless it is too far away.
  const lineStart = text.lastIndexOf("\n", best.start - 1) + 1;
  const start =
    best.start - lineStart < LENGTH * 0.3
      ? lineStart
      : text.indexOf(" ", best.start - Math.floor(LENGTH * 0.25)) + 1;
  const excerpt = shorten(text.slice(start, start + LENGTH * 2).replaceAll("\n", " "));
  return start === 0 || start === lineStart ? excerpt : `… ${excerpt}`;
}

/** Finds the beginnings of words that have the stems, in ascending order. */
function findOccurrences(lower: string, terms: readonly QueryTerm[]): Occurrence[] {
  const found: Occurrence[] = [];
  for (const [term, { word, stems }] of terms.entries()) {
    const prefix = commonPrefix(word, stems[0]!);
    let count = 0;
    for (
      let at = lower.indexOf(prefix);
      at !== -1 && count < MAX_OCCURRENCES;
      at = lower.indexOf(prefix, at + prefix.length)
    ) {
      if (at > 0 && ALPHABETIC.test(lower[at - 1]!)) continue;
      found.push({ at, term });
      count += 1;
    }
  }
  return found.sort((a, b) => a.at - b.at);
}

/** Letters of scripts that separate words with spaces, and digits. */
const ALPHABETIC = /[\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Greek}\p{scx=Hebrew}\p{scx=Arabic}\d]/u;

function commonPrefix(word: string, stemmed: string): string {
  let length = 0;
  while (length < word.length && word[length] === stemmed[length]) length += 1;
  return length === 0 ? word : word.slice(0, length);
}

/** Cuts a text after a word. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= LENGTH) return line;
  const space = line.lastIndexOf(" ", LENGTH);
  return `${line.slice(0, space > LENGTH / 2 ? space : LENGTH)} …`;
}
