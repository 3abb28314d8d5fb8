import { type Handler, toResponse } from "../../core/index.ts";
import { listeningUrl, requestUrl, toOrigin } from "./address.ts";
import { handleWithBodyTimeout } from "./body-timeout.ts";
import type { Serve } from "./serve.ts";

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

/** Serves a handler on Deno, which asks with web Requests. */
export const serve: Serve = async (handler: Handler, { hostname, port, bodyTimeouts }) => {
  const abortController = new AbortController();
  const server = startServer();
  return {
    url: listeningUrl(hostname, server.addr.port),
    close: async (seconds = 10) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timedOut = new Promise<"late">(
        (resolve) => (timer = setTimeout(() => resolve("late"), seconds * 1000)),
      );
      const outcome = await Promise.race([server.shutdown(), timedOut]);
      clearTimeout(timer);
      if (outcome !== "late") return;
      // Deno throws at whoever aborts a server whose handlers are still at work.
      try {
        abortController.abort();
      } catch {}
    },
  };

  function startServer() {
    try {
      const options = { hostname, port, signal: abortController.signal, onListen() {} };
      return Deno.serve(options, async (request, info) => {
        // Of a tunnel no Request can be made.
        if (request.method === "CONNECT" || request.method === "TRACE")
          return new Response(null, { status: 501, headers: { connection: "close" } });
        const peerAddress = () => info.remoteAddr.hostname;
        const response = await handleWithBodyTimeout(
          handler,
          Object.assign(normalizeRequest(request), { peerAddress }),
          bodyTimeouts,
        );
        // Deno sends no length with a 205, so that the client waits for a body.
        return toResponse(response.status === 205 ? { ...response, status: 204 } : response);
      });
    } catch (error) {
      if (error instanceof Deno.errors.AddrInUse)
        throw Object.assign(error, { code: "EADDRINUSE" });
      throw error;
    }
  }
};

/** Deno gives the target as it was sent, dots and all, and makes up a host where none was. */
function normalizeRequest(request: Request): Request {
  const pathStart = request.url.indexOf("/", request.url.indexOf("://") + 3);
  const url = requestUrl(toOrigin(request.headers.get("host")), request.url.slice(pathStart));
  return url === request.url ? request : new Request(url, request);
}
