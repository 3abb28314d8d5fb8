import { type Handler, toResponse } from "../../core/index.ts";
import { listeningUrl, requestUrl, toOrigin } from "./address.ts";
import { handleWithBodyTimeout } from "./body-timeout.ts";
import type { Serve } from "./server-types.ts";

declare const Deno: {
  serve(
    options: {
      hostname: string;
      port: number;
      signal: AbortSignal;
      onListen(address: { port: number }): void;
    },
    handler: (
      request: Request,
      info: { readonly remoteAddr: { readonly hostname: string } },
    ) => Promise<Response>,
  ): {
    readonly addr: { port: number };
    readonly finished: Promise<void>;
    shutdown(): Promise<void>;
  };
  errors: { AddrInUse: new () => Error };
};

export const serve: Serve = async (handler: Handler, { hostname, port, bodyTimeouts }) => {
  const abortController = new AbortController();
  const server = startServer();
  return {
    url: listeningUrl(hostname, server.addr.port),
    close: async (seconds = 10) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timedOut = new Promise<"late">((resolve) => {
        timer = setTimeout(() => resolve("late"), seconds * 1000);
      });
      const outcome = await Promise.race([server.shutdown(), timedOut]);
      clearTimeout(timer);
      if (outcome !== "late") return;
      // Deno throws if a server is aborted while handlers are running.
      try {
        abortController.abort();
      } catch {}
    },
  };

  function startServer() {
    try {
      const options = { hostname, port, signal: abortController.signal, onListen() {} };
      return Deno.serve(options, async (request, info) => {
        // The Request constructor rejects these two methods.
        if (request.method === "CONNECT" || request.method === "TRACE")
          return new Response(null, { status: 501, headers: { connection: "close" } });
        const peerAddress = () => info.remoteAddr.hostname;
        const response = await handleWithBodyTimeout(
          handler,
          Object.assign(normalizeRequest(request), { peerAddress }),
          bodyTimeouts,
        );
        // Deno sends 205 without a Content-Length, so the client would wait for a body.
        return toResponse(response.status === 205 ? { ...response, status: 204 } : response);
      });
    } catch (error) {
      if (error instanceof Deno.errors.AddrInUse)
        throw Object.assign(error, { code: "EADDRINUSE" });
      throw error;
    }
  }
};

/**
 * Normalizes the URL, because Deno keeps dot segments and invents a host if the request has none.
 */
function normalizeRequest(request: Request): Request {
  const pathStart = request.url.indexOf("/", request.url.indexOf("://") + 3);
  const url = requestUrl(toOrigin(request.headers.get("host")), request.url.slice(pathStart));
  return url === request.url ? request : new Request(url, request);
}
