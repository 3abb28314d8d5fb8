export { findSchemeFaults } from "./check-scheme.ts";
export { CLOUD_EVENT_TYPE, type EventAttributes, toCloudEvent } from "./cloud-event.ts";
export { answerHandshake, type HandshakeContext, type HandshakeResponse } from "./handshake.ts";
export {
  type Handshake,
  type SignaturePlace,
  STANDARD_SCHEME,
  type TimestampPlace,
  type WebhookScheme,
} from "./scheme.ts";
export {
  type SplitOptions,
  splitEvents,
  type TooManyEvents,
  type WebhookEvent,
} from "./split-events.ts";
export {
  createWebhookSecret,
  parseWebhookSecret,
  signWebhook,
  type WebhookMessage,
} from "./standard.ts";
export type { ImportedSecrets } from "./verify-signature.ts";
export {
  verifyWebhook,
  type WebhookRefusal,
  type WebhookVerdict,
} from "./verify-webhook.ts";
export { parseBody, type WebhookRequest } from "./webhook-request.ts";
