import type { AppEventType, SharedWebhooks } from "../../../lib/app-webhooks/index.ts";
import type { TriggerDeps } from "../trigger-types.ts";

/** An event type of an app that sends the events of all connections to one address. */
export interface SharedAppType {
  readonly app: string;
  readonly webhooks: SharedWebhooks;
  readonly type: AppEventType;
}

/** Finds a type by its name, such as `slack.message`. */
export function findSharedType(
  { sharedWebhooks }: Pick<TriggerDeps, "sharedWebhooks">,
  name: string,
): SharedAppType | undefined {
  const dot = name.indexOf(".");
  const app = name.slice(0, dot);
  const webhooks = sharedWebhooks.get(app);
  const type = webhooks?.types.find((each) => each.name === name.slice(dot + 1));
  return webhooks && type ? { app, webhooks, type } : undefined;
}

/** The name that the app has for a type. */
export const senderTypeOf = ({ name, values }: AppEventType): string =>
  String(values?.["event"] ?? name);
