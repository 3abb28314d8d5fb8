import { Problem } from "../../../http/problem.ts";
import { Work } from "../../../lib/kit/flow/work.ts";
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
import type { TriggerDeps } from "../trigger-types.ts";
import { findRetryAfter, recordFailure } from "./record-failure.ts";
import type { CheckResult, Watcher } from "./watcher.ts";

/** What reading a list may take, so that filters have work left: fewer items than are remembered. */
const READ_WORK = 1_000_000;

interface CheckOutcome {
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

interface CheckParts {
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
  const { now } = deps;

  return async (stored, { isByHand = false } = {}) => {
    const watcher = watcherFor(stored.trigger.watch);
    if (!watcher.check) return NOTHING;
    const work = new Work(READ_WORK + FILTER_WORK);
    let current = stored;
    let result: CheckResult;
    try {
      if (watcher.maintain) current = await watcher.maintain(stored);
      result = await watcher.check(current, { isByHand, work: work.reserve(READ_WORK) });
    } catch (error) {
      if (isByHand || error instanceof DestinationBusy) throw error;
      await recordFailure(deps, emit, current.trigger, error);
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
    if (result.gap !== undefined) await emitGap(emit, next, result.gap);
    return accepted;
  };
}

function emitGap(emit: EmitPlatformEvent, trigger: Trigger, message: string): Promise<void> {
  const { id, account, user, app, connection, name, revision } = trigger;
  return emit(account, {
    type: "trigger.gap",
    key: `${id}.${revision}`,
    subject: id,
    user,
    app,
    connection,
    apps: triggerApps(trigger),
    data: { trigger: id, name, message },
  });
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
