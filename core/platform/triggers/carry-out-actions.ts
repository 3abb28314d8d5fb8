import { compileFilter } from "../../lib/expressions/index.ts";
import type { EventAction, EventRecord, StoredEvent } from "../../ports/event-store.ts";
import type { ClaimedJob } from "../../ports/job-queue.ts";
import type { StoredAction, StoredTrigger, Trigger } from "../../ports/trigger-store.ts";
import type { ActionOutcome } from "./action-outcome.ts";
import { createDelivery, deliver } from "./deliver-event.ts";
import { createDestinations, DestinationBusy } from "./destinations.ts";
import { createEventView } from "./event-view.ts";
import { findTriggerActor, REVOKED } from "./find-trigger-actor.ts";
import { deliverToSubscriber, findSubscriber } from "./mcp-events/subscriber-actions.ts";
import { updateTrigger } from "./pause-trigger.ts";
import type { EmitPlatformEvent } from "./platform-events.ts";
import { nextDelay } from "./retry-schedule.ts";
import { runToolAction } from "./run-action.ts";
import { isFinalAction, settleAction } from "./settle-action.ts";
import { traceAction } from "./trace-action.ts";
import { decryptEventData, decryptTriggerSecrets } from "./trigger-secrets.ts";
import type { Action, RunAction, TriggerDeps } from "./trigger-types.ts";

/** The delay before another attempt while nobody may act for the trigger. */
const REVOKED_DELAY = 60_000;
/** An action that waited for its turn for longer reads its event and trigger again. */
const FRESH_MILLISECONDS = 100;
/** The most attempts of an action that are stored, the last ones. */
const MAX_STORED_ATTEMPTS = 10;

/**
 * Creates the function that carries out the action of a job. It resolves to the time of the next
 * attempt, or to `undefined` if there is none.
 */
export function createActionRunner(
  deps: TriggerDeps,
  emit: EmitPlatformEvent,
): (job: ClaimedJob) => Promise<number | undefined> {
  const { eventStore, triggerStore, vault, tracer, now, random, limits } = deps;
  const destinations = createDestinations(limits.concurrency, deps);

  const attempt = async (
    stored: StoredTrigger,
    { action: definition, id }: StoredAction,
    { event, action, data }: { event: EventRecord; action: EventAction; data: unknown },
  ): Promise<ActionOutcome> => {
    const { trigger } = stored;
    const subscriber = findSubscriber(trigger, id);
    if (subscriber)
      return deliverToSubscriber(deps, stored, subscriber, {
        event,
        data,
        replays: action.replays ?? 0,
      });
    const view = createEventView(event, data);
    const typed = definition as Action;
    if (typed.when !== undefined) {
      const { value: filter, error } = compileFilter(typed.when);
      const result = error ? { error } : filter.test(view);
      if (result.error) return { status: "dead", reason: `when: ${result.error.message}` };
      if (!result.value) return { status: "skipped", reason: "`when` is false." };
    }
    if (typed.kind === "run") {
      const actor = await findTriggerActor(deps, trigger);
      if (!actor) return { status: "retrying", isWaiting: true, reason: REVOKED.message };
      return runToolAction(deps, typed, { trigger, event, action, actor, view });
    }
    const { deliveries } = await decryptTriggerSecrets(vault, stored);
    const secrets = deliveries[id];
    if (!secrets) return { status: "dead", reason: "The destination has no secret." };
    const delivery = createDelivery(typed, `${event.id}.${id}`, view, action.replays ?? 0);
    return deliver(deps, secrets, delivery);
  };

  const settle = async (
    { trigger }: StoredTrigger,
    stored: StoredEvent,
    action: EventAction,
    outcome: ActionOutcome,
    startedAt: number,
  ): Promise<number | undefined> => {
    const { event } = stored;
    const attempts = outcome.isWaiting
      ? action.attempts
      : [...action.attempts, toAttempt(outcome, startedAt, now())].slice(-MAX_STORED_ATTEMPTS);
    const delay = outcome.isWaiting
      ? (outcome.retryAfter ?? 0) * 1_000 || REVOKED_DELAY
      : nextDelay(attempts.length, { random: random(), retryAfter: outcome.retryAfter });
    const isDead = outcome.status === "dead" || (outcome.status === "retrying" && !delay);
    const next = outcome.status === "retrying" && delay ? now() + delay : undefined;
    const settled = await settleAction(deps, stored, action.id, (current) => ({
      ...current,
      status: isDead ? "dead" : outcome.status,
      run: outcome.run ?? current.run,
      reason: outcome.status === "succeeded" ? undefined : outcome.reason,
      runs: outcome.runs ?? current.runs,
      attempts,
      next,
    }));
    if (!settled) return undefined;
    const isFinal = isDead || outcome.status === "succeeded";
    const isFailing =
      action.kind === "deliver" && isFinal && (await recordDelivery(trigger, action.id, isDead));
    if (outcome.isGone || isFailing) await pauseAction(trigger, action.id, event);
    if (action.kind === "run" && next === undefined && outcome.run !== undefined)
      await emit(trigger.account, {
        type: outcome.status === "succeeded" ? "run.succeeded" : "run.failed",
        key: `${outcome.run}.${outcome.status}`,
        subject: outcome.run,
        user: event.user,
        depth: event.depth + 1,
        data: {
          run: outcome.run,
          status: isDead ? "failed" : outcome.status,
          trigger: trigger.id,
          event: event.id,
          action: action.id,
          ...(outcome.reason !== undefined && { reason: outcome.reason }),
        },
      });
    return next;
  };

  /** Remembers since when the deliveries of an action fail. Resolves to whether it is too long. */
  const recordDelivery = async (trigger: Trigger, id: string, isDead: boolean) => {
    const action = trigger.actions.find((each) => each.id === id);
    if (!action || isDead === (action.failingSince !== undefined))
      return isDead && isOverdue(action?.failingSince, now());
    const failingSince = isDead ? new Date(now()).toISOString() : undefined;
    await updateTrigger(deps, trigger.id, ({ actions }) => ({
      set: { actions: actions.map((each) => (each.id === id ? { ...each, failingSince } : each)) },
    }));
    return false;
  };

  const pauseAction = async (trigger: Trigger, id: string, event: EventRecord) => {
    await updateTrigger(deps, trigger.id, ({ actions, subscribers }) => ({
      set: { actions: actions.map(pause(id)), subscribers: subscribers?.map(pause(id)) },
    }));
    if (findSubscriber(trigger, id)) return;
    await emit(trigger.account, {
      type: "destination.failing",
      key: `${event.id}.${id}`,
      subject: trigger.id,
      user: trigger.user,
      depth: event.depth + 1,
      data: { trigger: trigger.id, name: trigger.name, action: id, event: event.id },
    });
  };

  /** Reads what a job needs. Settles the action if it can't be carried out any more. */
  const prepare = async ({ key, due }: ClaimedJob): Promise<Prepared | { next?: number }> => {
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
      await settleAction(deps, stored, actionId, (current) => ({
        ...current,
        status: "canceled",
        reason: "The action was deleted.",
      }));
      return {};
    }
    if (definition.status === "paused") {
      await settleAction(deps, stored, actionId, (current) => ({
        ...current,
        status: "dead",
        reason:
          "The action is paused because its destination fails. Resume the trigger to try again.",
      }));
      return {};
    }
    return { stored, action, trigger, definition };
  };

  const carryOut = ({ stored, action, trigger, definition }: Prepared) =>
    traceAction(tracer, stored.event, action, async (report) => {
      const { event, encryptedData } = stored;
      const startedAt = now();
      const data = await decryptEventData(vault, event, encryptedData);
      const outcome: ActionOutcome = data
        ? await attempt(trigger, definition, { event, action, data: data.data })
        : { status: "dead", reason: "The data of the event is no longer stored." };
      report(outcome);
      return settle(trigger, stored, action, outcome, startedAt);
    });

  return async (job) => {
    const first = await prepare(job);
    if (!("stored" in first)) return first.next;
    const askedAt = now();
    try {
      return await destinations.run(destinationOf(first.definition.action as Action), async () => {
        // The event or the trigger may have changed during the wait.
        const prepared = now() - askedAt < FRESH_MILLISECONDS ? first : await prepare(job);
        return "stored" in prepared ? carryOut(prepared) : prepared.next;
      });
    } catch (error) {
      if (error instanceof DestinationBusy) return error.until;
      throw error;
    }
  };
}

