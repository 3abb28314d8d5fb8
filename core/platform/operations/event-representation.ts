import type { Rendering, Representation } from "../../http/routing/operation.ts";
import { CLOUD_EVENT_TYPE } from "../../lib/webhooks/index.ts";
import type { Output, PlatformContract } from "../contract.ts";
import { cloudEventView } from "../triggers/events/cloud-event-view.ts";

/** `getEvent` returns a CloudEvent if the client accepts that rather than JSON. */
export const eventRepresentation: Representation<
  Output<"getEvent">,
  Rendering<PlatformContract, "getEvent">
> = {
  offers: ["application/json", CLOUD_EVENT_TYPE],
  resolve: (mediaType, input) => ({ mediaType, input }),
  headers: () => ({}),
  body: (event) => JSON.stringify(cloudEventView({ ...event, data: event.data })),
};
