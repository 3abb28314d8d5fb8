import type { EventReason, EventRecord } from "../../ports/stores/event-store.ts";
import type { Subscriber, TriggerSubscription } from "../../ports/stores/trigger-store.ts";
import type { Output } from "../contract.ts";
import type { EventInput } from "../triggers/events/create-event.ts";
import type { VisibleEvent } from "../triggers/events/event-service.ts";
import { eventSource } from "../triggers/events/event-view.ts";
import type { ChangedTrigger, VisibleTrigger } from "../triggers/trigger-service.ts";
import { describeAddress } from "../triggers/webhooks/webhook-address.ts";

type TriggerOutput = Output<"getTrigger">;
type EventOutput = Output<"getEvent">;

/** Converts a trigger to its JSON form. */
export function triggerView(
  { stored: { trigger, lastEvent }, secrets }: VisibleTrigger,
  origin: string,
): TriggerOutput {
  const { progress } = trigger;
  const { due, checked, lastError, found, seen } = progress;
  const address = secrets && describeAddress(origin, trigger, secrets);
  return {
    id: trigger.id,
    name: trigger.name,
    watch: trigger.watch,
    app: trigger.app ?? null,
    connection: trigger.connection ?? null,
    user: trigger.user ?? null,
    ...(trigger.filter !== undefined && { filter: trigger.filter }),
    actions: trigger.actions.map(({ id, status, action }) => ({ id, status, action })),
    ...(trigger.subscribers && { subscribers: trigger.subscribers.map(subscriberView) }),
    order: trigger.order,
    max_per_minute: trigger.maxPerMinute,
    // Triggers that are being deleted aren't visible.
    status: trigger.status === "deleting" ? "paused" : trigger.status,
    ...(trigger.reason && { status_reason: trigger.reason }),
    ...(address && { address }),
    ...(trigger.subscription && { subscription: subscriptionView(trigger.subscription) }),
    ...(found && {
      found: {
        items: found.items,
        id: found.id,
        changed: found.changed ?? null,
        seen: seen ?? 0,
      },
    }),
    ...(due !== undefined && { next_at: new Date(due).toISOString() }),
    ...(checked !== undefined && { last_checked_at: checked }),
    ...(lastEvent !== undefined && { last_event_at: new Date(lastEvent).toISOString() }),
    ...(lastError && { last_error: lastError }),
    key: trigger.key,
    metadata: { ...trigger.metadata },
    version: trigger.version,
    created_at: trigger.created,
    updated_at: trigger.updated,
  };
}

const subscriptionView = ({ status, expires, confirmed }: TriggerSubscription) => ({
  status,
  ...(expires !== undefined && { expires_at: new Date(expires).toISOString() }),
  ...(confirmed !== undefined && { confirmed_at: new Date(confirmed).toISOString() }),
});

/** Only the origin of the address, because the rest may be a secret. */
const subscriberView = ({ id, key, name, url, status, until }: Subscriber) => ({
  id,
  key,
  type: name,
  destination: url === undefined ? null : new URL(url).origin,
  status,
  expires_at: new Date(until).toISOString(),
});

/** Converts a new or changed trigger to the output of `createTrigger` and others. */
export const changedTriggerView = (
  changed: ChangedTrigger,
  origin: string,
): Output<"createTrigger"> => ({
  trigger: triggerView(changed, origin),
  secrets: [...changed.newSecrets],
  samples: changed.samples.map(sampleView),
});

export const sampleView = ({ type, data }: EventInput) => ({ type, data });

/** Converts an event to its JSON form. */
export const eventView = ({ event, data }: VisibleEvent): EventOutput => ({
  id: event.id,
  type: event.type,
  source: eventSource(event.trigger),
  ...(event.subject !== undefined && { subject: event.subject }),
  time: event.time,
  received_at: event.received,
  trigger: event.trigger,
  app: event.app ?? null,
  connection: event.connection ?? null,
  user: event.user ?? null,
  key: event.key,
  verified: event.isVerified,
  test: event.isTest,
  depth: event.depth,
  status: event.status,
  ...reasonView(event),
  ...(data && { data: data.value }),
  data_size: event.size,
  actions: event.actions.map((action) => actionView(action, event)),
});

/** Events that are canceled together, with their trigger, store no reason. */
const CANCELED: EventReason = {
  code: "canceled",
  message: "The trigger was deleted, or paused with drop. Replay the event to act on it.",
};

const reasonView = ({ reason, status }: EventRecord): Pick<EventOutput, "reason"> => {
  const known = reason ?? (status === "canceled" ? CANCELED : undefined);
  return known ? { reason: known } : {};
};

/** The actions of a canceled event don't go on. */
const actionView = (
  { id, kind, status, run, reason, attempts, next }: EventRecord["actions"][number],
  event: EventRecord,
): EventOutput["actions"][number] => {
  const isCanceled = event.status === "canceled" && (status === "waiting" || status === "retrying");
  return {
    id,
    kind,
    status: isCanceled ? "canceled" : status,
    ...(run !== undefined && { run }),
    ...(reason !== undefined && { reason }),
    attempts: attempts.map((attempt) => ({
      at: attempt.at,
      duration_ms: attempt.milliseconds,
      ...(attempt.status !== undefined && { status_code: attempt.status }),
      ...(attempt.error !== undefined && { error: attempt.error }),
    })),
    ...(next !== undefined && !isCanceled && { next_at: new Date(next).toISOString() }),
  };
};
