import { type Handler, type HttpResponse, toResponse } from "../../core/site.ts";
import { createNodeDriver } from "../proxy/node.ts";
import { listeningUrl, requestUrl, toOrigin } from "./address.ts";
import { completeTimeouts, respondInTime, WebRequest } from "./bodies/web-request.ts";
import type { Runtime } from "./runtime.ts";
import type { RequestTimeouts, Serve } from "./server-types.ts";

interface ConnectionInfo {
  readonly remoteAddr: { readonly hostname: string };
}

declare const Deno: {
  readonly version: { readonly deno: string };
  serve(
    options: {
      hostname: string;
      port: number;
      signal: AbortSignal;
      onListen(address: { port: number }): void;
    },
    handler: (request: Request, info: ConnectionInfo) => Promise<Response> | Response,
  ): {
    readonly addr: { port: number };
    readonly finished: Promise<void>;
    shutdown(): Promise<void>;
  };
  errors: { AddrInUse: new () => Error };
};

const serve: Serve = async (handler: Handler, { hostname, port, timeouts: overrides }) => {
  const abortController = new AbortController();
  const timeouts = completeTimeouts(overrides);
  const uploads = new Set<Promise<unknown>>();
  let isClosing = false;
  const server = startServer();
  return {
    url: listeningUrl(hostname, server.addr.port),
    close: async (seconds = 10) => {
      isClosing = true;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const timedOut = new Promise<"late">((resolve) => {
        timer = setTimeout(() => resolve("late"), seconds * 1000);
      });
      // `shutdown` makes request bodies unreadable (github.com/denoland/deno/issues/36809), so it
      // has to wait for requests that may still be reading theirs.
      const complete = Promise.allSettled(uploads).then(() => server.shutdown());
      const outcome = await Promise.race([complete, timedOut]);
      clearTimeout(timer);
      if (outcome !== "late") return;
      abortServer(abortController);
    },
  };

  function trackUpload(response: Promise<unknown>): void {
    uploads.add(response);
    const forget = () => uploads.delete(response);
    response.then(forget, forget);
  }

  function startServer() {
    try {
      const options = { hostname, port, signal: abortController.signal, onListen() {} };
      return Deno.serve(options, (request, info) => {
        // A CONNECT request has no URL, and a response to TRACE would repeat credentials.
        if (request.method === "CONNECT" || request.method === "TRACE")
          return new Response(null, { status: 501, headers: { connection: "close" } });
        if (isClosing) return new Response(null, { status: 503, headers: { connection: "close" } });
        const denoRequest = new DenoRequest(request, info, timeouts);
        const response = respondInTime(handler, denoRequest, toDenoResponse);
        if (response instanceof Promise && denoRequest.mayHaveBody) trackUpload(response);
        return response;
      });
    } catch (error) {
      if (error instanceof Deno.errors.AddrInUse)
        throw Object.assign(error, { code: "EADDRINUSE" });
      throw error;
    }
  }
};

/**
 * Closes a server with its connections. Deno reports an error to the program, which would end it, if
 * handlers are running, or if the server has just closed by itself.
 */
function abortServer(controller: AbortController): void {
  const ignore = (event: Event) => event.preventDefault();
  addEventListener("error", ignore);
  try {
    controller.abort();
  } catch {
  } finally {
    removeEventListener("error", ignore);
  }
}

export const deno: Runtime = {
  label: "Deno",
  version: () => Deno.version.deno,
  isCurrent: () => "Deno" in globalThis,
  command: [
    "deno",
    "run",
    "--allow-all",
    "--node-modules-dir=manual",
    "--unstable-no-legacy-abort",
  ],
  serve,
  closesSlowConnections: false,
  createUpstreamDriver: (options) => createNodeDriver(options),
  maxUpstreamRequests: 512,
};

/** Deno sends 205 without a Content-Length, so the client would wait for a body. */
const toDenoResponse = (response: HttpResponse): Response =>
  toResponse(response.status === 205 ? { ...response, status: 204 } : response);

class DenoRequest extends WebRequest {
  readonly #info: ConnectionInfo;

  constructor(request: Request, info: ConnectionInfo, timeouts: RequestTimeouts) {
    super(request, normalizeUrl(request), timeouts);
    this.#info = info;
  }

  peerAddress(): string {
    return this.#info.remoteAddr.hostname;
  }
}

/**
 * Normalizes the URL, because Deno keeps dot segments and invents a host if the request has none.
 * It reads the Host header only if the URL has another origin than the last one, because Deno
 * creates all headers to read one.
 */
function normalizeUrl(request: Request): string {
  const { url } = request;
  const pathStart = url.indexOf("/", url.indexOf("://") + 3);
  const origin = url.slice(0, pathStart);
  if (origin !== lastOrigin) lastOrigin = toOrigin(request.headers.get("host"));
  return requestUrl(lastOrigin, url.slice(pathStart));
}

let lastOrigin = "";
