import { Problem } from "../../../http/problem.ts";
import { compileFilter } from "../../../lib/expressions/index.ts";
import { sortableId } from "../../../lib/kit/bytes/sortable-id.ts";
import { Work } from "../../../lib/kit/flow/work.ts";
import { createShortCache } from "../../../lib/kit/net/short-cache.ts";
import {
  type AcceptRequest,
  actionJobKind,
  type EventAction,
  type EventRecord,
  type NewEvent,
} from "../../../ports/stores/event-store.ts";
import {
  appOf,
  type StoredAction,
  TRIGGER_JOBS,
  type Trigger,
} from "../../../ports/stores/trigger-store.ts";
import { createSubscriberAction, receivingSubscribers } from "../mcp-events/subscriber-actions.ts";
import { pauseTrigger } from "../pause-trigger.ts";
import { encryptEventData } from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { limitData } from "./event-data.ts";
import { createEventView } from "./event-view.ts";
import { createTakeEvents } from "./take-events.ts";

/** Something that a trigger saw. */
export interface EventInput {
  /** The deduplication key. At most 200 characters. */
  readonly key: string;
  readonly type: string;
  readonly subject?: string | undefined;
  /** When it happened, in milliseconds since 1970. Default: now. */
  readonly time?: number | undefined;
  readonly data: unknown;
  /** Default: true. */
  readonly isVerified?: boolean | undefined;
  /** Default: false. */
  readonly isTest?: boolean | undefined;
  /** Default: 0. */
  readonly depth?: number | undefined;
  /** Default: those of the trigger. */
  readonly app?: string | undefined;
  readonly connection?: string | undefined;
  /** All apps that the data concerns. Default: the app of the event. */
  readonly apps?: readonly string[] | undefined;
}

export type AcceptedEvents =
  | {
      readonly outcome: "accepted";
      readonly events: readonly EventRecord[];
      readonly duplicates: readonly string[];
    }
  | { readonly outcome: "stale" };

/** Events that other triggers led to, with more triggers in between, aren't acted on. */
const MAX_DEPTH = 5;
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
          id: ids[index]!,
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

/** Creates the record of an event, with the verdict of the trigger's filter. */
export function createEvent(
  trigger: Trigger,
  input: EventInput,
  {
    id,
    data,
    size,
    at,
    traceparent,
    work,
  }: {
    readonly id: string;
    readonly data: unknown;
    readonly size: number;
    readonly at: number;
    readonly traceparent?: string | undefined;
    /** What the filters of several events share. */
    readonly work?: Work | undefined;
  },
): EventRecord {
  const { depth = 0, isVerified = true, isTest = false, app = trigger.app } = input;
  const event = {
    id,
    account: trigger.account,
    user: trigger.user,
    trigger: trigger.id,
    type: input.type,
    subject: input.subject,
    time: new Date(input.time ?? at).toISOString(),
    received: new Date(at).toISOString(),
    app,
    apps: input.apps ?? (app === undefined ? [] : [app]),
    connection: input.connection ?? trigger.connection,
    key: input.key,
    isVerified,
    isTest,
    depth,
    traceparent,
    size,
  };
  const begun: EventRecord = {
    ...event,
    status: "acting",
    actions: [
      ...trigger.actions.map(createAction),
      ...receivingSubscribers(trigger, at).map((subscriber) =>
        createSubscriberAction(subscriber.id),
      ),
    ],
  };
  const endWith = (
    status: "filtered" | "failed" | "canceled",
    reason?: EventRecord["reason"],
  ): EventRecord => ({
    ...begun,
    status,
    reason,
    actions: begun.actions.map((action) => ({ ...action, status: "canceled" })),
  });
  if (trigger.status === "paused" && !isTest)
    return endWith("canceled", {
      code: "paused",
      message: "The trigger was paused. Replay the event to act on it.",
    });
  if (depth > MAX_DEPTH)
    return endWith("failed", {
      code: "too_deep",
      message: `More than ${MAX_DEPTH} triggers led to this event.`,
    });
  const filtered = testFilter(trigger, begun, data, work);
  if (filtered.error) return endWith("failed", { code: "filter_error", message: filtered.error });
  if (!filtered.passes) return endWith("filtered");
  return begun.actions.length === 0 ? { ...begun, status: "done" } : begun;
}

/** Creates the state of an action for a new event. */
const createAction = ({ id, action }: StoredAction): EventAction => ({
  id,
  ...targetOf(action),
  status: "waiting",
  attempts: [],
});

/** What an action does, and the app that it does it at. */
export const targetOf = (action: StoredAction["action"]): Pick<EventAction, "kind" | "app"> =>
  action.kind === "run"
    ? { kind: action.kind, app: appOf({ tool: String(action["tool"]) }) }
    : { kind: action.kind };

/** Applies the filter of a trigger. A filter that fails doesn't pass. */
export function testFilter(
  { filter }: Pick<Trigger, "filter">,
  event: EventRecord,
  data: unknown,
  work?: Work,
): { readonly passes: boolean; readonly error?: string } {
  if (filter === undefined) return { passes: true };
  const compiled = compileFilter(filter);
  if (compiled.error) return { passes: false, error: compiled.error.message };
  const { value, error } = compiled.value.test(createEventView(event, data), work);
  return error ? { passes: false, error: error.message } : { passes: value };
}
