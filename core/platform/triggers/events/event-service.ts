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
import { targetOf } from "./accept-events.ts";
import { createTakeEvents } from "./take-events.ts";

/** An event with its data, if it is stored and the actor may see it. */
export interface VisibleEvent {
  readonly event: EventRecord;
  readonly data?: { readonly value: unknown } | undefined;
}

/**
 * Reads and replays events. A key can be limited to one end user and to some apps. Any other event is
 * rejected with the `Problem` "event_not_found".
 */
export interface EventService {
  list(
    actor: Actor,
    filter: Omit<EventFilter, "account" | "apps" | "user">,
  ): Promise<readonly EventRecord[]>;
  find(actor: Actor, id: string): Promise<VisibleEvent>;
  /** Rejects with "data_gone" if the data or the trigger is no longer stored. */
  replay(actor: Actor, id: string, actions?: readonly string[]): Promise<VisibleEvent>;
  /**
   * Replays the failed events of a trigger. Resolves to their number, which is smaller if they exceed
   * the rate of events. Rejects with "rate_limited" if none can be replayed.
   */
  replayFailed(
    actor: Actor,
    trigger: string,
    options: {
      readonly from?: number | undefined;
      readonly to?: number | undefined;
      readonly max: number;
    },
  ): Promise<number>;
  remove(actor: Actor, id: string): Promise<void>;
}

const EVENT_ID = /^evt_[0-9a-f]{32}$/;
const REPLAY_BATCH = 100;
const MAX_ATTEMPTS = 20;

/** Creates the event service. */
export function createEventService(
  deps: TriggerDeps,
  requireTrigger: (actor: Actor, id: string) => Promise<unknown>,
): EventService {
  const { eventStore, triggerStore, vault, now, wake } = deps;
  const takeEvents = createTakeEvents(deps);

  const requireEvent = async (actor: Actor, id: string): Promise<StoredEvent> => {
    const stored = EVENT_ID.test(id) ? await eventStore.find(id) : undefined;
    if (stored && mayAccessEvent(actor, stored.event)) return stored;
    throw unknownEventProblem(id);
  };

  const show = async (
    actor: Actor,
    { event, encryptedData }: StoredEvent,
  ): Promise<VisibleEvent> => {
    if (!actor.permissions.includes("run")) return { event };
    const decrypted = await decryptEventData(vault, event, encryptedData);
    return { event, ...(decrypted && { data: { value: decrypted.data } }) };
  };

  /** Resolves to the changed event, or `undefined` if it has changed meanwhile. */
  const replayOnce = async (
    { event, revision }: StoredEvent,
    ids: readonly string[] | undefined,
    trigger: Trigger,
  ): Promise<EventRecord | undefined> => {
    const isReplayed = ({ id, status }: EventAction) =>
      ids ? ids.includes(id) : status !== "skipped" || event.status === "filtered";
    const actions = event.actions.map((action) =>
      isReplayed(action) ? prepareReplay(action, trigger, now()) : action,
    );
    const replayed: EventRecord = { ...event, status: "acting", reason: undefined, actions };
    const enqueue = actions.filter((action, index) => action !== event.actions[index]);
    const isSerial = trigger.order === "serial";
    return (await eventStore.save(replayed, { revision, enqueue, isSerial }))
      ? replayed
      : undefined;
  };

  const replayStored = async (
    actor: Actor,
    id: string,
    ids?: readonly string[],
  ): Promise<StoredEvent> => {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const stored = await requireEvent(actor, id);
      const trigger = await findTriggerOf(actor, stored.event);
      if (stored.encryptedData === undefined) throw dataGoneProblem(id);
      const event = await replayOnce(stored, ids, trigger);
      if (event) return { ...stored, event };
    }
    throw new Error(`Event ${id} changed concurrently ${MAX_ATTEMPTS} times in a row.`);
  };

  /** A replay does what the trigger does now, so the actor must have access to it, too. */
  const findTriggerOf = async (actor: Actor, event: EventRecord): Promise<Trigger> => {
    const stored = await triggerStore.find(event.trigger);
    if (stored && mayAccessTrigger(actor, stored.trigger)) return stored.trigger;
    throw new Problem("data_gone", `The trigger of event "${event.id}" was deleted.`, {
      hint: "Events can be replayed only while their trigger exists.",
    });
  };

  return {
    list: (actor, filter) =>
      eventStore
        .list({ ...filter, account: actor.account, user: actor.user, apps: actor.apps })
        .then((all) =>
          all.map(({ event }) => event).filter((event) => mayAccessEvent(actor, event)),
        ),
    find: async (actor, id) => show(actor, await requireEvent(actor, id)),

    async replay(actor, id, actions) {
      const { event } = await requireEvent(actor, id);
      requireKnownActions(event, actions);
      const replayed = await replayStored(actor, id, actions);
      wake();
      return show(actor, replayed);
    },

    async replayFailed(actor, trigger, { from, to, max }) {
      await requireTrigger(actor, trigger);
      let count = 0;
      let after: string | undefined;
      while (count < max) {
        const limit = Math.min(REPLAY_BATCH, max - count);
        const failed = await eventStore.listOldest({
          account: actor.account,
          trigger,
          apps: actor.apps,
          status: "failed",
          from,
          to,
          after,
          limit,
        });
        try {
          await takeEvents({ id: trigger, account: actor.account }, failed.length);
        } catch (error) {
          // What was replayed so far counts. The caller can go on later.
          if (count === 0) throw error;
          break;
        }
        for (const { event } of failed) {
          const isReplayed = await replayStored(actor, event.id).then(
            () => true,
            (error: unknown) => {
              if (error instanceof Problem) return false;
              throw error;
            },
          );
          if (isReplayed) count++;
        }
        after = failed.at(-1)?.event.id;
        if (failed.length < limit) break;
      }
      wake();
      return count;
    },

    async remove(actor, id) {
      const { event } = await requireEvent(actor, id);
      // The trigger still acts on it.
      const stored = await triggerStore.find(event.trigger);
      if (stored && !mayAccessTrigger(actor, stored.trigger)) throw unknownEventProblem(id);
      const isRemoved = await eventStore.remove(
        id,
        createActorEntry(now(), actor, { action: "event.deleted", subject: id, details: {} }),
      );
      if (!isRemoved) throw unknownEventProblem(id);
    },
  };
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
