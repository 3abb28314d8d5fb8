import type { EventRecord } from "../../../ports/stores/event-store.ts";
import type { Delivery } from "../actions/deliver-event.ts";

/** An event, as MCP Events sends it (`EventOccurrence`, SEP-3415). */
export interface Occurrence {
  readonly eventId: string;
  readonly name: string;
  readonly timestamp: string;
  readonly data: object;
  /** Absent in deliveries, because they may arrive in another order. */
  readonly cursor?: string;
}

const isObject = (data: unknown): data is object =>
  typeof data === "object" && data !== null && !Array.isArray(data);

/** Converts an event. Data that isn't an object becomes its `value`. */
export const toOccurrence = (
  name: string,
  { id, time }: Pick<EventRecord, "id" | "time">,
  data: unknown,
  cursor?: string,
): Occurrence => ({
  eventId: id,
  name,
  timestamp: time,
  data: isObject(data) ? data : { value: data },
  ...(cursor !== undefined && { cursor }),
});

/** Whether subscribers receive an event. They don't receive what the trigger itself ignores. */
export const isForSubscribers = ({ status, reason }: EventRecord): boolean =>
  status === "acting" ||
  status === "done" ||
  (status === "failed" && reason?.code !== "filter_error" && reason?.code !== "too_deep");

/** Creates the delivery of an event. Its `webhook-id` is the ID of the event. */
export const toDelivery = (
  name: string,
  event: Pick<EventRecord, "id" | "time">,
  data: unknown,
  replays: number,
): Delivery => ({
  id: event.id,
  body: JSON.stringify(toOccurrence(name, event, data)),
  contentType: "application/json",
  replays,
});
