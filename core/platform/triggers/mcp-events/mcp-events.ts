import { canonicalJson } from "../../../http/idempotency.ts";
import { createShortCache } from "../../../lib/kit/net/short-cache.ts";
import type { EventRecord } from "../../../ports/stores/event-store.ts";
import type { StoredTrigger, Subscriber, Trigger } from "../../../ports/stores/trigger-store.ts";
import type { Actor } from "../../auth/actor.ts";
import { mayAccessEvent } from "../../auth/reach.ts";
import { decryptEventData } from "../trigger-secrets.ts";
import type { TriggerService } from "../trigger-service.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { changeSubscribers, requireSubscriptionRoom } from "./change-subscribers.ts";
import { cursorAt, isTruncated, requireCursor } from "./cursors.ts";
import { invalidParams, notFound } from "./errors.ts";
import { describeTrigger, type EventType, GENERIC_TYPES, TRIGGER_PREFIX } from "./event-types.ts";
import { deliverMissed } from "./missed-events.ts";
import { isForSubscribers, type Occurrence, toOccurrence } from "./occurrence.ts";
import { requireDestination, subscriptionId, withSecret } from "./subscription.ts";
import type { DeliveryStatus, EventSource, McpEvents } from "./types.ts";
import { verifyCallback } from "./verify-callback.ts";

const DAY = 86_400_000;
const DEFAULT_TTL = 3_600_000;
const MAX_TTL = DAY;
const PAGE = 50;
const MAX_EVENTS = 100;
const MAX_RESULT_CHARACTERS = 1_000_000;
/** A poll leaves out the last moments, because events may be committed in another order. */
const COMMIT_DELAY = 2_000;
const DEFAULT_NEXT_POLL = 30_000;
const MIN_NEXT_POLL = 5_000;
const MAX_NEXT_POLL = 300_000;

