import { type Handler, type HttpResponse, toResponse } from "../../core/site.ts";
import { createBunDriver } from "../proxy/bun.ts";
import { hasSeveralHosts, listeningUrl } from "./address.ts";
import { createDirectBody } from "./bodies/bun-bodies.ts";
import { completeTimeouts, respondInTime, WebRequest } from "./bodies/web-request.ts";
import type { Runtime } from "./runtime.ts";
import type { RequestTimeouts, Serve } from "./server-types.ts";
import { startTimeout } from "./timeout.ts";

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

const serve: Serve = async (handler: Handler, { hostname, port, timeouts: overrides }) => {
  const timeouts = completeTimeouts(overrides);
  const server = Bun.serve({
    hostname,
    port,
    idleTimeout: 120,
    fetch: (webRequest, server) => {
      // Bun joins several headers of one name, but its URL has the first host.
      if (hasSeveralHosts(webRequest.headers.get("host")))
        return new Response(null, { status: 400, headers: { connection: "close" } });
      const request = new BunRequest(webRequest, server, timeouts);
      return respondInTime(handler, request, (response) => {
        if (!request.mayStillSend()) return toBunResponse(response);
        return request.drainBody().then((isComplete) => {
          // Otherwise the connection stays open while the client sends anything.
          if (!isComplete) response.headers["connection"] = "close";
          return toBunResponse(response);
        });
      });
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
  closesSlowConnections: true,
  createUpstreamDriver: createBunDriver,
  // Bun allows 256 connections for the whole process and queues others without a limit.
  maxUpstreamRequests: 240,
};

class BunRequest extends WebRequest {
  readonly #server: BunServer;

  constructor(request: Request, server: BunServer, timeouts: RequestTimeouts) {
    super(request, request.url, timeouts);
    this.#server = server;
  }

  peerAddress(): string | undefined {
    return this.#server.requestIP(this.request)?.address;
  }

  /** Whether the request has a body that nobody has read or is reading. */
  mayStillSend(): boolean {
    const { headers, body, bodyUsed } = this.request;
    if (bodyUsed) return false;
    if (body) return !body.locked;
    // Bun ignores the body of GET, but still receives it.
    const length = headers.get("content-length");
    return (length !== null && length !== "0") || headers.get("transfer-encoding") !== null;
  }

  /**
   * Discards an unread body for up to 2 seconds, because Bun closes a connection even while the
   * client is still sending, and the client would never read the response. Returns whether the body
   * has ended.
   */
  async drainBody(): Promise<boolean> {
    const { body } = this.request;
    if (!body) return false;
    const reader = body.getReader();
    let isLate = false;
    const stopTimeout = startTimeout(2000, () => {
      isLate = true;
      void reader.cancel().catch(() => {});
    });
    try {
      while (!(await reader.read()).done);
      return !isLate;
    } catch {
      // The client disconnected.
      return false;
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
