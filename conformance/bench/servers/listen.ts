import type { RecordedResponse } from "./bare.ts";

/**
 * Starts a variant of a server on a free loopback port. Resolves with the port. `recorded` is
 * Jackfield's response, unless Jackfield starts first.
 */
export type StartServer = (variant: string, recorded: RecordedResponse) => Promise<number>;

/** The parts of the Bun and Deno server APIs that this file uses. */
interface Runtimes {
  readonly Bun?: { serve(options: object): { readonly port: number } };
  readonly Deno?: {
    serve(options: object, fetch: FetchHandler): { readonly addr: { readonly port: number } };
  };
}

export type FetchHandler = (request: Request) => Response | Promise<Response>;

const { Bun, Deno } = globalThis as Runtimes;

export const runtimeName = detectRuntime();

function detectRuntime(): "bun" | "deno" | "node" {
  if (Bun) return "bun";
  return Deno ? "deno" : "node";
}

/**
 * Serves a fetch handler with the runtime's own server, or with @hono/node-server on Node. Resolves
 * with the port.
 */
export async function listen(fetch: FetchHandler): Promise<number> {
  const hostname = "127.0.0.1";
  if (Bun) return Bun.serve({ hostname, port: 0, fetch }).port;
  if (Deno) return Deno.serve({ hostname, port: 0, onListen() {} }, fetch).addr.port;
  const { serve } = await import("@hono/node-server");
  return new Promise((resolve) => serve({ fetch, hostname, port: 0 }, ({ port }) => resolve(port)));
}
