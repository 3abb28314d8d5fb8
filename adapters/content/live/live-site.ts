import { isIP } from "node:net";
import type { FetchOptions } from "../../../core/lib/kit/net/fetch.ts";
import { isLoopback } from "../../../core/lib/kit/net/loopback.ts";
import {
  isOutboundFailure,
  type Outbound,
  type OutboundResponse,
} from "../../../core/ports/outbound.ts";
import { Problem } from "../../../core/site.ts";

/** An HTTP client for one site. */
export interface LiveSite {
  readonly origin: string;
  /** Another origin of the same site, which its sitemaps may use. */
  readonly alias?: string | undefined;
  /**
   * Rejects with the `Problem` "unavailable" without a response, and "unreadable_page" for a
   * rejected one.
   */
  get(
    path: string,
    options: Pick<FetchOptions, "headers" | "maxBytes" | "timeoutMs">,
  ): Promise<OutboundResponse>;
  /** Converts the failures of reading a body to the same problems. */
  withProblems<T>(work: Promise<T>): Promise<T>;
}

/** Creates a client that rejects redirects to other origins. */
export function createLiveSite(outbound: Outbound, origin: string, alias?: string): LiveSite {
  const withProblems = <T>(work: Promise<T>) =>
    work.catch((cause: unknown) => {
      if (!isOutboundFailure(cause)) throw cause;
      if (cause.code === "left_origin") {
        throw new Problem("unreadable_page", `${cause.message} Only pages of ${origin} are read.`, {
          cause,
          hint: "Fetch the page from that site.",
        });
      }
      if (cause.code === "too_large")
        throw new Problem("unreadable_page", cause.message, { cause });
      throw new Problem("unavailable", cause.message, { cause });
    });
  return {
    origin,
    alias,
    withProblems,
    get: (path, options) =>
      withProblems(outbound.fetch(origin + path, { ...options, sameOrigin: true })),
  };
}

/** Reads robots.txt. The text is undefined unless the status is 200. */
export async function fetchRobots(
  site: LiveSite,
): Promise<{ readonly status: number; readonly text?: string }> {
  const response = await site.get("/robots.txt", { maxBytes: 512 * 1024, timeoutMs: 15_000 });
  const { status } = response;
  if (status === 200) return { status, text: await site.withProblems(response.text()) };
  await response.body.cancel();
  return { status };
}

/**
 * Returns whether a URL that the operator set may have a private address: an IP address, or a name
 * outside the public DNS. A public name that resolves to a private address is rejected.
 */
export function mayBePrivate({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return (
    isIP(host) !== 0 ||
    isLoopback(hostname) ||
    !host.includes(".") ||
    /\.(internal|local|home\.arpa)$/.test(host)
  );
}

/** Replaces the alias at the start of a URL with the site's origin. */
export const withoutAlias = ({ origin, alias }: LiveSite, url: string): string =>
  alias && url.startsWith(alias) && /^([/?#]|$)/.test(url.slice(alias.length))
    ? origin + url.slice(alias.length)
    : url;

/** Creates the headers of a conditional request. */
export function conditionalHeaders(validators: Validators | undefined): Record<string, string> {
  if (validators?.etag) return { "if-none-match": validators.etag };
  return validators?.lastModified ? { "if-modified-since": validators.lastModified } : {};
}

/** The validators of a response for conditional requests. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export const readValidators = ({ headers }: OutboundResponse): Validators => ({
  etag: headers.get("etag"),
  lastModified: headers.get("last-modified"),
});
