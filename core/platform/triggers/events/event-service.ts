import { Problem } from "../../../http/problem.ts";
import type {
  EventAction,
  EventFilter,
  EventRecord,
  StoredEvent,
} from "../../../ports/stores/event-store.ts";
import type { Trigger } from "../../../ports/stores/trigger-store.ts";
import type { Actor } from "../../auth/actor.ts";
import { createActorEntry } from "../../auth/audit-entry.ts";
import { mayAccessEvent, mayAccessTrigger } from "../../auth/reach.ts";
import { decryptEventData } from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { targetOf } from "./create-event.ts";
import { createTakeEvents } from "./take-events.ts";

/** An event with its data, if it is stored and the actor may see it. */
export interface VisibleEvent {
  readonly event: EventRecord;
  readonly data?: { readonly value: unknown } | undefined;
}

const EVENT_ID = /^evt_[0-9a-f]{32}$/;
const REPLAY_BATCH = 100;
const MAX_ATTEMPTS = 20;

/** Which failed events of a trigger are replayed, and how many at most. */
interface ReplayRange {
  /** Milliseconds since 1970. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly max: number;
}

/**
 * Reads and replays events. A key can be limited to one end user and to some apps. Any other event is
 * rejected with the `Problem` "event_not_found".
 */
export class EventService {
  readonly #deps: TriggerDeps;
  readonly #requireTrigger: (actor: Actor, id: string) => Promise<unknown>;
  readonly #takeEvents: ReturnType<typeof createTakeEvents>;

  constructor(deps: TriggerDeps, requireTrigger: (actor: Actor, id: string) => Promise<unknown>) {
    this.#deps = deps;
    this.#requireTrigger = requireTrigger;
    this.#takeEvents = createTakeEvents(deps);
  }

  async list(
    actor: Actor,
    filter: Omit<EventFilter, "account" | "apps" | "user">,
  ): Promise<readonly EventRecord[]> {
    const { account, user, apps } = actor;
    const all = await this.#deps.eventStore.list({ ...filter, account, user, apps });
    return all.map(({ event }) => event).filter((event) => mayAccessEvent(actor, event));
  }

  async find(actor: Actor, id: string): Promise<VisibleEvent> {
    return this.#show(actor, await this.#requireEvent(actor, id));
  }

  /** Rejects with "data_gone" if the data or the trigger is no longer stored. */
  async replay(actor: Actor, id: string, actions?: readonly string[]): Promise<VisibleEvent> {
    const { event } = await this.#requireEvent(actor, id);
    requireKnownActions(event, actions);
    const replayed = await this.#replayStored(actor, id, actions);
    this.#deps.wake();
    return this.#show(actor, replayed);
  }

  /**
   * Replays the failed events of a trigger. Resolves to their number, which is smaller if they exceed
   * the rate of events. Rejects with "rate_limited" if none can be replayed.
   */
  async replayFailed(
    actor: Actor,
    trigger: string,
    { from, to, max }: ReplayRange,
  ): Promise<number> {
    const { eventStore, wake } = this.#deps;
    const { account, apps } = actor;
    await this.#requireTrigger(actor, trigger);
    let count = 0;
    let after: string | undefined;
    while (count < max) {
      const limit = Math.min(REPLAY_BATCH, max - count);
      const failed = await eventStore.listOldest({
        account,
        trigger,
        apps,
        status: "failed",
        from,
        to,
        after,
        limit,
      });
      try {
        await this.#takeEvents({ id: trigger, account }, failed.length);
      } catch (error) {
        // What was replayed so far counts. The caller can go on later.
        if (count === 0) throw error;
        break;
      }
      for (const { event } of failed) if (await this.#tryReplay(actor, event.id)) count++;
      after = failed.at(-1)?.event.id;
      if (failed.length < limit) break;
    }
    wake();
    return count;
  }

  async remove(actor: Actor, id: string): Promise<void> {
    const { eventStore, triggerStore, now } = this.#deps;
    const { event } = await this.#requireEvent(actor, id);
    // The trigger still acts on it.
    const stored = await triggerStore.find(event.trigger);
    if (stored && !mayAccessTrigger(actor, stored.trigger)) throw unknownEventProblem(id);
    const isRemoved = await eventStore.remove(
      id,
      createActorEntry(now(), actor, { action: "event.deleted", subject: id, details: {} }),
    );
    if (!isRemoved) throw unknownEventProblem(id);
  }

  async #requireEvent(actor: Actor, id: string): Promise<StoredEvent> {
    const stored = EVENT_ID.test(id) ? await this.#deps.eventStore.find(id) : undefined;
    if (stored && mayAccessEvent(actor, stored.event)) return stored;
    throw unknownEventProblem(id);
  }

