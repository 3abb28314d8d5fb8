import { bun } from "./bun.ts";
import { deno } from "./deno.ts";
import { node } from "./node/node.ts";
import type { Runtime } from "./runtime.ts";

/** Every runtime, by the name of its command. */
export const RUNTIMES: Readonly<Record<string, Runtime>> = { node, bun, deno };

/** The runtime of this process. */
export const currentRuntime: Runtime =
  Object.values(RUNTIMES).find(({ isCurrent }) => isCurrent?.()) ?? node;

/** The name and version of the current runtime, such as `Node 24.21.0`. */
export const runtimeName = `${currentRuntime.label} ${currentRuntime.version()}`;
