import type { EventRecord } from "../../../ports/stores/event-store.ts";
import type { Subscriber, Trigger } from "../../../ports/stores/trigger-store.ts";
import type { Actor } from "../../auth/actor.ts";
import { mayAccessEvent } from "../../auth/reach.ts";
import { decryptEventData } from "../trigger-secrets.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { changeSubscribers } from "./change-subscribers.ts";
import { cursorAt, isTruncated } from "./cursors.ts";
import { TRIGGER_PREFIX } from "./event-types.ts";
import { isForSubscribers, type Occurrence, toOccurrence } from "./occurrence.ts";
import { DEFAULT_TTL, subscriptionId } from "./subscription.ts";
import type { EventSource, PollRequest, PollResult } from "./types.ts";

const MAX_EVENTS = 100;
const MAX_RESULT_CHARACTERS = 1_000_000;
/** A poll leaves out the last moments, because events may be committed in another order. */
const COMMIT_DELAY = 2_000;
const DEFAULT_NEXT_POLL = 30_000;
const MIN_NEXT_POLL = 5_000;
const MAX_NEXT_POLL = 300_000;

/** Reads the events of a trigger after the cursor of a request. */
export async function pollEvents(
  deps: TriggerDeps,
  actor: Actor,
  request: PollRequest,
  trigger: Trigger,
): Promise<PollResult> {
  const { now } = deps;
  const { name, cursor, maxAgeMs, maxEvents = MAX_EVENTS } = request;
  if (!name.startsWith(TRIGGER_PREFIX)) await keepAlive(deps, actor, request, trigger);
  const nextPollMs = nextPoll(trigger, now());
  if (cursor === null)
    return { events: [], cursor: cursorAt(now()), truncated: false, hasMore: false, nextPollMs };
  const limit = Math.min(maxEvents, MAX_EVENTS);
  const stored = await deps.eventStore.listOldest({
    account: actor.account,
    trigger: trigger.id,
    apps: actor.apps,
    after: cursor,
    from: maxAgeMs === undefined ? undefined : now() - maxAgeMs,
    to: now() - COMMIT_DELAY,
    limit: limit + 1,
  });
  const events = stored.slice(0, limit).map(({ event }) => event);
  const { occurrences, last = cursor } = await readOccurrences(deps, actor, name, events);
  return {
    events: occurrences,
    cursor: last,
    truncated: isTruncated(trigger, cursor, { now: now(), dataDays: deps.limits.dataDays }),
    hasMore: stored.length > 0 && last !== stored.at(-1)?.event.id,
    nextPollMs,
  };
}

async function readOccurrences(
  { eventStore, vault }: Pick<TriggerDeps, "eventStore" | "vault">,
  actor: Actor,
  name: string,
  events: readonly EventRecord[],
): Promise<{ readonly occurrences: readonly Occurrence[]; readonly last?: string }> {
  const occurrences: Occurrence[] = [];
  let characters = 0;
  let last: string | undefined;
  for (const event of events) {
    const stored =
      isForSubscribers(event) && mayAccessEvent(actor, event)
        ? await eventStore.find(event.id)
        : undefined;
    const data = await decryptEventData(vault, event, stored?.encryptedData);
    if (data) {
      characters += event.size;
      if (occurrences.length > 0 && characters > MAX_RESULT_CHARACTERS) break;
      occurrences.push(toOccurrence(name, event, data.data, event.id));
    }
    last = event.id;
  }
  return { occurrences, ...(last !== undefined && { last }) };
}

/** Keeps the trigger of a client that polls. */
async function keepAlive(
  deps: TriggerDeps,
  actor: Actor,
  source: EventSource,
  trigger: Trigger,
): Promise<void> {
  const { now } = deps;
  const id = await subscriptionId(actor, source);
  const current = trigger.subscribers?.find((each) => each.id === id);
  if (current && current.until > now() + DEFAULT_TTL / 2) return;
  const until = now() + DEFAULT_TTL;
  const subscriber: Subscriber = {
    id,
    key: actor.id,
    name: source.name,
    status: "active",
    until,
  };
  const isNew = !current || current.until <= now();
  await changeSubscribers(
    deps,
    trigger.id,
    ({ subscribers, secrets }) => ({
      subscribers: [...subscribers.filter((each) => each.id !== id), subscriber],
      secrets,
    }),
    isNew ? actor.id : undefined,
  );
}

/** When another poll makes sense, in milliseconds. */
function nextPoll({ progress: { due } }: Trigger, now: number): number {
  const delay = due === undefined ? DEFAULT_NEXT_POLL : due - now + COMMIT_DELAY;
  return Math.max(MIN_NEXT_POLL, Math.min(delay, MAX_NEXT_POLL));
}
