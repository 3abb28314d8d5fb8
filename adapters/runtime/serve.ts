import process from "node:process";
import type { Handler } from "../../core/index.ts";
import type { RunningServer, ServeOptions } from "./server-types.ts";

export type { RunningServer, ServeOptions } from "./server-types.ts";

/** Serves a handler on the current runtime. */
export async function serve(handler: Handler, options: ServeOptions): Promise<RunningServer> {
  if ("Bun" in globalThis) return (await import("./bun.ts")).serve(handler, options);
  if ("Deno" in globalThis) return (await import("./deno.ts")).serve(handler, options);
  return (await import("./node.ts")).serve(handler, options);
}

/** Returns the name and version of the current runtime, such as `Node 24.21.0`. */
export function runtimeName(): string {
  const { Bun, Deno } = globalThis as {
    Bun?: { version: string };
    Deno?: { version: { deno: string } };
  };
  if (Bun) return `Bun ${Bun.version}`;
  if (Deno) return `Deno ${Deno.version.deno}`;
  return `Node ${process.versions.node}`;
}
