import { type Handler, toResponse } from "../../core/index.ts";
import { listeningUrl, originOf, requestUrl } from "./address.ts";
import type { Serve } from "./serve.ts";
import { answeredInTime } from "./slow.ts";

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
export const serve: Serve = async (handler: Handler, { hostname, port, patience }) => {
  const cut = new AbortController();
  const server = listening();
  return {
    url: listeningUrl(hostname, server.addr.port),
    close: async (seconds = 10) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<"late">(
        (resolve) => (timer = setTimeout(() => resolve("late"), seconds * 1000)),
      );
      const outcome = await Promise.race([server.shutdown(), late]);
      clearTimeout(timer);
      if (outcome !== "late") return;
      // Deno throws at whoever aborts a server whose handlers are still at work.
      try {
        cut.abort();
      } catch {}
    },
  };

  function listening() {
    try {
      const options = { hostname, port, signal: cut.signal, onListen() {} };
      return Deno.serve(options, async (request, info) => {
        // Of a tunnel no Request can be made.
        if (request.method === "CONNECT" || request.method === "TRACE")
          return new Response(null, { status: 501, headers: { connection: "close" } });
        const peerAddress = () => info.remoteAddr.hostname;
        const answer = await answeredInTime(
          handler,
          Object.assign(asStandard(request), { peerAddress }),
          patience,
        );
        // Deno sends no length with a 205, so that the client waits for a body.
        return toResponse(answer.status === 205 ? { ...answer, status: 204 } : answer);
      });
    } catch (error) {
      if (error instanceof Deno.errors.AddrInUse)
        throw Object.assign(error, { code: "EADDRINUSE" });
      throw error;
    }
  }
};

/** Deno gives the target as it was sent, dots and all, and makes up a host where none was. */
function asStandard(request: Request): Request {
  const start = request.url.indexOf("/", request.url.indexOf("://") + 3);
  const url = requestUrl(originOf(request.headers.get("host")), request.url.slice(start));
  return url === request.url ? request : new Request(url, request);
}
