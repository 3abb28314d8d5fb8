import { isLoopback, signedOutbound } from "../core/index.ts";
import type { Outbound } from "../core/ports/outbound.ts";
import type { SigningKeys } from "../core/ports/signing.ts";
import type { Settings } from "./environment.ts";
import { createOutbound } from "./outbound.ts";
import { openSigningKeys } from "./signing/keys.ts";

/** How the service meets agents and platforms that it does not know. */
export interface PublicOutbound {
  /** Fetches what they name: public addresses alone; signed where others can find the keys. */
  readonly outbound: Outbound;
  /** The service's own keys; none where there is no place to keep them, or nothing is to be signed. */
  readonly keys?: SigningKeys | undefined;
}

/** Gets the service's own keys, and an outbound that signs with them where the site's origin is public and https. Never rejects. */
export async function openPublicOutbound(
  { webBotAuth, dataFolder }: Settings,
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
      `What is fetched is not signed, and there is no directory of keys: ${(error as Error).message}`,
    );
    return { outbound: unsigned };
  }
}

/** Whether others may be told that the keys are there. */
export function isPublicHttpsOrigin(origin: string): boolean {
  const { protocol, hostname, port } = new URL(origin);
  return protocol === "https:" && port === "" && !isLoopback(hostname) && hostname.includes(".");
}
