/** Output format of a page's content. */
export type PageFormat = "markdown" | "text";

export interface ReadOptions {
  /** Absolute URL of the page. Relative links resolve against it. */
  url: string;
  format: PageFormat;
}

/** A limit that keeps the time and memory of reading a page in proportion to its size. */
export class PageLimitError extends Error {
  override readonly name = "PageLimitError";
}

/** The content and metadata of a page. */
export interface ReadPage {
  /** Empty if the page has no title. */
  title: string;
  /** The main content. Ends with a line break unless it is empty. */
  content: string;
  description?: string;
  /** The language tag (BCP 47) that the page declares. */
  language?: string;
}
