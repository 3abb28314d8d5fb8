import type { ClaimedJob } from "../../../ports/job-queue.ts";
import {
  type EventAction,
  type EventRecord,
  eventApps,
} from "../../../ports/stores/event-store.ts";
import { appOf, type Trigger, triggerApps } from "../../../ports/stores/trigger-store.ts";
import type { Action } from "../../../ports/trigger-definition.ts";
import { covers, reachOfEvent } from "../../auth/reach.ts";
import { targetOf } from "../events/create-event.ts";
import type { EmitPlatformEvent } from "../events/platform-events.ts";
import { deliverToSubscriber, findSubscriber } from "../mcp-events/subscriber-actions.ts";
import { updateTrigger } from "../pause-trigger.ts";
import { decryptTriggerSecrets } from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import type { ActionOutcome } from "./action-outcome.ts";
import { createDelivery, deliver } from "./deliver-event.ts";
import { createDestinations, DestinationBusy } from "./destinations.ts";
import { findTriggerActor } from "./find-trigger-actor.ts";
import { createActionPreparer, type PreparedAction } from "./prepare-action.ts";
import { nextDelay } from "./retry-schedule.ts";
import { runToolAction } from "./run-action.ts";
import { settleAction } from "./settle-action.ts";
import { traceAction } from "./trace-action.ts";

const NOT_ALLOWED =
  "The API key of the trigger was revoked, has expired, or no longer covers all that the trigger does. Resume the trigger with another key.";
/** The delay before another attempt while no key may act for the trigger. */
const REVOKED_DELAY = 60_000;
/** An action that waited for its turn for longer reads its event and trigger again. */
const FRESH_MILLISECONDS = 100;
/** The most attempts of an action that are stored, the last ones. */
const MAX_STORED_ATTEMPTS = 10;

/** Carries out the actions of events. */
export class ActionRunner {
  readonly #deps: TriggerDeps;
  readonly #emit: EmitPlatformEvent;
  readonly #prepare: ReturnType<typeof createActionPreparer>;
  readonly #destinations: ReturnType<typeof createDestinations>;

  constructor(deps: TriggerDeps, emit: EmitPlatformEvent) {
    this.#deps = deps;
    this.#emit = emit;
    this.#prepare = createActionPreparer(deps);
    this.#destinations = createDestinations(deps.limits.concurrency, deps);
  }

  /**
   * Carries out the action of a job. Resolves to the time of the next attempt, or to `undefined` if
   * there is none.
   */
  async run(job: ClaimedJob): Promise<number | undefined> {
    const prepared = await this.#prepare(job);
    if (!("stored" in prepared)) return prepared.next;
    if (prepared.outcome) return this.#settle(prepared, prepared.outcome, this.#deps.now());
    try {
      const attempted = await this.#attemptInTurn(job, prepared);
      if (!("prepared" in attempted)) return attempted.next;
      // Another action may use the destination meanwhile.
      return this.#settle(attempted.prepared, attempted.outcome, attempted.startedAt);
    } catch (error) {
      if (error instanceof DestinationBusy) return error.until;
      throw error;
    }
  }

