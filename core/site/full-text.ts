import type { SharedText } from "./documents/text/shared-text.ts";

interface FullTextVersion extends SharedText {
  /** The complete text. Undefined while it is being written. */
  readonly complete: string | undefined;
}

/** The text of all pages up to the size limit. */
export interface FullText {
  /** Returns the text of the current pages: complete, or while it is being written. */
  current(): Promise<FullTextVersion>;
  /**
   * Writes the text if there is none or it is out of date. Resolves when it is complete. Fetches
   * nothing from a live site whose text no client has requested.
   */
  refresh(): Promise<void>;
}
