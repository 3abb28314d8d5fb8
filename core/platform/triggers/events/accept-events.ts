import { Problem } from "../../../http/problem.ts";
import { sortableId } from "../../../lib/kit/bytes/sortable-id.ts";
import { Work } from "../../../lib/kit/flow/work.ts";
import { createShortCache } from "../../../lib/kit/net/short-cache.ts";
import { requireValue } from "../../../lib/kit/require-value.ts";
import {
  type AcceptRequest,
  actionJobKind,
  type EventRecord,
  type NewEvent,
} from "../../../ports/stores/event-store.ts";
import { TRIGGER_JOBS, type Trigger } from "../../../ports/stores/trigger-store.ts";
import { pauseTrigger } from "../pause-trigger.ts";
import { encryptEventData } from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { createEvent, type EventInput } from "./create-event.ts";
import { limitData } from "./event-data.ts";
import { createTakeEvents } from "./take-events.ts";

type AcceptedEvents =
  | {
      readonly outcome: "accepted";
      readonly events: readonly EventRecord[];
      readonly duplicates: readonly string[];
    }
  | { readonly outcome: "stale" };

const DAY = 86_400_000;
/** A trigger whose actions wait longer than this, and more of them than this, is paused. */
const STORM_MILLISECONDS = 300_000;
const STORM_EVENTS = 1_000;
const MINUTE = 60_000;
/** The work of the filter for all events of one request or check. */
export const FILTER_WORK = 2_000_000;

export type AcceptEvents = (
  trigger: Trigger,
  inputs: readonly EventInput[],
  save?: AcceptRequest["save"],
  /** What the check has left for filters. Default: that of one request. */
  work?: Work,
) => Promise<AcceptedEvents>;

/**
 * Creates the function that accepts events: it applies the filter, encrypts the data, and stores the
 * events with the jobs of their actions and with the new state of the trigger. Rejects with the
 * `Problem` "rate_limited" if too many events of the account wait, or came lately.
 */
export function createAcceptEvents(deps: TriggerDeps): AcceptEvents {
  const { eventStore, vault, limits, tracer, now, wake } = deps;
  const takeEvents = createTakeEvents(deps);
  const waiting = createShortCache<number>({ milliseconds: 5_000, maxEntries: 1_000, now });

  const requireRoom = async (account: string) => {
    const count =
      waiting.get(account) ??
      (await waiting.load(account, () => eventStore.countActing(account, limits.waitingEvents)));
    if (count >= limits.waitingEvents)
      throw new Problem("rate_limited", `${limits.waitingEvents} events of the account wait.`, {
        hint: "Try again when their actions have been carried out, or pause the triggers that cause them.",
        headers: { "retry-after": "60" },
      });
  };

  return async (trigger, inputs, save, work = new Work(FILTER_WORK)) => {
    const at = now();
    // A full account still learns what it missed.
    if (inputs.some(({ type }) => type !== "trigger.gap")) {
      await requireRoom(trigger.account);
      await takeEvents(trigger, inputs.length);
    }
    // Events of one moment sort in their order.
    const ids = inputs.map(() => sortableId("evt", at)).sort();
    const newEvents = await Promise.all(
      inputs.map(async (input, index): Promise<NewEvent> => {
        const { data, text, size } = limitData(input.data);
        const event = createEvent(trigger, input, {
          id: requireValue(ids[index], "the ID of an event"),
          data,
          size,
          at,
          traceparent: tracer.traceparent(),
          work,
        });
        return { event, encryptedData: await encryptEventData(vault, event, text) };
      }),
    );
    const result = await eventStore.accept({
      trigger,
      events: newEvents,
      ...(save && { save }),
      keepData: at + limits.dataDays * DAY,
      now: at,
    });
    if (result.outcome === "stale") return result;
    const { accepted, duplicates, delay } = result;
    const isAccepted = new Set(accepted);
    const events = newEvents.map(({ event }) => event).filter(({ id }) => isAccepted.has(id));
    const kinds = jobKindsOf(trigger, events);
    if (save) kinds.add(TRIGGER_JOBS.name);
    if (kinds.size > 0) wake([...kinds]);
    if (delay > STORM_MILLISECONDS && delay * trigger.maxPerMinute > STORM_EVENTS * MINUTE)
      await pauseTrigger(deps, trigger.id, {
        code: "too_many_events",
        message: `More than ${STORM_EVENTS} events wait because the trigger acts on ${trigger.maxPerMinute} a minute. Check that its actions don't cause its events. Then resume it.`,
      });
    return { outcome: "accepted", events, duplicates };
  };
}

/** The kinds of the jobs that events of a trigger have. */
const jobKindsOf = (trigger: Trigger, events: readonly EventRecord[]): Set<string> =>
  new Set(
    events
      .filter(({ status }) => status === "acting")
      .flatMap(({ actions }) => actions.map((action) => actionJobKind(trigger, action).name)),
  );
