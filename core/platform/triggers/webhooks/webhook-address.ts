import type { components } from "../../../../generated/platform/schema.d.ts";
import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import type { Trigger } from "../../../ports/stores/trigger-store.ts";
import type { TriggerSecrets } from "../trigger-secrets.ts";

type TriggerAddress = components["schemas"]["TriggerAddress"];

/** The prefix of the addresses of webhooks. */
export const HOOKS_PATH = "/hooks/";

/** The prefix of the addresses of apps that have one for all connections. The slug follows. */
export const SHARED_HOOKS_PATH = "/hooks/app/";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
const LENGTH = 38;

/** Creates a random address with more than 190 bits, of characters that every sender accepts. */
export function createAddress(): string {
  let address = "";
  while (address.length < LENGTH) {
    // Larger bytes would make some characters more likely.
    for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH)))
      if (byte < 252 && address.length < LENGTH) address += ALPHABET[byte % ALPHABET.length];
  }
  return address;
}

/** Describes the address of a webhook to people. `undefined` for other triggers. */
export function describeAddress(
  origin: string,
  { watch }: Pick<Trigger, "watch">,
  { address }: TriggerSecrets,
): TriggerAddress | undefined {
  if (watch.kind !== "webhook" || address === undefined) return undefined;
  const { scheme = "standard", signing } = watch;
  return {
    url: `${origin}${HOOKS_PATH}${address}`,
    signing: signing === "none" ? "none" : scheme,
    instructions:
      signing === "none"
        ? "Enter this address at the sender. Anyone who has it can send events."
        : "Enter this address and the signing secret at the sender, and choose JSON as the content type.",
  };
}

/** Digests an address, because whoever reads the database must not be able to call it. */
export async function digestAddress(address: string): Promise<string> {
  return hex(await sha256(address));
}
