import { accountMutations } from "./account.ts";
import { connectionMutations } from "./connections.ts";
import { mcpEventMutations } from "./mcp-events.ts";
import { modelSchemaMutations } from "./model-schemas.ts";
import { productMutations } from "./products.ts";
import { signatureMutations } from "./signatures.ts";
import type { SourceMutation } from "./source-mutation.ts";
import { sharedWebhookMutations, subscriptionMutations } from "./subscriptions.ts";
import { toolListMutations } from "./tool-lists.ts";
import { triggerSourceMutations } from "./triggers.ts";
import { webhookSourceMutations } from "./webhooks.ts";

/** All defects in source files. Their position is their ID. */
export const sourceMutations: readonly SourceMutation[] = [
  ...mcpEventMutations,
  ...toolListMutations,
  ...subscriptionMutations,
  ...sharedWebhookMutations,
  ...webhookSourceMutations,
  ...triggerSourceMutations,
  ...connectionMutations,
  ...signatureMutations,
  ...accountMutations,
  ...modelSchemaMutations,
  ...productMutations,
];