/** What an action needs. */
interface Prepared {
  readonly stored: StoredEvent;
  readonly action: EventAction;
  readonly trigger: StoredTrigger;
  readonly definition: StoredAction;
}

/** An action is paused if all its deliveries have failed for this long. */
const FAILING_MILLISECONDS = 5 * 86_400_000;

const isOverdue = (since: string | undefined, now: number): boolean =>
  since !== undefined && now - Date.parse(since) > FAILING_MILLISECONDS;

const pause =
  (id: string) =>
  <Each extends { readonly id: string; readonly status: "active" | "paused" }>(each: Each): Each =>
    each.id === id ? { ...each, status: "paused" } : each;

/** Finds an action of a trigger, or the delivery to one of its subscribers. */
function findDefinition(trigger: Trigger, id: string): StoredAction | undefined {
  const subscriber = findSubscriber(trigger, id);
  if (!subscriber) return trigger.actions.find((each) => each.id === id);
  const { url, status } = subscriber;
  return url === undefined ? undefined : { id, status, action: { kind: "deliver", url } };
}

/** What concurrent actions are counted by: a connection to an app, or an origin. */
const destinationOf = (action: Action): string =>
  action.kind === "deliver"
    ? new URL(action.url).origin
    : `${appOf(action)} ${action.connection ?? ""}`;

/** The app of a tool. */
export const appOf = ({ tool }: Pick<RunAction, "tool">): string =>
  tool.slice(0, Math.max(0, tool.indexOf(".")));

const toAttempt = (
  { status, statusCode, reason }: ActionOutcome,
  startedAt: number,
  now: number,
): EventAction["attempts"][number] => ({
  at: new Date(startedAt).toISOString(),
  milliseconds: now - startedAt,
  ...(statusCode !== undefined && { status: statusCode }),
  ...(status !== "succeeded" && reason !== undefined && { error: reason }),
});
