import { setRecent } from "../../../lib/kit/net/freshness.ts";
import type { PageEntry } from "../../../ports/content.ts";

/** The number of texts of one list that are kept. */
const MAX_TEXTS = 64;

/** Returns a text about a list of pages. `key` identifies the text among those of the list. */
type ListText = (
  pages: readonly PageEntry[],
  key: string,
  write: () => string | undefined,
) => string | undefined;

/**
 * Creates a cache of texts about a list of pages, because writing thousands of links takes as long
 * as hundreds of requests. A text is written again when the list changes. A result of `undefined`
 * isn't kept.
 */
export function createListCache(): ListText {
  const textsByList = new WeakMap<readonly PageEntry[], Map<string, string>>();
  return (pages, key, write) => {
    const texts = textsByList.get(pages) ?? new Map<string, string>();
    textsByList.set(pages, texts);
    const text = texts.get(key) ?? write();
    if (text !== undefined) setRecent(texts, key, text, MAX_TEXTS);
    return text;
  };
}
