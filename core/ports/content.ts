import type { PageEntry } from "../lib/sitemap/index.ts";

export type { PageEntry };

/** The size in bytes above which pages are neither read nor converted. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** A file of the site: a page, an image, a style sheet. */
export interface Resource {
  /**
   * The canonical path. It differs from the requested path if that is an alias, such as a folder
   * without its slash.
   */
  readonly path: string;
  /** The value of the Content-Type header. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Changes whenever the content does. Quoted, as in the ETag header. */
  readonly etag: string;
  /** RFC 3339, UTC. */
  readonly modified: string;
  /** The value of X-Robots-Tag, if another server sent one. */
  readonly robots?: string;
  bytes(): Promise<Uint8Array>;
  /** Streams the bytes from `start` to `end` (inclusive), by default all. */
  stream(start?: number, end?: number): ReadableStream<Uint8Array>;
}

/**
 * Lists and loads the site's pages. Every method rejects with the `Problem` `unavailable` while the
 * site can't be reached. Paths that lead outside the site don't exist.
 */
export interface ContentSource {
  /**
   * Returns the site's pages in a stable order. The same array until the pages change. Returns a
   * promise only if it has to wait.
   */
  listPages(): Promise<readonly PageEntry[]> | readonly PageEntry[];
  /**
   * Returns how many of the listed pages have been read for the search. Undefined if all have been
   * read before they were listed, or the search needs none.
   */
  indexProgress?(): { readonly read: number; readonly total: number } | undefined;
  /**
   * Finds the file at a path. On a live site the path includes the query, and only listed pages are
   * found. Calls `onFetch` before it fetches the page from another server, and rejects if that does.
   */
  find(path: string, onFetch?: () => Promise<void> | void): Promise<Resource | undefined>;
}