  /** Attempts an action when its destination has room for it. */
  #attemptInTurn(job: ClaimedJob, first: PreparedAction) {
    const { tracer, now } = this.#deps;
    const askedAt = now();
    return this.#destinations.run(destinationOf(first.definition.action as Action), async () => {
      // The event or the trigger may have changed during the wait.
      const prepared = now() - askedAt < FRESH_MILLISECONDS ? first : await this.#prepare(job);
      if (!("stored" in prepared)) return prepared;
      const startedAt = now();
      const { stored, action } = prepared;
      const outcome =
        prepared.outcome ??
        (await traceAction(tracer, stored.event, action, () => this.#attempt(prepared)));
      return { prepared, startedAt, outcome };
    });
  }

  async #attempt({
    stored: { event },
    action,
    trigger: stored,
    definition,
    view,
  }: PreparedAction): Promise<ActionOutcome> {
    const deps = this.#deps;
    const { id } = definition;
    const { trigger } = stored;
    const replays = action.replays ?? 0;
    const subscriber = findSubscriber(trigger, id);
    if (subscriber)
      return deliverToSubscriber(deps, stored, subscriber, { event, data: view.data, replays });
    const actor = await findTriggerActor(deps, trigger);
    if (!actor) return { status: "retrying", isWaiting: true, reason: NOT_ALLOWED };
    const { apps = triggerApps(trigger) } = event;
    if (!covers(actor, reachOfEvent({ ...event, apps })))
      return { status: "dead", reason: "The API key of the trigger may not see the event." };
    const typed = definition.action as Action;
    if (typed.kind === "run")
      return runToolAction(deps, typed, { trigger, event, action, actor, view });
    const { deliveries } = await decryptTriggerSecrets(deps.vault, stored);
    const secrets = deliveries[id];
    if (!secrets) return { status: "dead", reason: "The destination has no secret." };
    return deliver(deps, secrets, createDelivery(typed, `${event.id}.${id}`, view, replays));
  }

  /** Stores an outcome. Resolves to the time of the next attempt. */
  async #settle(
    { stored, action, definition, trigger: { trigger } }: PreparedAction,
    outcome: ActionOutcome,
    startedAt: number,
  ): Promise<number | undefined> {
    const { now, random } = this.#deps;
    const { event } = stored;
    const attempts = outcome.isWaiting
      ? action.attempts
      : [...action.attempts, toAttempt(outcome, startedAt, now())].slice(-MAX_STORED_ATTEMPTS);
    const delay = outcome.isWaiting
      ? (outcome.retryAfter ?? 0) * 1_000 || REVOKED_DELAY
      : nextDelay(attempts.length, { random: random(), retryAfter: outcome.retryAfter });
    const isDead = outcome.status === "dead" || (outcome.status === "retrying" && !delay);
    const next = outcome.status === "retrying" && delay ? now() + delay : undefined;
    const settled = await settleAction(this.#deps, stored, action.id, (current) => ({
      ...current,
      ...targetOf(definition.action),
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
      action.kind === "deliver" &&
      isFinal &&
      (await this.#recordDelivery(trigger, action.id, isDead));
    if (outcome.isGone || isFailing) await this.#pauseAction(trigger, action.id, event);
    if (action.kind === "run" && next === undefined && outcome.run !== undefined)
      await this.#emitRun(trigger, settled, action, { ...outcome, run: outcome.run, isDead });
    return next;
  }

  #emitRun(
    trigger: Trigger,
    event: EventRecord,
    action: EventAction,
    {
      run,
      status,
      reason,
      isDead,
    }: ActionOutcome & { readonly run: string; readonly isDead: boolean },
  ): Promise<void> {
    return this.#emit(trigger.account, {
      type: status === "succeeded" ? "run.succeeded" : "run.failed",
      key: `${run}.${status}`,
      subject: run,
      user: event.user,
      depth: event.depth + 1,
      apps: eventApps(event),
      data: {
        run,
        status: isDead ? "failed" : status,
        trigger: trigger.id,
        event: event.id,
        action: action.id,
        ...(reason !== undefined && { reason }),
      },
    });
  }

  /** Remembers since when the deliveries of an action fail. Resolves to whether it is too long. */
  async #recordDelivery(trigger: Trigger, id: string, isDead: boolean): Promise<boolean> {
    const { now } = this.#deps;
    const action = trigger.actions.find((each) => each.id === id);
    if (!action || isDead === (action.failingSince !== undefined))
      return isDead && isOverdue(action?.failingSince, now());
    const failingSince = isDead ? new Date(now()).toISOString() : undefined;
    await updateTrigger(this.#deps, trigger.id, ({ actions }) => ({
      set: { actions: actions.map((each) => (each.id === id ? { ...each, failingSince } : each)) },
    }));
    return false;
  }

  async #pauseAction(trigger: Trigger, id: string, event: EventRecord): Promise<void> {
    await updateTrigger(this.#deps, trigger.id, ({ actions, subscribers }) => ({
      set: { actions: actions.map(pause(id)), subscribers: subscribers?.map(pause(id)) },
    }));
    if (findSubscriber(trigger, id)) return;
    await this.#emit(trigger.account, {
      type: "destination.failing",
      key: `${event.id}.${id}`,
      subject: trigger.id,
      user: trigger.user,
      depth: event.depth + 1,
      apps: triggerApps(trigger),
      data: { trigger: trigger.id, name: trigger.name, action: id, event: event.id },
    });
  }
}

/** An action is paused if all its deliveries have failed for this long. */
const FAILING_MILLISECONDS = 5 * 86_400_000;

const isOverdue = (since: string | undefined, now: number): boolean =>
  since !== undefined && now - Date.parse(since) > FAILING_MILLISECONDS;

const pause =
  (id: string) =>
  <Each extends { readonly id: string; readonly status: "active" | "paused" }>(each: Each): Each =>
    each.id === id ? { ...each, status: "paused" } : each;

/** What concurrent actions are counted by: a connection to an app, or an origin. */
const destinationOf = (action: Action): string =>
  action.kind === "deliver"
    ? new URL(action.url).origin
    : `${appOf(action)} ${action.connection ?? ""}`;

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
