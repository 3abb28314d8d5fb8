import type { ConversionFailure, ConvertedPage, PageSource } from "../lib/page-reader/index.ts";

/**
 * Converts a large page outside the event loop, which would otherwise stop for seconds. It limits
 * time, memory and how many pages are converted at once. Returns `busy` if too many pages wait, or
 * too many of one client. Pages without a client, which the service itself reads, have no such limit.
 * It doesn't change `bytes`. Rejects only if it is broken.
 */
export type PageConverter = (
  source: PageSource,
  client?: string | undefined,
) => Promise<ConvertedPage | ConversionFailure | { readonly failure: "busy" }>;
