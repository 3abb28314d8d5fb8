import { type Handler, type HttpResponse, toResponse } from "../../core/index.ts";
import { listeningUrl } from "./address.ts";
import { handleWithBodyTimeout } from "./body-timeout.ts";
import { createDirectBody } from "./bun-bodies.ts";
import type { Serve } from "./server-types.ts";

interface BunServer {
  readonly port: number;
  requestIP(request: Request): { readonly address: string } | null;
  stop(closeActive?: boolean): Promise<void>;
}
declare const Bun: {
  serve(options: {
    hostname: string;
    port: number;
    /** Seconds; 0 disables the timeout. Bun's default of 10 would also cut off slow responses. */
    idleTimeout: number;
    fetch(request: Request, server: BunServer): Promise<Response>;
  }): BunServer;
};

export const serve: Serve = async (handler: Handler, { hostname, port, bodyTimeouts }) => {
  const server = Bun.serve({
    hostname,
    port,
    idleTimeout: 120,
    fetch: async (request, server) => {
      const peerAddress = () => server.requestIP(request)?.address;
      const response = await handleWithBodyTimeout(
        handler,
        Object.assign(request, { peerAddress }),
        bodyTimeouts,
      );
      if (
        response.headers["connection"] === "close" &&
        request.body &&
        !request.bodyUsed &&
        !request.body.locked
      )
        await drainBody(request.body);
      return toResponse(withDirectBody(response));
    },
  });
  return {
    url: listeningUrl(hostname, server.port),
    close: async (seconds = 10) => {
      const timer = setTimeout(() => void server.stop(true), seconds * 1000);
      await server.stop();
      clearTimeout(timer);
    },
  };
};

/** Passes a body that Bun fetched directly to Bun's server, without a web stream in between. */
const withDirectBody = (response: HttpResponse): HttpResponse => {
  const directBody =
    response.body instanceof ReadableStream ? createDirectBody(response.body) : undefined;
  return directBody ? { ...response, body: directBody } : response;
};

/**
 * Discards the rest of a request body for up to 2 seconds. Otherwise Bun closes the connection
 * while the client is still sending, and the client never reads the response.
 */
async function drainBody(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), 2000);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client disconnected.
  } finally {
    clearTimeout(timer);
  }
}
