import type {
  ActionStatus,
  EventAction,
  EventRecord,
  StoredEvent,
} from "../../../ports/stores/event-store.ts";
import type { TriggerDeps } from "../trigger-types.ts";

const MAX_ATTEMPTS = 50;

/** Whether an action won't change any more. */
export const isFinalAction = (status: ActionStatus): boolean =>
  status !== "waiting" && status !== "retrying";

/**
 * Changes an action of a stored event that is in progress, and ends the event with its last action.
 * Reads the event again if it has changed. Resolves to the event, or `undefined` if it was deleted, or the action isn't in progress.
 */
export async function settleAction(
  { eventStore }: Pick<TriggerDeps, "eventStore">,
  known: StoredEvent,
  actionId: string,
  update: (action: EventAction) => EventAction,
): Promise<EventRecord | undefined> {
  const { id } = known.event;
  let stored: StoredEvent | undefined = known;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (stored?.event.status !== "acting") return undefined;
    const { event, revision } = stored;
    const action = event.actions.find((each) => each.id === actionId);
    if (!action || isFinalAction(action.status)) return undefined;
    const actions = event.actions.map((each) => (each === action ? update(each) : each));
    const settled = { ...event, actions, ...endOf(actions) };
    if (await eventStore.save(settled, { revision })) return settled;
    stored = await eventStore.find(id);
  }
  throw new Error(`Event ${id} changed concurrently ${MAX_ATTEMPTS} times in a row.`);
}

/** The status of an event whose actions have these states. */
function endOf(
  actions: readonly EventAction[],
): Pick<EventRecord, "status"> & Partial<Pick<EventRecord, "reason">> {
  if (!actions.every(({ status }) => isFinalAction(status)))
    return { status: "acting", reason: undefined };
  const own = actions.filter(({ isForSubscriber }) => !isForSubscriber);
  const dead = own.find(({ status }) => status === "dead");
  const unknown = own.find(({ status }) => status === "outcome_unknown");
  if (dead)
    return {
      status: "failed",
      reason: { code: "action_dead", message: dead.reason ?? "An action failed." },
    };
  if (unknown)
    return {
      status: "failed",
      reason: {
        code: "action_unknown",
        message: unknown.reason ?? "The outcome of an action is unknown.",
      },
    };
  return { status: "done", reason: undefined };
}
