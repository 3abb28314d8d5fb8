import { toCloudEvent } from "../../../lib/webhooks/index.ts";
import type { EventView } from "./event-view.ts";

/** Describes an event as a CloudEvent, with the trigger and the connection as extension attributes. */
export const cloudEventView = ({
  id,
  source,
  type,
  subject,
  time,
  data,
  trigger,
  connection,
}: Pick<EventView, "id" | "source" | "type" | "time" | "trigger" | "connection" | "data"> & {
  readonly subject?: string | null | undefined;
}) =>
  toCloudEvent({
    id,
    source,
    type,
    subject: subject ?? undefined,
    time,
    data,
    extensions: {
      jackfieldtrigger: trigger,
      ...(connection !== null && { jackfieldconnection: connection }),
    },
  });
