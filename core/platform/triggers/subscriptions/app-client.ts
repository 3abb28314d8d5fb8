import {
  type AppEventType,
  type AppWebhooks,
  renderRequest,
  type SubscriptionRequest,
  type TemplateValues,
} from "../../../lib/app-webhooks/index.ts";
import type { Trigger } from "../../../ports/stores/trigger-store.ts";
import type { AppWatch } from "../../../ports/trigger-definition.ts";
import type { Actor } from "../../auth/actor.ts";
import type { TriggerSecrets } from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { CheckFailure } from "../watch/check-failure.ts";
import { HOOKS_PATH } from "../webhooks/webhook-address.ts";

/** An event type of an app, with how to subscribe to it. */
export interface KnownAppType {
  readonly app: string;
  readonly webhooks: AppWebhooks;
  readonly type: AppEventType;
}

/** Finds a type by its name, such as `github.issues`. */
export function findAppType(
  appWebhooks: TriggerDeps["appWebhooks"],
  name: string,
): KnownAppType | undefined {
  const dot = name.indexOf(".");
  const app = name.slice(0, dot);
  const webhooks = appWebhooks.get(app);
  const type = webhooks?.types.find((each) => each.name === name.slice(dot + 1));
  return webhooks && type ? { app, webhooks, type } : undefined;
}

/** Sends requests about the subscription of a trigger. */
export interface AppClient {
  /** Resolves to `undefined` if the app has no such subscription. Rejects with a `CheckFailure`. */
  send(
    request: SubscriptionRequest,
    values?: TemplateValues,
  ): Promise<{ readonly data: unknown } | undefined>;
  /** The address that receives the events. */
  readonly address: string;
}

const TIMEOUT_MS = 20_000;
const MAX_BYTES = 1_000_000;
const HOUR = 3_600_000;
/** The app has forgotten the subscription. */
const GONE = new Set([404, 410]);

/** Creates the client of a trigger. It uses the connection of the trigger. */
export function createAppClient(
  { origin, runs, catalogViewFor, now }: TriggerDeps,
  { app, webhooks, type }: KnownAppType,
  {
    actor,
    trigger,
    secrets,
  }: {
    readonly actor: Actor;
    readonly trigger: Trigger<AppWatch>;
    readonly secrets: TriggerSecrets;
  },
): AppClient {
  const { watch } = trigger;
  const { lifetime } = webhooks;
  const address = `${origin}${HOOKS_PATH}${secrets.address}`;
  const createValues = (): TemplateValues => {
    const { id, values } = trigger.subscription ?? {};
    const end = lifetime === undefined ? undefined : now() + lifetime * HOUR;
    return {
      ...watch.arguments,
      ...type.values,
      ...values,
      url: address,
      secret: secrets.signing?.[0]?.secret,
      trigger: trigger.id,
      uuid: crypto.randomUUID(),
      ...(id !== undefined && { id, id_tail: id.slice(id.lastIndexOf("/") + 1) }),
      ...(end !== undefined && { expires: new Date(end).toISOString(), expires_ms: end }),
    };
  };
  return {
    address,
    async send(request, values) {
      const { status, data, failure } = await runs.send(actor, catalogViewFor(actor), {
        app,
        ...renderRequest(request, { ...createValues(), ...values }),
        connection: trigger.connection ?? watch.connection,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
      });
      if (status !== undefined && GONE.has(status)) return undefined;
      if (failure) throw new CheckFailure(failure.code, failure.message, failure.retryAfter);
      return { data };
    },
  };
}
