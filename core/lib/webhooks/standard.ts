import { decodeBase64, encodeBase64 } from "../kit/bytes/base64.ts";

/** A secret has 24 to 64 bytes (Standard Webhooks 1.0, "Symmetric"). */
const MIN_BYTES = 24;
const MAX_BYTES = 64;
const NEW_BYTES = 32;
const PREFIX = "whsec_";

/** Creates a random secret: `whsec_` and 32 bytes in Base64. */
export const createWebhookSecret = (): string =>
  PREFIX + encodeBase64(crypto.getRandomValues(new Uint8Array(NEW_BYTES)));

/**
 * Decodes a secret: 24 to 64 bytes in Base64, after `whsec_` or alone. Returns `undefined` for
 * anything else.
 */
export function parseWebhookSecret(secret: string): Uint8Array<ArrayBuffer> | undefined {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return undefined;
  const bytes = decodeBase64(text);
  return bytes && bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES ? bytes : undefined;
}

/** A message to sign. */
interface WebhookMessage {
  /** The same at each delivery. */
  readonly id: string;
  /** When this delivery is sent, in seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * Returns the headers of a message, with a signature by each secret (Standard Webhooks 1.0). While a
 * secret is replaced, a receiver may know only one of them. Throws if a secret is invalid.
 */
export async function signWebhook(
  { id, timestamp, body }: WebhookMessage,
  secrets: readonly string[],
): Promise<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>> {
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const bytes = parseWebhookSecret(secret);
      if (!bytes) throw new Error("A webhook secret must have 24 to 64 bytes in Base64.");
      const algorithm = { name: "HMAC", hash: "SHA-256" };
      const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
      return `v1,${encodeBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, signed)))}`;
    }),
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
