/** Starts one of the servers compared, in one of its variants, on a free port of loopback; resolves with the port. */
export type StartServer = (variant: string) => Promise<number>;

/** What Bun and Deno serve with, as far as it is used here. */
interface Runtimes {
  readonly Bun?: { serve(options: object): { readonly port: number } };
  readonly Deno?: {
    serve(options: object, fetch: FetchHandler): { readonly addr: { readonly port: number } };
  };
}

export type FetchHandler = (request: Request) => Response | Promise<Response>;

const { Bun, Deno } = globalThis as Runtimes;

/** Which runtime this process is. */
export const runtimeName = Bun ? "bun" : Deno ? "deno" : "node";

/** Serves a fetch handler as the runtime does it itself; on Node through @hono/node-server. */
export async function listen(fetch: FetchHandler): Promise<number> {
  const hostname = "127.0.0.1";
  if (Bun) return Bun.serve({ hostname, port: 0, fetch }).port;
  if (Deno) return Deno.serve({ hostname, port: 0, onListen() {} }, fetch).addr.port;
  const { serve } = await import("@hono/node-server");
  return new Promise((resolve) => serve({ fetch, hostname, port: 0 }, ({ port }) => resolve(port)));
}
