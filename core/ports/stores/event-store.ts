import type { JobKind } from "../job-queue.ts";
import type { AuditEntry } from "./audit-log.ts";
import { ANY_APP, type Trigger, type TriggerChange } from "./trigger-store.ts";

/** Actions of events. The key of a job is the ID of its event, a period and the ID of the action. */
export const ACTION_JOBS: JobKind = { name: "action" };
/** Actions of triggers with the order `serial`. Their sequence is the ID of the trigger. */
export const SERIAL_ACTION_JOBS: JobKind = { name: "serial_action", isSequential: true };

/** The kind of the job of an action. Deliveries to subscribers are never serial. */
export const actionJobKind = (
  { order }: Pick<Trigger, "order">,
  { isForSubscriber = false }: Pick<EventAction, "isForSubscriber">,
): JobKind => (order === "serial" && !isForSubscriber ? SERIAL_ACTION_JOBS : ACTION_JOBS);

/** Why an event failed or was canceled. */
export interface EventReason {
  readonly code:
    | "filter_error"
    | "action_dead"
    | "action_unknown"
    | "too_deep"
    | "paused"
    | "canceled";
  /** What happened, and what to do, as a sentence. */
  readonly message: string;
}

/** All but `acting` are final. */
type EventStatus = "acting" | "done" | "filtered" | "failed" | "canceled";

export type ActionStatus =
  | "waiting"
  | "retrying"
  | "succeeded"
  | "dead"
  | "outcome_unknown"
  | "skipped"
  | "canceled";

