import { isLoopback } from "../../lib/kit/net/loopback.ts";
import type { HttpRequest } from "../handler.ts";

/** The origins by which clients know a service. */
export interface OwnOrigins {
  /** The public origin, without a slash at the end. */
  readonly origin: string;
  /** Returns whether the service has this origin: the public one, or another name of it. */
  includes(origin: string): boolean;
  /**
   * Returns the origin of the service that the client of a request used. It's the public origin if
   * the request names another service, or if a proxy replaced the Host header.
   */
  usedBy(request: Pick<HttpRequest, "url" | "headers">): string;
}

/**
 * Creates the origins of a service. `others` are origins besides the public one. A service at a
 * loopback address also has the other loopback names with the same port.
 */
export function createOwnOrigins(origin: string, others: readonly string[] = []): OwnOrigins {
  const { protocol, hostname, port } = new URL(origin);
  const names = new Set([origin, ...others]);
  const isAlias = (url: URL) =>
    isLoopback(hostname) &&
    isLoopback(url.hostname) &&
    url.protocol === protocol &&
    url.port === port;
  const includes = (text: string) => {
    if (names.has(text)) return true;
    const url = URL.parse(text);
    return url !== null && url.origin === text && isAlias(url);
  };
  return {
    origin,
    includes,
    usedBy({ url, headers }) {
      const host = URL.parse(url)?.host ?? "";
      const forwarded = headers.get("x-forwarded-host");
      if (forwarded !== null && forwarded.toLowerCase() !== host) return origin;
      // A proxy may have removed the TLS, so the URL of the request doesn't show the scheme.
      return [protocol, "http:"].map((scheme) => `${scheme}//${host}`).find(includes) ?? origin;
    },
  };
}
