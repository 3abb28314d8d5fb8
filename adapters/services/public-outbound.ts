import { isLoopback } from "../../core/lib/kit/net/loopback.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import type { SigningKeys } from "../../core/ports/signing.ts";
import type { SiteServiceSettings } from "../config/site-service-settings.ts";
import { createOutbound } from "../outbound/create-outbound.ts";
import { signedOutbound } from "../outbound/signed-outbound.ts";
import { openSigningKeys } from "../signing/keys.ts";

/** The HTTP client for third parties, and the keys that sign its requests. */
interface PublicOutbound {
  /**
   * Fetches from public addresses only. Signs requests if the site's key directory is publicly
   * reachable.
   */
  readonly outbound: Outbound;
  /** The service's signing keys. Undefined if signing is off or the keys can't be opened. */
  readonly keys?: SigningKeys | undefined;
}

/**
 * Opens the service's signing keys and an HTTP client that signs if the site's origin is public and
 * https. Never rejects.
 */
export async function openPublicOutbound(
  { webBotAuth, dataFolder }: SiteServiceSettings,
  origin: string,
  log: (message: string) => void,
): Promise<PublicOutbound> {
  const unsigned = createOutbound();
  if (!webBotAuth) return { outbound: unsigned };
  try {
    const keys = await openSigningKeys(dataFolder, log);
    return {
      outbound: isPublicHttpsOrigin(origin) ? signedOutbound(unsigned, { keys, origin }) : unsigned,
      keys,
    };
  } catch (error) {
    log(
      `Requests to third parties are not signed, and no key directory is published. ${(error as Error).message}`,
    );
    return { outbound: unsigned };
  }
}

/** Whether third parties can reach the key directory of an origin. */
export function isPublicHttpsOrigin(origin: string): boolean {
  const { protocol, hostname, port } = new URL(origin);
  return protocol === "https:" && port === "" && !isLoopback(hostname) && hostname.includes(".");
}
