/** The forms that a page is read in. */
export type PageFormat = "markdown" | "text";

/** How to read: `url` is the page's own, which relative links start from. */
export interface ReadOptions {
  url: string;
  format: PageFormat;
}

/** A page as it is read. */
export interface ReadPage {
  /** Empty when the page says none. */
  title: string;
  /** The main content; ends with a line break unless it is empty. */
  content: string;
  description?: string;
  /** As the page declares it: a language tag. */
  language?: string;
}
