export { findSchemeFaults } from "./check-scheme.ts";
export { CLOUD_EVENT_TYPE, toCloudEvent } from "./cloud-event.ts";
export { answerHandshake } from "./handshake.ts";
export { type Handshake, STANDARD_SCHEME, type WebhookScheme } from "./scheme.ts";
export { splitEvents, type TooManyEvents, type WebhookEvent } from "./split-events.ts";
export { createWebhookSecret, parseWebhookSecret, signWebhook } from "./standard.ts";
export type { ImportedSecrets } from "./verify-signature.ts";
export { verifyWebhook } from "./verify-webhook.ts";
export { parseBody, type WebhookRequest } from "./webhook-request.ts";
