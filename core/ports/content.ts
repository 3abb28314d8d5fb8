/** The size in bytes above which pages are neither read nor converted. */
export const MAX_PAGE_BYTES = 8 * 1024 * 1024;

/** A page of the site, as a list of its pages knows it. */
export interface PageEntry {
  /** Its path as a URL has it: percent-encoded, with a leading slash; of a live site, with its query. */
  readonly path: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** When it last changed (RFC 3339, UTC). */
  readonly modified?: string | undefined;
}

/** What stands at a path of the site: a page, a picture, a style sheet. */
export interface Resource {
  /** The path that it should be asked for by: another than was asked if that one is an alias, such as a folder without its slash. */
  readonly path: string;
  /** As a Content-Type header has it. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Changes whenever the content does; quoted, as ETag writes it. */
  readonly etag: string;
  /** RFC 3339, UTC. */
  readonly modified: string;
  bytes(): Promise<Uint8Array>;
  /** The bytes from `start` to `end`, both included; everything by default. */
  stream(start?: number, end?: number): ReadableStream<Uint8Array>;
}

/**
 * Where the site's pages come from. Every method rejects with the `Problem` "unavailable" while the site can't be
 * reached; a path that leads outside is treated as one where nothing stands.
 */
export interface ContentSource {
  /** The site's pages, in a stable order; the same array until something has changed. */
  listPages(): Promise<readonly PageEntry[]>;
  /** What stands at a path, if anything does; of a live site, at a path with its query, and only at one that is listed. */
  find(path: string): Promise<Resource | undefined>;
}