interface ActionAttempt {
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly milliseconds: number;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

/** An action for one event. */
export interface EventAction {
  readonly id: string;
  readonly kind: "run" | "deliver";
  /** The app of the tool that it runs. */
  readonly app?: string | undefined;
  readonly status: ActionStatus;
  readonly run?: string | undefined;
  readonly reason?: string | undefined;
  readonly attempts: readonly ActionAttempt[];
  /** When the next attempt is due, in milliseconds since 1970. */
  readonly next?: number | undefined;
  /** How often it was replayed. */
  readonly replays?: number | undefined;
  /**
   * Whether it delivers to a subscriber of the trigger. Such actions aren't serial, and their outcome
   * doesn't change that of the event.
   */
  readonly isForSubscriber?: boolean | undefined;
  /** The number of earlier runs, which failed. Part of the idempotency key of the next one. */
  readonly runs?: number | undefined;
}

/** An event, without its data. */
export interface EventRecord {
  /** `evt_` and 32 hexadecimal digits that sort by time. */
  readonly id: string;
  readonly account: string;
  readonly user?: string | undefined;
  readonly trigger: string;
  readonly type: string;
  readonly subject?: string | undefined;
  /** When it happened. RFC 3339, UTC. */
  readonly time: string;
  /** When it was accepted. */
  readonly received: string;
  readonly app?: string | undefined;
  readonly connection?: string | undefined;
  /** The apps that its content concerns. Absent: unknown, because an earlier version stored it. */
  readonly apps?: readonly string[] | undefined;
  /** A trigger accepts a key once. At most 200 characters. */
  readonly key: string;
  readonly isVerified: boolean;
  readonly isTest: boolean;
  /** How many triggers led to it. */
  readonly depth: number;
  /** The `traceparent` of what accepted it, which its actions continue. Absent if nothing is traced. */
  readonly traceparent?: string | undefined;
  /** The size of the data in bytes, before it was truncated. */
  readonly size: number;
  readonly status: EventStatus;
  readonly reason?: EventReason | undefined;
  readonly actions: readonly EventAction[];
}

/** The apps that the content and the actions of an event concern. */
export const eventApps = ({
  apps = [ANY_APP],
  actions,
}: Pick<EventRecord, "apps" | "actions">): readonly string[] => [
  ...new Set([...apps, ...actions.flatMap(({ app }) => app ?? [])]),
];

export interface StoredEvent {
  readonly event: EventRecord;
  /** Absent after the data was deleted, and in lists. */
  readonly encryptedData?: string | undefined;
  /** Increases with each change. */
  readonly revision: number;
}

/** An event to accept. */
export interface NewEvent {
  readonly event: EventRecord;
  readonly encryptedData: string;
}

export interface AcceptRequest {
  readonly trigger: Trigger;
  readonly events: readonly NewEvent[];
  /**
   * A new state of the trigger, which is saved with the events if its `revision` is one more than
   * the stored one.
   */
  readonly save?: TriggerChange & { readonly trigger: Trigger };
  /** When the data is deleted, in milliseconds since 1970. */
  readonly keepData: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type AcceptResult =
  | {
      readonly outcome: "accepted";
      /** The IDs of the accepted events, in their order. */
      readonly accepted: readonly string[];
      /** The IDs of the events that were accepted before. */
      readonly duplicates: readonly string[];
      /** For how long the actions of the last event wait because of the rate, in milliseconds. */
      readonly delay: number;
    }
  /** The trigger was deleted or has changed. Nothing was stored. */
  | { readonly outcome: "stale" };

export interface EventFilter {
  readonly account: string;
  /** Absent: of every end user and of the account itself. `null`: of the account itself. */
  readonly user?: string | null | undefined;
  readonly trigger?: string | undefined;
  readonly type?: string | undefined;
  readonly status?: EventStatus | undefined;
  readonly app?: string | undefined;
  readonly connection?: string | undefined;
  /** Only events all of whose `eventApps` are among these. */
  readonly apps?: readonly string[] | undefined;
  /** Milliseconds since 1970, the first included. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Only events with a smaller ID. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Which events to list from the oldest one. The members are those of `EventFilter`. */
export interface OldestFilter
  extends Pick<
    EventFilter,
    "account" | "user" | "trigger" | "type" | "status" | "apps" | "from" | "to" | "limit"
  > {
  readonly after?: string | undefined;
}

/**
 * Stores events and adds the jobs of their actions. Each method is atomic, also across processes.
 * Methods reject with any error if the storage fails.
 */
export interface EventStore {
  /**
   * Stores events of a trigger, the jobs of those that are `acting`, and the new state of the
   * trigger, in one transaction. The jobs are due at the trigger's rate: at once for a minute's
   * worth of events, and then one at a time.
   */
  accept(request: AcceptRequest): Promise<AcceptResult>;
  find(id: string): Promise<StoredEvent | undefined>;
  /** Returns matching events, newest first, without their data. */
  list(filter: EventFilter): Promise<readonly StoredEvent[]>;
  /** Returns events with a greater ID than `after`, the oldest first, without their data. */
  listOldest(filter: OldestFilter): Promise<readonly StoredEvent[]>;
  /** Finds the last event of a trigger whose data is stored. */
  findLast(trigger: string): Promise<StoredEvent | undefined>;
  /**
   * Saves an event whose `revision` is the stored one, and adds jobs for actions, which are due at
   * their time. Returns whether the event was saved.
   */
  save(
    event: EventRecord,
    options: {
      readonly revision: number;
      /** The actions to add jobs for. */
      readonly enqueue?: readonly EventAction[] | undefined;
      readonly isSerial?: boolean | undefined;
    },
  ): Promise<boolean>;
  /** Cancels the events of a trigger that are `acting`. */
  cancelAll(trigger: string): Promise<void>;
  /** Deletes an event's data and details. Its key stays. Returns whether it existed. */
  remove(id: string, entry?: AuditEntry): Promise<boolean>;
  /** Counts the events of an account that are `acting`, at most up to `limit`. */
  countActing(account: string, limit: number): Promise<number>;
  /**
   * Deletes events accepted before `oldest`, and data that is no longer kept at `now`. Each call
   * deletes at most a few thousand. Both in milliseconds since 1970.
   */
  deleteExpired(oldest: number, now: number): Promise<void>;
}
