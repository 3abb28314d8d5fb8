import type { ClaimedJob } from "../../../ports/job-queue.ts";
import type { EventAction, StoredEvent } from "../../../ports/stores/event-store.ts";
import type { StoredAction, StoredTrigger, Trigger } from "../../../ports/stores/trigger-store.ts";
import type { Action } from "../../../ports/trigger-definition.ts";
import { createEventView, type EventView } from "../events/event-view.ts";
import { findSubscriber } from "../mcp-events/subscriber-actions.ts";
import { decryptEventData } from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import type { ActionOutcome } from "./action-outcome.ts";
import { isFinalAction, settleAction } from "./settle-action.ts";
import { testWhen } from "./test-when.ts";

/** An action, as it was stored when it was read. */
export interface PreparedAction {
  readonly stored: StoredEvent;
  readonly action: EventAction;
  readonly trigger: StoredTrigger;
  readonly definition: StoredAction;
  readonly view: EventView;
  /** The outcome if there is nothing to send. */
  readonly outcome?: ActionOutcome | undefined;
}

/** There is no attempt now, and maybe another one at a time in milliseconds since 1970. */
interface NoAttempt {
  readonly next?: number;
}

/**
 * Creates the function that reads what a job needs. It settles the action if it can't be carried out
 * any more.
 */
export function createActionPreparer({
  eventStore,
  triggerStore,
  vault,
}: Pick<TriggerDeps, "eventStore" | "triggerStore" | "vault">): (
  job: ClaimedJob,
) => Promise<PreparedAction | NoAttempt> {
  return async ({ key, due }) => {
    const [eventId = "", actionId = ""] = key.split(".");
    const stored = await eventStore.find(eventId);
    const action = stored?.event.actions.find(({ id }) => id === actionId);
    if (!stored || !action || stored.event.status !== "acting" || isFinalAction(action.status))
      return {};
    // The action has been tried since the job was added.
    if (action.next !== undefined && action.next > due) return { next: action.next };
    const trigger = await triggerStore.find(stored.event.trigger);
    const definition = trigger && findDefinition(trigger.trigger, actionId);
    if (!trigger || !definition || definition.action.kind !== action.kind) {
      await settleAction({ eventStore }, stored, actionId, (current) => ({
        ...current,
        status: "canceled",
        reason: "The action was deleted.",
      }));
      return {};
    }
    if (definition.status === "paused") {
      await settleAction({ eventStore }, stored, actionId, (current) => ({
        ...current,
        status: "dead",
        reason:
          "The action is paused because its destination fails. Resume the trigger to try again.",
      }));
      return {};
    }
    const data = await decryptEventData(vault, stored.event, stored.encryptedData);
    const view = createEventView(stored.event, data?.data);
    const outcome = data
      ? findUnmetCondition(definition.action as Action, view)
      : ({ status: "dead", reason: "The data of the event is no longer stored." } as const);
    return { stored, action, trigger, definition, view, outcome };
  };
}

/** Returns the outcome if the condition of an action doesn't hold. */
function findUnmetCondition(action: Action, view: EventView): ActionOutcome | undefined {
  const unmet = testWhen(action, view);
  return unmet && { status: unmet.hasFailed ? "dead" : "skipped", reason: unmet.reason };
}

/** Finds an action of a trigger, or the delivery to one of its subscribers. */
function findDefinition(trigger: Trigger, id: string): StoredAction | undefined {
  const subscriber = findSubscriber(trigger, id);
  if (!subscriber) return trigger.actions.find((each) => each.id === id);
  const { url, status } = subscriber;
  return url === undefined ? undefined : { id, status, action: { kind: "deliver", url } };
}