  async #show(actor: Actor, { event, encryptedData }: StoredEvent): Promise<VisibleEvent> {
    if (!actor.permissions.includes("run")) return { event };
    const decrypted = await decryptEventData(this.#deps.vault, event, encryptedData);
    return { event, ...(decrypted && { data: { value: decrypted.data } }) };
  }

  /** Resolves to whether the event could be replayed. */
  async #tryReplay(actor: Actor, id: string): Promise<boolean> {
    try {
      await this.#replayStored(actor, id);
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }

  async #replayStored(actor: Actor, id: string, ids?: readonly string[]): Promise<StoredEvent> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const stored = await this.#requireEvent(actor, id);
      const trigger = await this.#findTriggerOf(actor, stored.event);
      if (stored.encryptedData === undefined) throw dataGoneProblem(id);
      const event = await this.#replayOnce(stored, ids, trigger);
      if (event) return { ...stored, event };
    }
    throw new Error(`Event ${id} changed concurrently ${MAX_ATTEMPTS} times in a row.`);
  }

  /** Resolves to the changed event, or `undefined` if it has changed meanwhile. */
  async #replayOnce(
    { event, revision }: StoredEvent,
    ids: readonly string[] | undefined,
    trigger: Trigger,
  ): Promise<EventRecord | undefined> {
    const { eventStore, now } = this.#deps;
    const isReplayed = ({ id, status }: EventAction) =>
      ids ? ids.includes(id) : status !== "skipped" || event.status === "filtered";
    const actions = event.actions.map((action) =>
      isReplayed(action) ? prepareReplay(action, trigger, now()) : action,
    );
    const replayed: EventRecord = { ...event, status: "acting", reason: undefined, actions };
    const enqueue = actions.filter((action, index) => action !== event.actions[index]);
    const isSerial = trigger.order === "serial";
    const isSaved = await eventStore.save(replayed, { revision, enqueue, isSerial });
    return isSaved ? replayed : undefined;
  }

  /** A replay does what the trigger does now, so the actor must have access to it, too. */
  async #findTriggerOf(actor: Actor, event: EventRecord): Promise<Trigger> {
    const stored = await this.#deps.triggerStore.find(event.trigger);
    if (stored && mayAccessTrigger(actor, stored.trigger)) return stored.trigger;
    throw new Problem("data_gone", `The trigger of event "${event.id}" was deleted.`, {
      hint: "Events can be replayed only while their trigger exists.",
    });
  }
}

/**
 * The state of an action that is repeated. A failed run gets a new idempotency key. Any other run
 * keeps its key, so it is never sent twice.
 */
const prepareReplay = (action: EventAction, trigger: Trigger, now: number): EventAction => ({
  ...action,
  ...targetNow(action, trigger),
  status: "waiting",
  reason: undefined,
  next: now,
  attempts: [],
  replays: (action.replays ?? 0) + 1,
  ...(action.kind === "run" &&
    action.status === "dead" &&
    action.run !== undefined && { runs: (action.runs ?? 0) + 1 }),
});

/** The trigger may run a tool of another app now. */
function targetNow({ id }: EventAction, { actions }: Trigger) {
  const definition = actions.find((each) => each.id === id);
  return definition && targetOf(definition.action);
}

function requireKnownActions(event: EventRecord, ids: readonly string[] | undefined): void {
  const unknown = ids?.find((id) => !event.actions.some((action) => action.id === id));
  if (unknown === undefined) return;
  const known = event.actions.map(({ id }) => id).join(", ");
  throw new Problem("invalid_input", `The event has no action "${unknown}".`, {
    hint: `Its actions: ${known}.`,
    errors: [{ pointer: "/actions", detail: `Must be of ${known}.` }],
  });
}

const unknownEventProblem = (id: string) =>
  new Problem("event_not_found", `Unknown event ${JSON.stringify(id.slice(0, 100))}.`, {
    hint: "List the events of the last 30 days: GET /api/v1/events.",
  });

const dataGoneProblem = (id: string) =>
  new Problem("data_gone", `The data of event "${id}" is no longer stored.`, {
    hint: "Data of events is stored for 7 days by default.",
  });
