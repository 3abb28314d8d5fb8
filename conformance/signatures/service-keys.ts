import type { SigningKeys } from "../../core/ports/signing.ts";
import { AGENT_KEY, type SuiteKey } from "./keys.ts";

/** Uses a key of the suite as the service's own signing key. */
export async function createSigningKeys(key: SuiteKey = AGENT_KEY): Promise<SigningKeys> {
  const privateKey = await crypto.subtle.importKey("jwk", key.secret, "Ed25519", false, ["sign"]);
  return { publishedKeys: () => [{ id: key.id, x: key.public.x!, privateKey }] };
}
