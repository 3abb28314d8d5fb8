/** Verifies webhooks (Standard Webhooks 1.0) with `node:crypto`, because Node.js 18 has no global `crypto`. */
import { createHmac, timingSafeEqual } from "node:crypto";
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
  sign: (key, message) => createHmac("sha256", key).update(message).digest(),
  isEqual: (a, b) => a.length === b.length && timingSafeEqual(a, b),
});
