import type { Handler } from "../../core/site.ts";
import { currentRuntime } from "./runtimes.ts";
import type { RunningServer, Serve, ServeOptions } from "./server-types.ts";

export type { RunningServer, ServeOptions } from "./server-types.ts";

/** A server that gets its handler after it listens, because a handler may depend on the port. */
export interface Listener extends RunningServer {
  /** Replaces the handler. The first one responds to every request with 503. */
  handle(handler: Handler): void;
}

/** Listens on the current runtime. Closing it again has no effect. */
export async function listen(options: ServeOptions): Promise<Listener> {
  let handler = rejectUntilReady;
  const server = await serve((request) => handler(request), options);
  let closed: Promise<void> | undefined;
  return {
    url: server.url,
    handle(next) {
      handler = next;
    },
    close: (seconds) => (closed ??= server.close(seconds)),
  };
}

const rejectUntilReady: Handler = async () => ({
  status: 503,
  headers: { "content-type": "text/plain", "cache-control": "no-store", "retry-after": "1" },
  body: "The service is starting. Try again in a second.\n",
});

/** Serves a handler on the current runtime. */
export const serve: Serve = (handler, options) => currentRuntime.serve(handler, options);
