import { isIP } from "node:net";
import { isLoopback, Problem } from "../../../core/index.ts";
import {
  isOutboundFailure,
  type Outbound,
  type OutboundOptions,
  type OutboundResponse,
} from "../../../core/ports/outbound.ts";

/** Fetches of the site, and of nothing else. */
export interface LiveSite {
  readonly origin: string;
  /** Another name of the same site, by which its lists may know their pages. */
  readonly alias?: string | undefined;
  /** Rejects with the `Problem` "unavailable" where nothing comes back, "unreadable_page" where what comes is refused. */
  get(
    path: string,
    options: Pick<OutboundOptions, "headers" | "maxBytes" | "timeoutMs">,
  ): Promise<OutboundResponse>;
  /** Runs a read of an answer's body, with its failures as the same problems. */
  withProblems<T>(work: Promise<T>): Promise<T>;
}

/** A live site at its origin; a redirect that leaves it is refused. */
export function createLiveSite(outbound: Outbound, origin: string, alias?: string): LiveSite {
  const withProblems = <T>(work: Promise<T>) =>
    work.catch((cause: unknown) => {
      if (!isOutboundFailure(cause)) throw cause;
      const { host } = new URL(origin);
      if (cause.code === "left_origin") {
        throw new Problem("unreadable_page", `${cause.message} Only pages of ${origin} are read.`, {
          cause,
          hint: "Look for the page on that site.",
        });
      }
      if (cause.code === "too_large")
        throw new Problem("unreadable_page", `${cause.message} That is more than is read.`, {
          cause,
        });
      throw new Problem("unavailable", `${host} can't be reached: ${cause.message}`, { cause });
    });
  return {
    origin,
    alias,
    withProblems,
    get: (path, options) =>
      withProblems(outbound.fetch(origin + path, { ...options, sameOrigin: true })),
  };
}

/**
 * Whether an origin that the operator set may be at a private address: one that is an address itself, or a name that no
 * public DNS has. A public name that leads inside is refused.
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

/** An address as the site's own name has it, where a list gave it by the other one. */
export const withoutAlias = ({ origin, alias }: LiveSite, url: string): string =>
  alias && url.startsWith(alias) && /^([/?#]|$)/.test(url.slice(alias.length))
    ? origin + url.slice(alias.length)
    : url;

/** What a request says of what is known already. */
export function conditionalHeaders(validators: Validators | undefined): Record<string, string> {
  if (validators?.etag) return { "if-none-match": validators.etag };
  return validators?.lastModified ? { "if-modified-since": validators.lastModified } : {};
}

/** What an answer may be asked for again by. */
export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Those of an answer. */
export const readValidators = ({ headers }: OutboundResponse): Validators => ({
  etag: headers.get("etag"),
  lastModified: headers.get("last-modified"),
});
