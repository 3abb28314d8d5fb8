/** An error in an entry. */
export interface EntryError {
  /** The offset of the entry in the text. */
  readonly at: number;
  /** A predicate to follow a subject such as "line 3". */
  readonly error: string;
}

export interface SitemapEntry {
  /** The offset of the entry in the text. */
  readonly at: number;
  /** The URL as written, without surrounding white space, and with entities and CDATA decoded. */
  readonly loc: string;
  /** RFC 3339, UTC. */
  readonly modified: string | undefined;
}

/** A sitemap file (sitemaps.org 0.9): a list of pages, or an index of other sitemap files. */
export interface Sitemap {
  readonly kind: "urlset" | "sitemapindex";
  /** The entries in their order. Entries without a URL are omitted. */
  readonly entries: readonly SitemapEntry[];
  /** Errors in entries. */
  readonly errors: readonly EntryError[];
  /** Whether the file has more entries than were read. */
  readonly isTruncated: boolean;
}
