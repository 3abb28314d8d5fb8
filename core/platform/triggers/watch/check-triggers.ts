import { Problem } from "../../../http/problem.ts";
import { Work } from "../../../lib/kit/flow/work.ts";
import { failureDelay } from "../../../lib/list-watch/index.ts";
import type { ClaimedJob } from "../../../ports/job-queue.ts";
import type { EventRecord } from "../../../ports/stores/event-store.ts";
import {
  type StoredTrigger,
  type Trigger,
  type TriggerProgress,
  triggerApps,
} from "../../../ports/stores/trigger-store.ts";
import type { Watch } from "../../../ports/trigger-definition.ts";
import { DestinationBusy } from "../actions/destinations.ts";
import { type AcceptEvents, FILTER_WORK } from "../events/accept-events.ts";
import type { EmitPlatformEvent } from "../events/platform-events.ts";
import { isAbandoned } from "../mcp-events/subscriber-actions.ts";
import { pauseTrigger } from "../pause-trigger.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { CheckFailure } from "./check-failure.ts";
import type { Watcher } from "./watcher.ts";

const DAY = 86_400_000;
/** What reading a list may take, so that filters have work left: fewer items than are remembered. */
const READ_WORK = 1_000_000;
/** After this many failed checks in a row, the trigger is failing. */
const FAILURES_UNTIL_FAILING = 10;
/** A trigger that has been failing for this long is paused. */
const PAUSE_AFTER = 3 * DAY;
/** Codes of problems that end only when somebody restores the connection. */
const CONNECTION_CODES = new Set([
  "connection_required",
  "connection_inactive",
  "connection_not_found",
  "connection_ambiguous",
]);

/** The app is well, so these failures don't make a trigger fail. */
const RATE_LIMITED = "upstream_rate_limited";

export interface CheckOutcome {
  readonly events: readonly EventRecord[];
  readonly duplicates: readonly string[];
}

/**
 * Looks for the events of a trigger, and stores them with its new state. Rejects with `DestinationBusy`
 * if that must wait.
 */
export type CheckTrigger = (
  stored: StoredTrigger,
  options?: { readonly isByHand?: boolean },
) => Promise<CheckOutcome>;

export interface CheckParts {
  readonly watcherFor: (watch: Watch) => Watcher<Watch>;
  readonly accept: AcceptEvents;
  readonly emit: EmitPlatformEvent;
}

const NOTHING: CheckOutcome = { events: [], duplicates: [] };

/**
 * Creates the function that checks a trigger. Events, cursor and the next check are one transaction:
 * if the process dies before it, the check is repeated, and afterwards nothing is. Rejects only if it
 * was called by hand, or with `DestinationBusy`.
 */
