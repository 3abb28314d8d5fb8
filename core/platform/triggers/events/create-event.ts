import { compileFilter } from "../../../lib/expressions/index.ts";
import type { Work } from "../../../lib/kit/flow/work.ts";
import type { EventAction, EventRecord } from "../../../ports/stores/event-store.ts";
import { appOf, type StoredAction, type Trigger } from "../../../ports/stores/trigger-store.ts";
import { createSubscriberAction, receivingSubscribers } from "../mcp-events/subscriber-actions.ts";
import { createEventView } from "./event-view.ts";

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

/** Events that other triggers led to, with more triggers in between, aren't acted on. */
const MAX_DEPTH = 5;

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
