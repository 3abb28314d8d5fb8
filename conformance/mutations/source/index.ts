import { mcpEventMutations } from "./mcp-events.ts";
import type { SourceMutation } from "./source-mutation.ts";
import { sharedWebhookMutations, subscriptionMutations } from "./subscriptions.ts";
import { triggerSourceMutations } from "./triggers.ts";
import { webhookSourceMutations } from "./webhooks.ts";

/** All defects in source files. Their position is their ID. */
export const sourceMutations: readonly SourceMutation[] = [
  ...mcpEventMutations,
  ...subscriptionMutations,
  ...sharedWebhookMutations,
  ...webhookSourceMutations,
  ...triggerSourceMutations,
];
