import type { ContentSelectors } from "./choose/selectors.ts";

/** Output format of a page's content. */
export type PageFormat = "markdown" | "text";

export interface ReadOptions {
  /** Absolute URL of the page. Relative links resolve against it. */
  url: string;
  format: PageFormat;
  /** The elements to read and to leave out. They don't apply to Markdown. */
  selectors?: ContentSelectors | undefined;
}

/** A limit that keeps the time and memory of reading a page in proportion to its size. */
export class PageLimitError extends Error {
  override readonly name = "PageLimitError";
}

/** What a page states about itself. */
export interface PageMetadata {
  /** Empty if the page has no title. */
  readonly title: string;
  readonly description?: string;
  /** The language tag (BCP 47) that the page declares. */
  readonly language?: string;
  /** The canonical URL that the page declares, absolute. */
  readonly canonical?: string;
  /** When the page was published: an ISO 8601 date, with or without a time. */
  readonly published?: string;
  /** When the page was last modified, in the same format. */
  readonly modified?: string;
}

/** The content and metadata of a page. */
export interface ReadPage extends PageMetadata {
  /** The main content. Ends with a line break unless it is empty. */
  readonly content: string;
}
