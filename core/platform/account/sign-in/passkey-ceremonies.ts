import { decodeBase64url, encodeBase64url } from "../../../lib/kit/bytes/base64.ts";
import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import { randomToken } from "../../../lib/kit/bytes/random.ts";
import { isLoopback } from "../../../lib/kit/net/loopback.ts";
import type { CredentialJson } from "../../../ports/passkeys.ts";
import type { Passkey, Person, Ticket } from "../../../ports/stores/people-store.ts";
import { PRODUCT_NAME } from "../../product-name.ts";
import type { AccountServices } from "../services.ts";

const CHALLENGE_MILLISECONDS = 5 * 60_000;

/** Ed25519, ES256 and RS256, in order of preference (IANA COSE algorithms). */
const ALGORITHMS = [-8, -7, -257];

/** The host that passkeys are bound to. */
export const passkeyHost = (origin: string): string => new URL(origin).hostname;

/** Whether browsers can create passkeys at an origin: with TLS or on localhost, on a host name. */
export function allowsPasskeys(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  const isAddress = hostname.startsWith("[") || /^[\d.]+$/.test(hostname);
  return !isAddress && (protocol === "https:" || isLoopback(hostname));
}

/** What a challenge is for. */
type Purpose = "sign_in" | "add";

/** Creates a challenge that can be answered once. */
async function createChallenge(
  { peopleStore, account, now }: AccountServices,
  purpose: Purpose,
  person?: string,
): Promise<string> {
  const challenge = randomToken();
  await peopleStore.addTicket({
    digest: hex(await sha256(challenge)),
    kind: "challenge",
    account,
    person,
    data: purpose,
    expires: now() + CHALLENGE_MILLISECONDS,
  });
  return challenge;
}

/** Spends the challenge that a credential answers. Returns undefined if it isn't for this purpose. */
export async function spendChallenge(
  { peopleStore, now }: AccountServices,
  credential: CredentialJson,
  purpose: Purpose,
): Promise<{ readonly challenge: string; readonly ticket: Ticket } | undefined> {
  const challenge = readChallenge(credential);
  if (challenge === undefined) return undefined;
  const ticket = await peopleStore.spendTicket(hex(await sha256(challenge)), "challenge", now());
  return ticket?.data === purpose ? { challenge, ticket } : undefined;
}

/** Reads the challenge from the client data of a credential (WebAuthn, section 5.8.1). */
function readChallenge({ response }: CredentialJson): string | undefined {
  const { clientDataJSON } = (response ?? {}) as { readonly clientDataJSON?: unknown };
  const bytes = typeof clientDataJSON === "string" ? decodeBase64url(clientDataJSON) : undefined;
  if (!bytes) return undefined;
  try {
    const { challenge } = JSON.parse(new TextDecoder().decode(bytes)) as { challenge?: unknown };
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Creates `PublicKeyCredentialRequestOptionsJSON`, which lets any passkey of the host sign in. */
export async function createSignInOptions(services: AccountServices) {
  return {
    challenge: await createChallenge(services, "sign_in"),
    rpId: passkeyHost(services.origin),
    userVerification: "required",
    timeout: CHALLENGE_MILLISECONDS,
  };
}

/** Creates `PublicKeyCredentialCreationOptionsJSON` for a discoverable credential. */
export async function createAddOptions(
  services: AccountServices,
  person: Person,
  existing: readonly Passkey[],
) {
  return {
    challenge: await createChallenge(services, "add", person.id),
    rp: { id: passkeyHost(services.origin), name: PRODUCT_NAME },
    user: { id: userHandle(person.id), name: person.name, displayName: person.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
    excludeCredentials: existing.map(({ id, transports }) => ({
      type: "public-key",
      id,
      transports: [...transports],
    })),
    timeout: CHALLENGE_MILLISECONDS,
  };
}

/** The ID by which authenticators know a person, in base64url. */
export const userHandle = (person: string): string =>
  encodeBase64url(new TextEncoder().encode(person));
