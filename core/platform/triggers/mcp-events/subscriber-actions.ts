import type { EventAction, EventRecord } from "../../../ports/stores/event-store.ts";
import type { StoredTrigger, Subscriber, Trigger } from "../../../ports/stores/trigger-store.ts";
import { mayAccessEvent } from "../../auth/reach.ts";
import type { ActionOutcome } from "../actions/action-outcome.ts";
import { deliver } from "../actions/deliver-event.ts";
import { decryptTriggerSecrets } from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { toDelivery } from "./occurrence.ts";

/** Finds the subscriber of a trigger whose deliveries have this action ID. */
export const findSubscriber = ({ subscribers }: Trigger, id: string): Subscriber | undefined =>
  subscribers?.find((each) => each.id === id);

/** The subscribers that receive events at a time (milliseconds since 1970). */
export const receivingSubscribers = (
  { subscribers = [] }: Trigger,
  at: number,
): readonly Subscriber[] =>
  subscribers.filter(
    ({ url, status, until }) => url !== undefined && status === "active" && until > at,
  );

/** Creates the action that delivers an event to a subscriber. */
export const createSubscriberAction = (id: string): EventAction => ({
  id,
  kind: "deliver",
  status: "waiting",
  attempts: [],
  isForSubscriber: true,
});

/** Whether a trigger existed only for subscribers that have ended. */
export const isAbandoned = ({ actions, subscribers = [] }: Trigger, at: number): boolean =>
  actions.length === 0 && subscribers.every(({ until }) => until <= at);

/** Delivers an event to a subscriber, as long as it may see the event. */
export async function deliverToSubscriber(
  deps: TriggerDeps,
  stored: StoredTrigger,
  subscriber: Subscriber,
  { event, data, replays }: { event: EventRecord; data: unknown; replays: number },
): Promise<ActionOutcome> {
  const { id, key, name, until } = subscriber;
  if (until <= deps.now()) return { status: "dead", reason: "The subscription has ended." };
  const actor = await deps.findActor(event.account, key);
  if (!actor?.permissions.includes("run") || !mayAccessEvent(actor, event))
    return { status: "dead", reason: "The API key of the subscription may not see the event." };
  const { subscribers = {} } = await decryptTriggerSecrets(deps.vault, stored);
  const secrets = subscribers[id];
  if (!secrets) return { status: "dead", reason: "The subscription has no secret." };
  return deliver(deps, secrets, toDelivery(name, event, data, replays));
}
