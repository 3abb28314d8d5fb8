import { signRequest } from "../../core/lib/http-signatures/index.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import type { SigningKeys } from "../../core/ports/signing.ts";

interface SignerOptions {
  readonly keys: SigningKeys;
  /** The service's public origin, which serves its key directory. */
  readonly origin: string;
  /** Returns milliseconds since 1970. Defaults to the system clock. */
  now?(): number;
}

/**
 * Wraps an outbound so that it signs https requests to other origins (Web Bot Auth). Use it for
 * URLs that third parties name. A redirect to another origin is followed without a signature.
 */
export function signedOutbound(
  outbound: Outbound,
  { keys, origin, now = Date.now }: SignerOptions,
): Outbound {
  const ownOrigin = new URL(origin).origin;
  return {
    async fetch(url, options = {}) {
      const [key] = keys.publishedKeys();
      const target = URL.parse(url);
      if (!key || target?.protocol !== "https:" || target.origin === ownOrigin)
        return outbound.fetch(url, options);
      const request = { method: options.method ?? "GET", url: target.href };
      const signature = await signRequest(request, key, { origin, now: now() });
      return outbound.fetch(url, { ...options, headers: { ...options.headers, ...signature } });
    },
  };
}
