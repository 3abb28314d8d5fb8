import type { EventAction, EventRecord } from "../../../ports/stores/event-store.ts";
import type { Trigger } from "../../../ports/stores/trigger-store.ts";
import type { Actor } from "../../auth/actor.ts";
import { mayAccessEvent } from "../../auth/reach.ts";
import { isFinalAction } from "../actions/settle-action.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { isTruncated } from "./cursors.ts";
import { isForSubscribers } from "./occurrence.ts";
import { createSubscriberAction } from "./subscriber-actions.ts";

/** The most missed events that a new subscription delivers. */
const MAX_MISSED = 1_000;
const MAX_ATTEMPTS = 20;

interface MissedOptions {
  readonly cursor: string;
  readonly maxAgeMs?: number | undefined;
}

/**
 * Delivers the events after a cursor to a subscriber. Resolves to whether some of them are left out.
 */
export async function deliverMissed(
  { eventStore, limits, now }: Pick<TriggerDeps, "eventStore" | "limits" | "now">,
  actor: Actor,
  trigger: Trigger,
  id: string,
  { cursor, maxAgeMs }: MissedOptions,
): Promise<boolean> {
  const missed = await eventStore.listOldest({
    account: actor.account,
    trigger: trigger.id,
    apps: actor.apps,
    from: maxAgeMs === undefined ? undefined : now() - maxAgeMs,
    after: cursor,
    limit: MAX_MISSED,
  });
  for (const { event } of missed)
    if (isForSubscribers(event) && mayAccessEvent(actor, event)) await addDelivery(event.id);
  const { dataDays } = limits;
  return missed.length === MAX_MISSED || isTruncated(trigger, cursor, { now: now(), dataDays });

  async function addDelivery(eventId: string): Promise<void> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const stored = await eventStore.find(eventId);
      if (!stored || !needsDelivery(stored.event.actions.find((action) => action.id === id)))
        return;
      const action = createSubscriberAction(id);
      const event: EventRecord = {
        ...stored.event,
        status: "acting",
        actions: [...stored.event.actions.filter((each) => each.id !== id), action],
      };
      if (await eventStore.save(event, { revision: stored.revision, enqueue: [action] })) return;
    }
  }
}

/** Whether an event was never delivered, and isn't about to be. */
const needsDelivery = (action: EventAction | undefined): boolean =>
  !action || (isFinalAction(action.status) && action.status !== "succeeded");