/** Creates the events for MCP clients. */
export function createMcpEvents(
  deps: TriggerDeps,
  service: Pick<TriggerService, "create" | "find" | "findExisting" | "list">,
): McpEvents {
  const { eventStore, vault, limits, now, wake } = deps;
  /** The addresses that have confirmed the subscriptions of a key. */
  const confirmed = createShortCache<true>({ milliseconds: DAY, maxEntries: 10_000, now });

  /** Returns the trigger of a source, and how to create it. */
  const resolve = async (
    actor: Actor,
    { name, arguments: input }: EventSource,
  ): Promise<{ readonly stored?: StoredTrigger; create(): Promise<StoredTrigger> }> => {
    if (name.startsWith(TRIGGER_PREFIX)) {
      if (Object.keys(input).length > 0) throw invalidParams(`"${name}" has no arguments.`);
      const { stored } = await service.find(actor, name.slice(TRIGGER_PREFIX.length));
      return { stored, create: async () => stored };
    }
    const type = GENERIC_TYPES.find((each) => each.name === name);
    if (!type)
      throw notFound(
        `Unknown event type "${name.slice(0, 100)}". Call events/list for all of them.`,
      );
    const [error] = type.check(input);
    if (error) throw invalidParams(`params.arguments${error.pointer}: ${error.message}`, error);
    const request = {
      name: `MCP: ${name}`,
      watch: type.toWatch(input),
      actions: [],
      order: "none",
      maxPerMinute: 600,
      idempotencyKey: `mcp ${actor.id} ${name} ${canonicalJson(input)}`,
    } as const;
    const stored = await service.findExisting(actor, request);
    return {
      ...(stored && { stored }),
      create: async () => (await service.create(actor, request)).stored,
    };
  };

  const confirm = async (
    actor: Actor,
    destination: { readonly id: string; readonly url: string; readonly secret: string },
  ): Promise<void> => {
    const key = JSON.stringify([actor.account, actor.id, destination.url]);
    if (confirmed.get(key)) return;
    await confirmed.load(key, async () => {
      await verifyCallback(deps, destination);
      return true as const;
    });
  };

  const readOccurrences = async (
    actor: Actor,
    name: string,
    events: readonly EventRecord[],
  ): Promise<{ readonly occurrences: readonly Occurrence[]; readonly last?: string }> => {
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
  };

  return {
    async list(actor, cursor) {
      if (cursor !== undefined && !/^trg_[0-9a-f]{32}$/.test(cursor))
        throw invalidParams("Unknown cursor. Call events/list without a cursor.");
      const triggers = await service.list(actor, { limit: PAGE, before: cursor });
      const last = triggers.length === PAGE ? triggers.at(-1)?.stored.trigger.id : undefined;
      const own = triggers
        .filter(({ stored }) => stored.trigger.actions.length > 0)
        .map(({ stored }) => describeTrigger(stored.trigger));
      const generic = cursor === undefined ? GENERIC_TYPES.map(describeType) : [];
      return { events: [...generic, ...own], ...(last !== undefined && { nextCursor: last }) };
    },

    async poll(actor, request) {
      const { name, cursor, maxAgeMs, maxEvents = MAX_EVENTS } = request;
      if (cursor !== null) requireCursor(cursor);
      const source = await resolve(actor, request);
      if (!source.stored) await requireSubscriptionRoom(deps, actor);
      const { trigger } = source.stored ?? (await source.create());
      if (!name.startsWith(TRIGGER_PREFIX)) await keepAlive(actor, request, trigger);
      const nextPollMs = nextPoll(trigger, now());
      if (cursor === null)
        return {
          events: [],
          cursor: cursorAt(now()),
          truncated: false,
          hasMore: false,
          nextPollMs,
        };
      const limit = Math.min(maxEvents, MAX_EVENTS);
      const stored = await eventStore.listOldest({
        account: actor.account,
        trigger: trigger.id,
        apps: actor.apps,
        after: cursor,
        from: maxAgeMs === undefined ? undefined : now() - maxAgeMs,
        to: now() - COMMIT_DELAY,
        limit: limit + 1,
      });
      const events = stored.slice(0, limit).map(({ event }) => event);
      const { occurrences, last = cursor } = await readOccurrences(actor, name, events);
      return {
        events: occurrences,
        cursor: last,
        truncated: isTruncated(trigger, cursor, { now: now(), dataDays: limits.dataDays }),
        hasMore: stored.length > 0 && last !== stored.at(-1)!.event.id,
        nextPollMs,
      };
    },

    async subscribe(actor, request) {
      const { name, url, secret, cursor, ttlMs } = request;
      requireDestination(request, deps.isAllowedOrigin);
      if (cursor !== null) requireCursor(cursor);
      const source = await resolve(actor, request);
      const id = await subscriptionId(actor, request);
      const isLive = ({ subscribers = [] }: Trigger) =>
        subscribers.some((each) => each.id === id && each.until > now());
      const isNew = !source.stored || !isLive(source.stored.trigger);
      if (isNew) await requireSubscriptionRoom(deps, actor);
      await confirm(actor, { id, url, secret });
      const { trigger } = source.stored ?? (await source.create());
      const until = now() + Math.min(ttlMs === null ? MAX_TTL : (ttlMs ?? DEFAULT_TTL), MAX_TTL);
      const changed = await changeSubscribers(
        deps,
        trigger.id,
        ({ subscribers, secrets }) => ({
          subscribers: [
            ...subscribers.filter((each) => each.id !== id),
            { id, key: actor.id, name, url, status: "active", until },
          ],
          secrets: { ...secrets, [id]: withSecret(secrets[id], { id, url, secret }, now()) },
        }),
        isNew ? actor.id : undefined,
      );
      if (!changed) throw notFound(`The trigger of "${name}" was deleted.`);
      const isCut =
        isNew && cursor !== null
          ? await deliverMissed(deps, actor, changed, id, { cursor, maxAgeMs: request.maxAgeMs })
          : false;
      wake();
      return {
        id,
        refreshBefore: new Date(until).toISOString(),
        cursor: cursorAt(now()),
        truncated: isCut,
        deliveryStatus: await readDeliveryStatus(trigger.id, id),
      };
    },

    async unsubscribe(actor, request) {
      const { stored } = await resolve(actor, request);
      const id = await subscriptionId(actor, request);
      const exists = stored?.trigger.subscribers?.some((each) => each.id === id);
      if (!stored || !exists) throw notFound("There is no such subscription.");
      await changeSubscribers(deps, stored.trigger.id, ({ subscribers, secrets }) => ({
        subscribers: subscribers.filter((each) => each.id !== id),
        secrets,
      }));
    },
  };

  /** Keeps the trigger of a client that polls. */
  async function keepAlive(actor: Actor, source: EventSource, trigger: Trigger): Promise<void> {
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

  async function readDeliveryStatus(trigger: string, id: string): Promise<DeliveryStatus> {
    const last = await eventStore.findLast(trigger);
    const attempts = last?.event.actions.find((action) => action.id === id)?.attempts ?? [];
    const failures = attempts.filter(({ error }) => error !== undefined);
    const hasFailed = attempts.at(-1)?.error !== undefined;
    return {
      active: true,
      lastDeliveryAt: attempts.at(-1)?.at ?? null,
      lastError: hasFailed ? toLastError(attempts.at(-1)?.status) : null,
      failedSince: hasFailed ? (failures[0]?.at ?? null) : null,
    };
  }
}

const describeType = ({ name, description, delivery, inputSchema, payloadSchema }: EventType) => ({
  name,
  description,
  delivery,
  inputSchema,
  payloadSchema,
});

/** When another poll makes sense, in milliseconds. */
function nextPoll({ progress: { due } }: Trigger, now: number): number {
  const delay = due === undefined ? DEFAULT_NEXT_POLL : due - now + COMMIT_DELAY;
  return Math.max(MIN_NEXT_POLL, Math.min(delay, MAX_NEXT_POLL));
}

/** Repeats nothing of the response. */
const toLastError = (status: number | undefined): string => {
  if (status === undefined) return "connection_refused";
  return status >= 500 ? "http_5xx" : "http_4xx";
};
