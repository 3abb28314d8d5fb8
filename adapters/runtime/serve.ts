import type { Handler } from "../../core/index.ts";

export interface ServeOptions {
  readonly hostname: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** How long a client may leave a request unfinished; by default as `PATIENCE` has it. */
  readonly bodyTimeouts?: Partial<BodyTimeouts>;
}

/** Milliseconds that a client has for the body of its request. */
export interface BodyTimeouts {
  /** For each piece, where it is passed on as it comes. */
  readonly pieceMs: number;
  /** For all of it, where it is read whole. */
  readonly wholeMs: number;
}

export const DEFAULT_BODY_TIMEOUTS: BodyTimeouts = { pieceMs: 60_000, wholeMs: 120_000 };

export interface RunningServer {
  /** Where it listens, without a slash at the end. */
  readonly url: string;
  /** Takes no more connections, and resolves when the requests in flight are answered; those left after `seconds` are cut off. */
  close(seconds?: number): Promise<void>;
}

/** Every runtime's adapter is one of these. Rejects with an error whose `code` is EADDRINUSE if the port is taken. */
export type Serve = (handler: Handler, options: ServeOptions) => Promise<RunningServer>;

/** The adapter of the runtime that runs this. */
export async function serve(handler: Handler, options: ServeOptions): Promise<RunningServer> {
  if ("Bun" in globalThis) return (await import("./bun.ts")).serve(handler, options);
  if ("Deno" in globalThis) return (await import("./deno.ts")).serve(handler, options);
  return (await import("./node.ts")).serve(handler, options);
}

/** What runs this, and its version. */
export function runtimeName(): string {
  const { Bun, Deno } = globalThis as {
    Bun?: { version: string };
    Deno?: { version: { deno: string } };
  };
  if (Bun) return `Bun ${Bun.version}`;
  if (Deno) return `Deno ${Deno.version.deno}`;
  return `Node ${process.versions.node}`;
}
