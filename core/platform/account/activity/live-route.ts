import { lazyHandler, type OpenHandler, type Route } from "../../../http/routing/route.ts";
import { rulesFor } from "../../path-rules.ts";
import { authorize } from "../access/authorize.ts";
import type { OpenRequest } from "../access/request-opener.ts";
import type { AccountServices } from "../services.ts";
import { createActivityFeed } from "./activity-feed.ts";
import { createLiveStream, LIVE_PATH } from "./live-stream.ts";

interface LiveRouteOptions {
  readonly services: AccountServices;
  readonly open: OpenRequest;
  /** Aborted when the service stops, so that responses without an end finish. */
  readonly closing?: AbortSignal | undefined;
  onError(error: unknown): void;
}

/** Who may follow runs. */
const ACCESS = { role: "member" } as const;

/** Creates the route on which pages follow runs. */
export const createLiveRoute = (options: LiveRouteOptions): Route<unknown> => ({
  ...rulesFor(LIVE_PATH),
  path: LIVE_PATH,
  methods: { GET: lazyHandler(() => createHandler(options)) },
});

function createHandler({ services, open, closing, onError }: LiveRouteOptions): OpenHandler {
  const feed = createActivityFeed({ ...services, onError });
  closing?.addEventListener("abort", () => feed.close());
  return async (request, requestContext) => {
    const context = await open(request, requestContext);
    authorize(ACCESS, context.visitor, services);
    return createLiveStream({ services, feed, onError }, context.current, {
      query: requestContext.query,
      lastEventId: request.headers.get("last-event-id"),
    });
  };
}