export function createCheckTrigger(
  deps: TriggerDeps,
  { watcherFor, accept, emit }: CheckParts,
): CheckTrigger {
  const { triggerStore, now, random } = deps;

  const tellSubscriptionFails = (trigger: Trigger, message: string): Promise<void> => {
    const { id, account, user, app, connection, name, revision } = trigger;
    return emit(account, {
      type: "subscription.failing",
      key: `${id}.${revision}`,
      subject: id,
      user,
      app,
      connection,
      apps: triggerApps(trigger),
      data: { trigger: id, name, message },
    });
  };

  const fail = async (trigger: Trigger, error: unknown): Promise<void> => {
    const at = now();
    const isExpected = error instanceof Problem || error instanceof CheckFailure;
    const { code, message } = isExpected
      ? error
      : { code: "internal", message: "An internal error occurred during the check." };
    if (!isExpected) deps.onError(error);
    if (CONNECTION_CODES.has(code)) {
      await pauseTrigger(deps, trigger.id, {
        code: "connection_inactive",
        message: `${message} The trigger continues when the connection works again.`,
      });
      return;
    }
    const isCounted = code !== RATE_LIMITED;
    const failures = (trigger.progress.failures ?? 0) + 1;
    const failingSince = trigger.progress.failingSince ?? new Date(at).toISOString();
    if (isCounted && at - Date.parse(failingSince) > PAUSE_AFTER) {
      await pauseTrigger(deps, trigger.id, {
        code: "failing",
        message: `All checks have failed for 3 days. The last error: ${message}`,
      });
      return;
    }
    const retryAfter = findRetryAfter(error);
    const delay = failureDelay(failures, random());
    const isFailing = isCounted && failures >= FAILURES_UNTIL_FAILING;
    if (isFailing && trigger.status !== "failing" && trigger.kind === "app")
      await tellSubscriptionFails(trigger, message);
    await triggerStore.save({
      ...trigger,
      status: isFailing ? "failing" : trigger.status,
      progress: {
        ...trigger.progress,
        failures,
        failingSince,
        checked: new Date(at).toISOString(),
        lastError: { code, message, at: new Date(at).toISOString() },
        due: at + Math.max(delay, Math.min(retryAfter * 1_000, DAY)),
      },
      revision: trigger.revision + 1,
    });
  };

  return async (stored, { isByHand = false } = {}) => {
    const watcher = watcherFor(stored.trigger.watch);
    if (!watcher.check) return NOTHING;
    const work = new Work(READ_WORK + FILTER_WORK);
    let current = stored;
    let result: Awaited<ReturnType<NonNullable<typeof watcher.check>>>;
    try {
      if (watcher.maintain) current = await watcher.maintain(stored);
      result = await watcher.check(current, { isByHand, work: work.reserve(READ_WORK) });
    } catch (error) {
      if (isByHand || error instanceof DestinationBusy) throw error;
      await fail(current.trigger, error);
      return NOTHING;
    }
    const { trigger } = current;
    const next: Trigger = {
      ...trigger,
      ...afterSuccess(trigger, result.finished, now()),
      progress: succeeded(result.progress),
      revision: trigger.revision + 1,
    };
    const accepted = await accept(
      trigger,
      result.events,
      { trigger: next, cursor: result.cursor },
      work,
    );
    // Somebody has changed the trigger meanwhile. Its job stays, so it is checked again.
    if (accepted.outcome === "stale") return NOTHING;
    if (result.gap !== undefined)
      await emit(trigger.account, {
        type: "trigger.gap",
        key: `${trigger.id}.${next.revision}`,
        subject: trigger.id,
        user: trigger.user,
        app: trigger.app,
        connection: trigger.connection,
        apps: triggerApps(trigger),
        data: { trigger: trigger.id, name: trigger.name, message: result.gap },
      });
    return accepted;
  };
}

/** Returns the seconds that the other side asked to wait. */
function findRetryAfter(error: unknown): number {
  if (error instanceof CheckFailure) return error.retryAfter ?? 0;
  return error instanceof Problem ? Number(error.headers["retry-after"] ?? 0) : 0;
}

const succeeded = (progress: TriggerProgress): TriggerProgress => ({
  ...progress,
  failures: undefined,
  failingSince: undefined,
  lastError: undefined,
});

function afterSuccess(
  { status }: Trigger,
  finished: string | undefined,
  now: number,
): Partial<Pick<Trigger, "status" | "reason">> {
  if (finished !== undefined)
    return {
      status: "paused",
      reason: { code: "finished", message: finished, at: new Date(now).toISOString() },
    };
  return status === "failing" ? { status: "active", reason: undefined } : {};
}

/**
 * Creates the function that works on the job of a trigger. It resolves to the time of the next
 * attempt if the trigger isn't due yet.
 */
export const createTriggerRunner =
  (
    { triggerStore, now }: TriggerDeps,
    check: CheckTrigger,
    finishDeletion: (stored: StoredTrigger) => Promise<void>,
  ) =>
  async ({ key, due: jobDue }: ClaimedJob): Promise<number | undefined> => {
    const stored = await triggerStore.find(key);
    const due = stored?.trigger.progress.due;
    if (!stored || due === undefined) return undefined;
    // The trigger has been checked since the job was added. The clock of this process doesn't matter,
    // because that of the database decides when a job is due.
    if (due > jobDue) return due;
    if (stored.trigger.subscribers && isAbandoned(stored.trigger, now())) {
      await triggerStore.remove(key, { revision: stored.trigger.revision });
      return undefined;
    }
    if (stored.trigger.status === "deleting") await finishDeletion(stored);
    else {
      const busyUntil = await check(stored).then(
        () => undefined,
        (error) => toBusyTime(error, now()),
      );
      if (busyUntil !== undefined) return busyUntil;
    }
    // The next job was added with the new state, and replaces this one.
    const next = (await triggerStore.find(key))?.trigger.progress.due;
    return next === undefined ? undefined : Math.max(next, now() + 1_000);
  };

/**
 * Returns when to try again if the destination is busy, or the events exceed their rate. Throws any
 * other error.
 */
function toBusyTime(error: unknown, now: number): number {
  if (error instanceof DestinationBusy) return error.until;
  if (error instanceof Problem && error.code === "rate_limited")
    return now + Math.max(findRetryAfter(error), 1) * 1_000;
  throw error;
}
