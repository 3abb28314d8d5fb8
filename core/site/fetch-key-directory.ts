import { DIRECTORY_MEDIA_TYPES, type FetchDirectory } from "../lib/http-signatures/index.ts";
import { isOutboundFailure, type Outbound } from "../ports/outbound.ts";

const LIMITS = {
  headers: { accept: DIRECTORY_MEDIA_TYPES },
  redirects: 0,
  timeoutMs: 3_000,
  maxBytes: 64 * 1024,
};

/** Returns a function that fetches the key directories of agents. */
export const fetchKeyDirectory =
  (outbound: Outbound): FetchDirectory =>
  async (url) => {
    try {
      const response = await outbound.fetch(url, LIMITS);
      if (response.status === 200)
        return {
          text: await response.text(),
          type: response.headers.get("content-type"),
          cacheControl: response.headers.get("cache-control"),
        };
      await response.body.cancel().catch(() => {});
      return "directory_unreachable";
    } catch (error) {
      if (!isOutboundFailure(error)) throw error;
      return error.code === "too_large" ? "bad_directory" : "directory_unreachable";
    }
  };
