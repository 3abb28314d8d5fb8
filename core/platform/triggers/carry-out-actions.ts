import { compileFilter } from "../../lib/expressions/index.ts";
import type { EventAction, EventRecord } from "../../ports/event-store.ts";
import type { ClaimedJob } from "../../ports/job-queue.ts";
import type { StoredAction, StoredTrigger, Trigger } from "../../ports/trigger-store.ts";
import type { ActionOutcome } from "./action-outcome.ts";
import { createDelivery, deliver } from "./deliver-event.ts";
import { createEventView, type EventView } from "./event-view.ts";
import { pauseTrigger, updateTrigger } from "./pause-trigger.ts";
import type { EmitPlatformEvent } from "./platform-events.ts";
import { nextDelay } from "./retry-schedule.ts";
import { runToolAction } from "./run-action.ts";
import { isFinalAction, settleAction } from "./settle-action.ts";
import { decryptEventData, decryptTriggerSecrets } from "./trigger-secrets.ts";
import type { Action, RunAction, TriggerDeps } from "./trigger-types.ts";

/** How many actions with one connection or destination a process carries out at once. */
const MAX_PER_DESTINATION = 5;
const BUSY_DELAY = 500;
/** The delay before another attempt while nobody may act for the trigger. */
const REVOKED_DELAY = 60_000;
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
  const { eventStore, triggerStore, vault, now, random } = deps;
  const busy = new Map<string, number>();

  const attempt = async (
    stored: StoredTrigger,
    { action: definition, id }: StoredAction,
    event: EventRecord,
    action: EventAction,
    view: EventView,
  ): Promise<ActionOutcome> => {
    const { trigger } = stored;
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
    event: EventRecord,
    action: EventAction,
    outcome: ActionOutcome,
    startedAt: number,
  ): Promise<number | undefined> => {
    const attempts = outcome.isWaiting
      ? action.attempts
      : [...action.attempts, toAttempt(outcome, startedAt, now())].slice(-MAX_STORED_ATTEMPTS);
    const delay = outcome.isWaiting
      ? (outcome.retryAfter ?? 0) * 1_000 || REVOKED_DELAY
      : nextDelay(attempts.length, { random: random(), retryAfter: outcome.retryAfter });
    const isDead = outcome.status === "dead" || (outcome.status === "retrying" && !delay);
    const next = outcome.status === "retrying" && delay ? now() + delay : undefined;
    const settled = await settleAction(deps, event.id, action.id, (current) => ({
      ...current,
      status: isDead ? "dead" : outcome.status,
      run: outcome.run ?? current.run,
      reason: outcome.status === "succeeded" ? undefined : outcome.reason,
      runs: outcome.runs ?? current.runs,
      attempts,
      next,
    }));
    if (!settled) return undefined;
    if (outcome.isGone) await pauseAction(trigger, action.id, event);
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

  const pauseAction = async (trigger: Trigger, id: string, event: EventRecord) => {
    await updateTrigger(deps, trigger.id, ({ actions }) => ({
      set: {
        actions: actions.map((each) => (each.id === id ? { ...each, status: "paused" } : each)),
      },
    }));
    await emit(trigger.account, {
      type: "destination.failing",
      key: `${event.id}.${id}`,
      subject: trigger.id,
      user: trigger.user,
      depth: event.depth + 1,
      data: { trigger: trigger.id, name: trigger.name, action: id, event: event.id },
    });
  };

  return async ({ key, due }) => {
    const [eventId = "", actionId = ""] = key.split(".");
    const stored = await eventStore.find(eventId);
    const action = stored?.event.actions.find(({ id }) => id === actionId);
    if (!stored || !action || stored.event.status !== "acting" || isFinalAction(action.status))
      return undefined;
    // The action has been tried since the job was added.
    if (action.next !== undefined && action.next > due) return action.next;
    const { event } = stored;
    const trigger = await triggerStore.find(event.trigger);
    const definition = trigger?.trigger.actions.find(({ id }) => id === actionId);
    if (!trigger || !definition || definition.action.kind !== action.kind) {
      await settleAction(deps, eventId, actionId, (current) => ({
        ...current,
        status: "canceled",
        reason: "The action was deleted.",
      }));
      return undefined;
    }
    if (definition.status === "paused") {
      await settleAction(deps, eventId, actionId, (current) => ({
        ...current,
        status: "dead",
        reason: "The action is paused because its destination failed.",
      }));
      return undefined;
    }
    const destination = destinationOf(definition.action as Action);
    const active = busy.get(destination) ?? 0;
    if (active >= MAX_PER_DESTINATION) return now() + BUSY_DELAY;
    busy.set(destination, active + 1);
    const startedAt = now();
    try {
      const data = await decryptEventData(vault, event, stored.encryptedData);
      const outcome: ActionOutcome = data
        ? await attempt(trigger, definition, event, action, createEventView(event, data.data))
        : { status: "dead", reason: "The data of the event is no longer stored." };
      return await settle(trigger, event, action, outcome, startedAt);
    } finally {
      const left = (busy.get(destination) ?? 1) - 1;
      if (left > 0) busy.set(destination, left);
      else busy.delete(destination);
    }
  };
}

const REVOKED = {
  code: "key_revoked",
  message:
    "The API key of the trigger was revoked or expired, or the person left the account. Resume the trigger with another key.",
};

/**
 * Finds the key or the person that a trigger acts for. Pauses the trigger if it may no longer run
 * tools.
 */
export async function findTriggerActor(deps: TriggerDeps, { id, account, key, user }: Trigger) {
  const actor = await deps.findActor(account, key);
  if (actor?.permissions.includes("run")) return { ...actor, user: actor.user ?? user };
  await pauseTrigger(deps, id, REVOKED);
  return undefined;
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
