import { isLoopback, signedOutbound } from "../core/index.ts";
import type { Outbound } from "../core/ports/outbound.ts";
import type { SigningKeys } from "../core/ports/signing.ts";
import type { Settings } from "./environment.ts";
import { outbound } from "./outbound.ts";
import { signingKeys } from "./signing/keys.ts";

/** How the service meets agents and platforms that it does not know. */
export interface Strangers {
  /** Fetches what they name: public addresses alone; signed where others can find the keys. */
  readonly strangers: Outbound;
  /** The service's own keys; none where there is no place to keep them, or nothing is to be signed. */
  readonly keys?: SigningKeys | undefined;
}

/** Gets the service's own keys, and an outbound that signs with them where the site's origin is public and https. Never rejects. */
export async function openAgents(
  { webBotAuth, dataFolder }: Settings,
  origin: string,
  tell: (sentence: string) => void,
): Promise<Strangers> {
  const plain = outbound();
  if (!webBotAuth) return { strangers: plain };
  try {
    const keys = await signingKeys(dataFolder, tell);
    return {
      strangers: canBeFound(origin) ? signedOutbound(plain, { keys, origin }) : plain,
      keys,
    };
  } catch (error) {
    tell(
      `What is fetched is not signed, and there is no directory of keys: ${(error as Error).message}`,
    );
    return { strangers: plain };
  }
}

/** Whether others may be told that the keys are there. */
export function canBeFound(origin: string): boolean {
  const { protocol, hostname, port } = new URL(origin);
  return protocol === "https:" && port === "" && !isLoopback(hostname) && hostname.includes(".");
}
