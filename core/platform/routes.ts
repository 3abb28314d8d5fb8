import { OPERATION_COST } from "../http/rate-limit.ts";
import { lazyHandler, type Route } from "../http/routing/route.ts";
import type { ApiKey } from "../ports/stores/key-store.ts";
import type { Surface, SurfaceDeps } from "./pages/surface.ts";
import { rulesFor } from "./path-rules.ts";
import type { EventStreams } from "./triggers/events/event-stream.ts";

/** Creates the route of a document or page that needs no credential. */
export const surfaceRoute = (surface: Surface, deps: SurfaceDeps): Route<ApiKey> => {
  const handler = lazyHandler(() => surface.createHandler(deps));
  return {
    ...rulesFor(surface.path),
    access: "open",
    cost: surface.cost,
    path: surface.path,
    methods: Object.fromEntries(surface.methods.map((method) => [method, handler])),
  };
};

/** The path at which clients follow events. */
const STREAM_PATH = "/api/v1/events/stream";

/** Creates the route of the stream of events. */
export const streamRoute = (triggers: {
  readonly streams: Pick<EventStreams, "open">;
}): Route<ApiKey> => ({
  ...rulesFor(STREAM_PATH),
  path: STREAM_PATH,
  methods: {
    GET: {
      access: "caller",
      cost: { base: OPERATION_COST, follows: [] },
      permission: "read",
      handler(request, { query }, actor) {
        const parameters = new URLSearchParams(query);
        const { headers, ...response } = triggers.streams.open(actor, {
          trigger: parameters.get("trigger") ?? undefined,
          type: parameters.get("type") ?? undefined,
          after: request.headers.get("last-event-id") ?? parameters.get("after") ?? undefined,
        });
        return { ...response, headers: { ...rulesFor(STREAM_PATH).headers, ...headers } };
      },
    },
  },
});
