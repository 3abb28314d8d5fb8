import { canonicalJson } from "../../../http/idempotency.ts";
import { hex, sha256 } from "../../../lib/kit/bytes/digest.ts";
import { parseWebhookSecret } from "../../../lib/webhooks/index.ts";
import type { Actor } from "../../auth/actor.ts";
import { type DeliverySecrets, replaceSecret } from "../trigger-secrets.ts";
import { invalidParams } from "./errors.ts";
import type { EventSource } from "./types.ts";
import { SUBSCRIPTION_HEADER } from "./verify-callback.ts";

/** A subscription ends after this time unless the client requests another, in milliseconds. */
export const DEFAULT_TTL = 3_600_000;
/** The old secret of a subscription signs beside the new one for this long. */
const SECRET_OVERLAP = 300_000;

/** Throws an `ExtensionError` unless an address and a secret can be used. */
export function requireDestination(
  { url, secret }: { readonly url: string; readonly secret: string },
  isAllowedOrigin: (url: string) => boolean,
): void {
  const parsed = URL.parse(url);
  const isSafe =
    parsed &&
    !parsed.username &&
    !parsed.password &&
    !parsed.hash &&
    (parsed.protocol === "https:" ||
      (parsed.protocol === "http:" && isAllowedOrigin(parsed.origin)));
  if (!isSafe)
    throw invalidParams("params.delivery.url must be an https URL without a user or a fragment.");
  if (!secret.startsWith("whsec_") || !parseWebhookSecret(secret))
    throw invalidParams(
      "params.delivery.secret must be whsec_ and 24 to 64 random bytes in Base64.",
    );
}

/** The ID identifies a subscription, but authorizes nothing. */
export async function subscriptionId(
  actor: Actor,
  { name, arguments: input, url }: EventSource & { readonly url?: string },
): Promise<string> {
  const { account, id } = actor;
  const digest = await sha256(canonicalJson([account, id, url ?? null, name, input]));
  return `sub_${hex(digest).slice(0, 32)}`;
}

/** Replaces the secret of a subscription, if it is another one. */
export function withSecret(
  current: DeliverySecrets | undefined,
  { id, url, secret }: { readonly id: string; readonly url: string; readonly secret: string },
  now: number,
): DeliverySecrets {
  const headers = { [SUBSCRIPTION_HEADER]: id };
  if (current?.secrets[0]?.secret === secret) return { ...current, headers };
  const times = { now, until: now + SECRET_OVERLAP };
  return { url, headers, secrets: replaceSecret(current?.secrets, secret, times) };
}
