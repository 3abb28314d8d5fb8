export type { AppEventType, AppWebhooks, SubscriptionRequest } from "./app-webhooks.ts";
export { findSubscription, readResult, type SubscriptionDetails } from "./read-result.ts";
export { renderRequest, renderTemplate, type TemplateValues } from "./render-request.ts";
export {
  isForConnections,
  readRoute,
  readRoutes,
  type SharedWebhooks,
  type WebhookRouting,
} from "./shared-webhooks.ts";
