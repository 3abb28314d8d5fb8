import { ExtensionError } from "../../../mcp/extension.ts";
import type { StoredTrigger, Subscriber, Trigger } from "../../../ports/stores/trigger-store.ts";
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
interface SubscriberState {
  readonly subscribers: readonly Subscriber[];
  readonly secrets: Readonly<Record<string, DeliverySecrets>>;
}

const MAX_PER_KEY = 100;
const MAX_TRIGGERS = 1_000;
const MAX_ATTEMPTS = 20;
/** A trigger without subscribers is that old before another call removes it. It may be a new one. */
const HOUR = 3_600_000;

/**
 * Changes the subscribers of a trigger with optimistic locking. Those that have ended are removed, and
 * so is a trigger that existed only for them. Resolves to the trigger, or `undefined` if it no
 * longer exists.
 *
 * @param addsFor The ID of the API key or the person that a subscriber is added for. Rejects with an
 * `ExtensionError` if it has too many.
 */
export async function changeSubscribers(
  deps: Pick<TriggerDeps, "triggerStore" | "vault" | "now">,
  id: string,
  update: (current: SubscriberState) => SubscriberState,
  addsFor?: string,
): Promise<Trigger | undefined> {
  const { triggerStore, vault, now } = deps;
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
      if (await removeAbandoned(deps, stored, changed)) return undefined;
      continue;
    }
    const kept = next.subscribers.flatMap(({ id: subscriber }) => {
      const secret = next.secrets[subscriber];
      return secret ? [[subscriber, secret] as const] : [];
    });
    const encryptedSecrets = await encryptTriggerSecrets(vault, trigger, {
      ...secrets,
      subscribers: Object.fromEntries(kept),
    });
    const limit = addsFor === undefined ? undefined : { key: addsFor, max: MAX_PER_KEY, at: now() };
    const outcome = await triggerStore.saveSubscribers(changed, { encryptedSecrets, limit });
    if (outcome === "saved") return changed;
    if (outcome === "stale") continue;
    await removeAbandoned(deps, stored, trigger);
    throw exhausted();
  }
  throw new Error(`Trigger ${id} changed concurrently ${MAX_ATTEMPTS} times in a row.`);
}

/** Removes a trigger that has no subscriber in a state, unless it has changed since. */
const removeAbandoned = async (
  { triggerStore, now }: Pick<TriggerDeps, "triggerStore" | "now">,
  { trigger: { id, revision } }: StoredTrigger,
  state: Trigger,
): Promise<boolean> => isAbandoned(state, now()) && triggerStore.remove(id, { revision });

const exhausted = () =>
  new ExtensionError(
    EVENT_ERRORS.resourceExhausted,
    `The API key has ${MAX_PER_KEY} subscriptions. End one with events/unsubscribe.`,
    { limit: MAX_PER_KEY },
  );

/**
 * Rejects before anything is sent, if the key has too many subscriptions. The store counts again when
 * it adds one. Removes triggers whose subscriptions have ended.
 */
export async function requireSubscriptionRoom(
  deps: Pick<TriggerDeps, "triggerStore" | "now">,
  actor: Actor,
): Promise<void> {
  const { triggerStore, now } = deps;
  const all = await triggerStore.list({ account: actor.account, limit: MAX_TRIGGERS });
  let count = 0;
  for (const stored of all) {
    const { trigger } = stored;
    const { subscribers = [] } = trigger;
    if (subscribers.length > 0 || Date.parse(trigger.created) < now() - HOUR)
      await removeAbandoned(deps, stored, trigger);
    count += subscribers.filter(({ key, until }) => key === actor.id && until > now()).length;
  }
  if (count >= MAX_PER_KEY) throw exhausted();
}
