import { ExtensionError } from "../../../mcp/extension.ts";
import type { Subscriber, Trigger } from "../../../ports/trigger-store.ts";
import type { Actor } from "../../auth/actor.ts";
import {
  type DeliverySecrets,
  decryptTriggerSecrets,
  encryptTriggerSecrets,
} from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { EVENT_ERRORS } from "./errors.ts";
import { isAbandoned } from "./subscriber-actions.ts";

/** The subscribers of a trigger, and the secrets of their deliveries by the ID of the subscriber. */
export interface SubscriberState {
  readonly subscribers: readonly Subscriber[];
  readonly secrets: Readonly<Record<string, DeliverySecrets>>;
}

const MAX_PER_KEY = 100;
const MAX_TRIGGERS = 1_000;
const MAX_ATTEMPTS = 20;

/**
 * Changes the subscribers of a trigger with optimistic locking. Those that have ended are removed, and
 * so is a trigger that existed only for them. Resolves to the trigger, or `undefined` if it no
 * longer exists.
 */
export async function changeSubscribers(
  { triggerStore, vault, now }: Pick<TriggerDeps, "triggerStore" | "vault" | "now">,
  id: string,
  update: (current: SubscriberState) => SubscriberState,
): Promise<Trigger | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stored = await triggerStore.find(id);
    if (!stored) return undefined;
    const secrets = await decryptTriggerSecrets(vault, stored);
    const { trigger } = stored;
    const live = (trigger.subscribers ?? []).filter(({ until }) => until > now());
    const next = update({ subscribers: live, secrets: secrets.subscribers ?? {} });
    const changed: Trigger = {
      ...trigger,
      subscribers: next.subscribers.length > 0 ? next.subscribers : undefined,
      revision: trigger.revision + 1,
    };
    if (isAbandoned(changed, now())) {
      await triggerStore.remove(id);
      return undefined;
    }
    const kept = next.subscribers.flatMap((each) =>
      next.secrets[each.id] ? [[each.id, next.secrets[each.id]!] as const] : [],
    );
    const encryptedSecrets = await encryptTriggerSecrets(vault, trigger, {
      ...secrets,
      subscribers: Object.fromEntries(kept),
    });
    if (await triggerStore.save(changed, { encryptedSecrets })) return changed;
  }
  throw new Error(`Trigger ${id} changed concurrently ${MAX_ATTEMPTS} times in a row.`);
}

/** Rejects if the key has too many subscriptions. Removes triggers whose subscriptions have ended. */
export async function requireSubscriptionRoom(
  { triggerStore, now }: Pick<TriggerDeps, "triggerStore" | "now">,
  actor: Actor,
): Promise<void> {
  const all = await triggerStore.list({ account: actor.account, limit: MAX_TRIGGERS });
  let count = 0;
  for (const { trigger } of all) {
    const { subscribers = [] } = trigger;
    if (isAbandoned(trigger, now())) await triggerStore.remove(trigger.id);
    count += subscribers.filter(({ key, until }) => key === actor.id && until > now()).length;
  }
  if (count < MAX_PER_KEY) return;
  throw new ExtensionError(
    EVENT_ERRORS.resourceExhausted,
    `The API key has ${MAX_PER_KEY} subscriptions. End one with events/unsubscribe.`,
    { limit: MAX_PER_KEY },
  );
}
