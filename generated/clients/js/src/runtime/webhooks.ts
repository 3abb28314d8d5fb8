/** Verifies webhooks (Standard Webhooks 1.0) with WebCrypto. */
import { createVerify, type Verify } from "./verify-webhook.ts";

export { JackfieldError } from "./errors.ts";
export type {
  Verify,
  VerifyOptions,
  Webhook,
  WebhookErrorCode,
  WebhookHeaders,
} from "./verify-webhook.ts";

/**
 * Verifies the signature and the timestamp of a webhook, and parses its body. Pass several secrets
 * while you replace one. Rejects with a `JackfieldError` whose `code` is a `WebhookErrorCode`.
 */
export const verify: Verify = createVerify({
  async sign(key, message) {
    const { subtle } = crypto;
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const hmacKey = await subtle.importKey("raw", key as BufferSource, algorithm, false, ["sign"]);
    return subtle.sign("HMAC", hmacKey, message as BufferSource);
  },
  isEqual(a, b) {
    let difference = a.length ^ b.length;
    for (let index = 0; index < a.length; index++) difference |= a[index]! ^ (b[index] ?? 0);
    return difference === 0;
  },
});
