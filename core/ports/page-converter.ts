import type { ConversionFailure, ConvertedPage, PageSource } from "../lib/page-reader/index.ts";

/**
 * Converts a large page outside the event loop, which would otherwise stop for seconds. It limits
 * time, memory and how many pages are converted at once. Returns `busy` if too many pages wait. It
 * doesn't change `bytes`. Rejects only if it is broken.
 */
export type PageConverter = (
  source: PageSource,
) => Promise<ConvertedPage | ConversionFailure | { readonly failure: "busy" }>;
