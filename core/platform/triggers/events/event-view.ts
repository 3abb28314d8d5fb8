import type { EventRecord } from "../../../ports/stores/event-store.ts";

/** What filters, templates and destinations see of an event. */
export interface EventView {
  readonly id: string;
  readonly type: string;
  readonly source: string;
  readonly subject: string | null;
  /** RFC 3339. */
  readonly time: string;
  readonly trigger: string;
  readonly app: string | null;
  readonly connection: string | null;
  readonly user: string | null;
  readonly verified: boolean;
  readonly data: unknown;
}

/** The path of the trigger of an event: the `source` of a CloudEvent. */
export const eventSource = (trigger: string): string => `/api/v1/triggers/${trigger}`;

/** Creates the view of an event. */
export const createEventView = (
  event: Pick<
    EventRecord,
    "id" | "type" | "subject" | "time" | "trigger" | "app" | "connection" | "user" | "isVerified"
  >,
  data: unknown,
): EventView => ({
  id: event.id,
  type: event.type,
  source: eventSource(event.trigger),
  subject: event.subject ?? null,
  time: event.time,
  trigger: event.trigger,
  app: event.app ?? null,
  connection: event.connection ?? null,
  user: event.user ?? null,
  verified: event.isVerified,
  data,
});
