import { createShortCache } from "../../../lib/kit/net/short-cache.ts";
import type { Trigger } from "../../../ports/stores/trigger-store.ts";
import type { Actor } from "../../auth/actor.ts";
import type { TriggerService } from "../trigger-service.ts";
import type { TriggerDeps } from "../trigger-types.ts";
import { changeSubscribers, requireSubscriptionRoom } from "./change-subscribers.ts";
import { cursorAt, requireCursor } from "./cursors.ts";
import { invalidParams, notFound } from "./errors.ts";
import { resolveSource } from "./event-source.ts";
import { describeTrigger, type EventType, GENERIC_TYPES } from "./event-types.ts";
import { deliverMissed } from "./missed-events.ts";
import { pollEvents } from "./poll-events.ts";
import { DEFAULT_TTL, requireDestination, subscriptionId, withSecret } from "./subscription.ts";
import type {
  DeliveryStatus,
  EventSource,
  PollRequest,
  PollResult,
  SubscribeRequest,
  SubscribeResult,
} from "./types.ts";
import { verifyCallback } from "./verify-callback.ts";

const DAY = 86_400_000;
const MAX_TTL = DAY;
const PAGE = 50;

/** The functions of the trigger service that MCP Events needs. */
type Triggers = Pick<TriggerService, "create" | "find" | "findExisting" | "list">;

/**
 * The events of an account for MCP clients (MCP Events, SEP-3415). A client subscribes to a trigger
 * of the account, or to a list or a schedule, for which Jackfield creates a trigger.
 */
export class McpEvents {
  readonly #deps: TriggerDeps;
  readonly #service: Triggers;
  /** The addresses that have confirmed the subscriptions of a key. */
  readonly #confirmed: ReturnType<typeof createShortCache<true>>;

  constructor(deps: TriggerDeps, service: Triggers) {
    const { now } = deps;
    this.#deps = deps;
    this.#service = service;
    this.#confirmed = createShortCache<true>({ milliseconds: DAY, maxEntries: 10_000, now });
  }

  async list(
    actor: Actor,
    cursor: string | undefined,
  ): Promise<{ readonly events: readonly EventType[]; readonly nextCursor?: string }> {
    if (cursor !== undefined && !/^trg_[0-9a-f]{32}$/.test(cursor))
      throw invalidParams("Unknown cursor. Call events/list without a cursor.");
    const triggers = await this.#service.list(actor, { limit: PAGE, before: cursor });
    const last = triggers.length === PAGE ? triggers.at(-1)?.stored.trigger.id : undefined;
    const own = triggers
      .filter(({ stored }) => stored.trigger.actions.length > 0)
      .map(({ stored }) => describeTrigger(stored.trigger));
    const generic = cursor === undefined ? GENERIC_TYPES.map(describeType) : [];
    return { events: [...generic, ...own], ...(last !== undefined && { nextCursor: last }) };
  }

  async poll(actor: Actor, request: PollRequest): Promise<PollResult> {
    if (request.cursor !== null) requireCursor(request.cursor);
    const source = await resolveSource(this.#service, actor, request);
    if (!source.stored) await requireSubscriptionRoom(this.#deps, actor);
    const { trigger } = source.stored ?? (await source.create());
    return pollEvents(this.#deps, actor, request, trigger);
  }

  async subscribe(actor: Actor, request: SubscribeRequest): Promise<SubscribeResult> {
    const deps = this.#deps;
    const { now } = deps;
    const { name, url, secret, cursor, ttlMs } = request;
    requireDestination(request, deps.isAllowedOrigin);
    if (cursor !== null) requireCursor(cursor);
    const source = await resolveSource(this.#service, actor, request);
    const id = await subscriptionId(actor, request);
    const isNew = !source.stored || !isLive(source.stored.trigger, id, now());
    if (isNew) await requireSubscriptionRoom(deps, actor);
    await this.#confirm(actor, { id, url, secret });
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
    deps.wake();
    return {
      id,
      refreshBefore: new Date(until).toISOString(),
      cursor: cursorAt(now()),
      truncated: isCut,
      deliveryStatus: await readDeliveryStatus(deps, trigger.id, id),
    };
  }

  async unsubscribe(actor: Actor, request: EventSource & { readonly url: string }): Promise<void> {
    const { stored } = await resolveSource(this.#service, actor, request);
    const id = await subscriptionId(actor, request);
    const exists = stored?.trigger.subscribers?.some((each) => each.id === id);
    if (!stored || !exists) throw notFound("There is no such subscription.");
    await changeSubscribers(this.#deps, stored.trigger.id, ({ subscribers, secrets }) => ({
      subscribers: subscribers.filter((each) => each.id !== id),
      secrets,
    }));
  }

  async #confirm(
    actor: Actor,
    destination: { readonly id: string; readonly url: string; readonly secret: string },
  ): Promise<void> {
    const key = JSON.stringify([actor.account, actor.id, destination.url]);
    if (this.#confirmed.get(key)) return;
    await this.#confirmed.load(key, async () => {
      await verifyCallback(this.#deps, destination);
      return true as const;
    });
  }
}

const isLive = ({ subscribers = [] }: Trigger, id: string, now: number): boolean =>
  subscribers.some((each) => each.id === id && each.until > now);

const describeType = ({ name, description, delivery, inputSchema, payloadSchema }: EventType) => ({
  name,
  description,
  delivery,
  inputSchema,
  payloadSchema,
});

/** Reads what became of the last delivery of a subscription. */
async function readDeliveryStatus(
  { eventStore }: Pick<TriggerDeps, "eventStore">,
  trigger: string,
  id: string,
): Promise<DeliveryStatus> {
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

/** Repeats nothing of the response. */
const toLastError = (status: number | undefined): string => {
  if (status === undefined) return "connection_refused";
  return status >= 500 ? "http_5xx" : "http_4xx";
};
