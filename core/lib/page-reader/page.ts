/** Output format of a page's content. */
export type PageFormat = "markdown" | "text";

export interface ReadOptions {
  /** Absolute URL of the page. Relative links resolve against it. */
  url: string;
  format: PageFormat;
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
