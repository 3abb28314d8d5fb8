import { currentRuntime } from "./runtimes.ts";
import type { Serve } from "./server-types.ts";

export type { RunningServer, ServeOptions } from "./server-types.ts";

/** Serves a handler on the current runtime. */
export const serve: Serve = (handler, options) => currentRuntime.serve(handler, options);
