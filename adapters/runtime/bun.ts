import { type Handler, type HttpResponse, toResponse } from "../../core/site.ts";
import { createBunDriver } from "../proxy/bun.ts";
import { listeningUrl } from "./address.ts";
import { createDirectBody } from "./bun-bodies.ts";
import type { Runtime } from "./runtime.ts";
import type { BodyTimeouts, Serve } from "./server-types.ts";
import { startTimeout } from "./timeout.ts";
import { completeBodyTimeouts, respondInTime, WebRequest } from "./web-request.ts";

interface BunServer {
  readonly port: number;
  requestIP(request: Request): { readonly address: string } | null;
  stop(closeActive?: boolean): Promise<void>;
}
declare const Bun: {
  readonly version: string;
  serve(options: {
    hostname: string;
    port: number;
    /** Seconds; 0 disables the timeout. Bun's default of 10 would also cut off slow responses. */
    idleTimeout: number;
    fetch(request: Request, server: BunServer): Promise<Response> | Response;
  }): BunServer;
};

const serve: Serve = async (handler: Handler, { hostname, port, bodyTimeouts }) => {
  const timeouts = completeBodyTimeouts(bodyTimeouts);
  const server = Bun.serve({
    hostname,
    port,
    idleTimeout: 120,
    fetch: (webRequest, server) => {
      const request = new BunRequest(webRequest, server, timeouts);
      return respondInTime(handler, request, (response) =>
        response.headers["connection"] === "close"
          ? request.drainBody().then(() => toBunResponse(response))
          : toBunResponse(response),
      );
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

export const bun: Runtime = {
  label: "Bun",
  version: () => Bun.version,
  isCurrent: () => "Bun" in globalThis,
  command: ["bun"],
  serve,
  createUpstreamDriver: createBunDriver,
  // Bun allows 256 connections for the whole process and queues others without a limit.
  maxUpstreamRequests: 240,
};

class BunRequest extends WebRequest {
  readonly #server: BunServer;

  constructor(request: Request, server: BunServer, bodyTimeouts: BodyTimeouts) {
    super(request, request.url, bodyTimeouts);
    this.#server = server;
  }

  peerAddress(): string | undefined {
    return this.#server.requestIP(this.request)?.address;
  }

  /**
   * Discards an unread body for up to 2 seconds. Otherwise Bun closes the connection while the
   * client is still sending, and the client never reads the response.
   */
  async drainBody(): Promise<void> {
    const { body, bodyUsed } = this.request;
    if (!body || bodyUsed || body.locked) return;
    const reader = body.getReader();
    const stopTimeout = startTimeout(2000, () => void reader.cancel().catch(() => {}));
    try {
      while (!(await reader.read()).done);
    } catch {
      // The client disconnected.
    } finally {
      stopTimeout();
    }
  }
}

/**
 * Converts a response. Passes a body that Bun fetched directly to Bun's server, without a web
 * stream in between.
 */
function toBunResponse(response: HttpResponse): Response {
  const directBody =
    response.body instanceof ReadableStream ? createDirectBody(response.body) : undefined;
  return toResponse(directBody ? { ...response, body: directBody } : response);
}
