import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import process from "node:process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Handler, HttpRequest, HttpResponse } from "../../core/site.ts";
import { createNodeDriver } from "../proxy/node.ts";
import { hasSeveralHosts, listeningUrl, requestUrl, toOrigin } from "./address.ts";
import { createBodyDeadline } from "./body-deadline.ts";
import { findNativeStream } from "./native-streams.ts";
import type { Runtime } from "./runtime.ts";
import {
  DEFAULT_MAX_CONNECTIONS,
  DEFAULT_TIMEOUTS,
  type RequestTimeouts,
  type Serve,
} from "./server-types.ts";
import { startTimeout } from "./timeout.ts";

/**
 * Serves a handler on Node. Web `Request` and `Response` objects would cost more than all other
 * work, so it creates neither.
 */
const serve: Serve = async (
  handler: Handler,
  { hostname, port, timeouts: overrides, maxConnections = DEFAULT_MAX_CONNECTIONS },
) => {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...overrides };
  let closing = false;
  // Each connection with its most recent response.
  const connections = new Map<Socket, ServerResponse | undefined>();
  const server = createServer(
    {
      joinDuplicateHeaders: true,
      headersTimeout: timeouts.headMs,
      connectionsCheckingInterval: timeouts.headMs / 10,
      // A limit for the whole request would cut off large uploads. Bodies have their own limits.
      requestTimeout: 0,
    },
    (incoming, outgoing) => {
      connections.set(incoming.socket, outgoing);
      const respond = (response: HttpResponse) => {
        // A kept-alive connection would delay the shutdown.
        if (closing) outgoing.shouldKeepAlive = false;
        writeResponse(response, outgoing, incoming);
      };
      const request = new NodeRequest(incoming, outgoing, timeouts);
      if (request.hasSeveralHosts) {
        respond({ status: 400, headers: { connection: "close" }, body: null });
        return;
      }
      const response = handler(request);
      if (response instanceof Promise) response.then(respond, () => outgoing.destroy());
      else respond(response);
    },
  );
  // For clients that stop reading the response. Request bodies have their own timeouts.
  server.timeout = IDLE_MS;
  server.maxConnections = maxConnections;
  server.on("connection", (socket: Socket) => {
    connections.set(socket, undefined);
    socket.once("close", () => connections.delete(socket));
  });
  const stopSweeping = closeIdleConnections(connections, server.keepAliveTimeout + timeouts.headMs);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: listeningUrl(hostname, boundPort),
    close: (seconds = 10) =>
      new Promise((resolve) => {
        closing = true;
        stopSweeping();
        const timer = setTimeout(() => server.closeAllConnections(), seconds * 1000);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        // Browsers open connections ahead of time. Close those without a request in flight.
        for (const [socket, outgoing] of connections)
          if (!outgoing || outgoing.writableFinished) socket.destroy();
      }),
  };
};

/**
 * Closes connections that have sent no request since their last response, between one and two
 * intervals later. Node closes idle connections itself, but each byte that isn't part of a request,
 * such as a line break, restarts its timeout.
 */
function closeIdleConnections(
  connections: ReadonlyMap<Socket, ServerResponse | undefined>,
  intervalMs: number,
): () => void {
  const finishedBefore = new WeakMap<Socket, ServerResponse>();
  const timer = setInterval(() => {
    for (const [socket, outgoing] of connections) {
      if (!outgoing?.writableFinished) continue;
      if (finishedBefore.get(socket) === outgoing) socket.destroy();
      else finishedBefore.set(socket, outgoing);
    }
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

export const node: Runtime = {
  label: "Node",
  version: () => process.versions.node,
  command: ["node"],
  serve,
  closesSlowConnections: true,
  createUpstreamDriver: (options) => createNodeDriver(options, { sharesReadBuffer: true }),
  maxUpstreamRequests: 512,
};

const IDLE_MS = 300_000;

/**
 * An `HttpRequest` that reads and creates everything on demand. It is a class because accessors in
 * an object literal create a hidden class per request, which keeps the request alive until the next
 * full garbage collection.
 */
class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HttpRequest["headers"];
  readonly hasSeveralHosts: boolean;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #timeouts: RequestTimeouts;
  #signal: AbortSignal | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, timeouts: RequestTimeouts) {
    this.#incoming = incoming;
    this.#timeouts = timeouts;
    this.#outgoing = outgoing;
    this.method = incoming.method!;
    this.headers = new NodeHeaders(incoming);
    const host = this.headers.get("host");
    this.hasSeveralHosts = hasSeveralHosts(host);
    this.url = requestUrl(toOrigin(host), incoming.url!);
  }

  peerAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }

  get signal(): AbortSignal {
    this.#signal ??= createSignal(this.#outgoing);
    return this.#signal;
  }

  get body(): ReadableStream<Uint8Array> {
    return createBodyStream(this.#incoming, this.#outgoing, this.#timeouts);
  }

  bytes(): Promise<Uint8Array> {
    return this.#readBody((body) => body);
  }

  text(): Promise<string> {
    return this.#readBody(decodeUtf8);
  }

  // Uses events, because async iteration costs as much as half of the request.
  #readBody<Body>(decode: (body: Buffer) => Body): Promise<Body> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const stopTimeout = startTimeout(this.#timeouts.wholeMs, () =>
        rejectSlowRequest(this.#incoming, this.#outgoing),
      );
      this.#incoming
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", () => resolve(decode(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))))
        .on("error", reject)
        .on("close", () => {
          stopTimeout();
          if (!this.#incoming.readableEnded) reject(new Error("The request body was cut off."));
        });
    });
  }
}

/** Decodes UTF-8 as web requests do: without a byte order mark. */
function decodeUtf8(bytes: Buffer): string {
  const text = bytes.toString();
  return text.startsWith("\ufeff") ? text.slice(1) : text;
}

/**
 * The headers of a request, found in the list that the parser fills. The object that node:http
 * creates of all headers costs more than reading the few that are needed.
 */
class NodeHeaders {
  readonly #incoming: IncomingMessage;

  constructor(incoming: IncomingMessage) {
    this.#incoming = incoming;
  }

  get(name: string): string | null {
    const lowerName = name.toLowerCase();
    const raw = this.#incoming.rawHeaders;
    let found: string | null = null;
    for (let index = 0; index < raw.length; index += 2) {
      const rawName = raw[index]!;
      if (rawName.length !== name.length || rawName.toLowerCase() !== lowerName) continue;
      if (found !== null) return joinHeader(this.#incoming, lowerName);
      found = raw[index + 1]!;
    }
    return found;
  }

  entries(): [string, string][] {
    return Object.entries(this.#incoming.headers) as [string, string][];
  }
}

/** Returns a repeated header as node:http joins it. */
function joinHeader({ headers }: IncomingMessage, lowerName: string): string | null {
  const value = headers[lowerName];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}

/**
 * Returns the request body as a web stream. Canceling it keeps the connection open for the
 * response.
 */
function createBodyStream(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  timeouts: RequestTimeouts,
): ReadableStream<Uint8Array> {
  // The timer runs only while the reader waits for a chunk.
  let timer: NodeJS.Timeout | undefined;
  const deadline = createBodyDeadline(timeouts);
  const startTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => rejectSlowRequest(incoming, outgoing), deadline.wait());
  };
  return new ReadableStream({
    start(controller) {
      incoming.on("data", (chunk: Buffer) => {
        deadline.receive(chunk.byteLength);
        controller.enqueue(chunk);
        if (controller.desiredSize! > 0) {
          startTimer();
          return;
        }
        clearTimeout(timer);
        incoming.pause();
      });
      incoming.once("end", () => {
        clearTimeout(timer);
        controller.close();
      });
      incoming.once("close", () => {
        clearTimeout(timer);
        if (!incoming.readableEnded) controller.error(new Error("The request body was cut off."));
      });
      incoming.pause();
    },
    pull() {
      startTimer();
      incoming.resume();
    },
    cancel() {
      clearTimeout(timer);
      incoming.removeAllListeners().pause();
    },
  });
}

/** Sends 408 if no response has begun, and closes the connection. Reading the body then fails. */
function rejectSlowRequest({ socket }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (!headersSent) socket.write(REQUEST_TIMEOUT_RESPONSE);
  socket.destroySoon();
}

const REQUEST_TIMEOUT_RESPONSE =
  "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/**
 * Discards the rest of a request body for up to 2 seconds, so that a client that is still sending
 * can read the response. End the response in `onDrained`, because ending it may close the
 * connection.
 */
function drainRequest(incoming: IncomingMessage, onDrained: () => void): void {
  const { socket } = incoming;
  const timer = setTimeout(() => socket.destroy(), DRAIN_MS);
  incoming.once("end", onDrained);
  incoming.once("close", () => clearTimeout(timer));
  incoming.resume();
}

const DRAIN_MS = 2000;

/** Like `pipeline`, but without the error object that `pipeline` creates on every completion. */
function pipeNative(native: Readable, outgoing: ServerResponse): void {
  native.once("close", () => native.readableEnded || outgoing.destroy());
  outgoing.once("close", () => native.destroy());
  if (native.destroyed) outgoing.destroy();
  else native.pipe(outgoing);
}

/** Returns a signal that aborts if the connection closes before the response is sent. */
function createSignal(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!outgoing.writableFinished)
      controller.abort(new DOMException("The client disconnected.", "AbortError"));
  };
  if (outgoing.destroyed) abort();
  else outgoing.once("close", abort);
  return controller.signal;
}

function writeResponse(
  { status, headers, body }: HttpResponse,
  outgoing: ServerResponse,
  incoming: IncomingMessage,
): void {
  if (outgoing.destroyed) {
    if (body instanceof ReadableStream) void body.cancel();
    return;
  }
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers);
    // If the client disconnects or the source fails halfway, only closing the connection can report
    // it.
    const native = findNativeStream(body);
    if (native) pipeNative(native, outgoing);
    else pipeline(Readable.fromWeb(body as never), outgoing).catch(() => outgoing.destroy());
    // A reverse proxy may still be reading the request body while it sends the response.
    if (!incoming.complete && incoming.listenerCount("data") === 0)
      drainRequest(incoming, () => {});
    return;
  }
  if (body !== null) headers["content-length"] = String(Buffer.byteLength(body));
  else if (status !== 204 && status !== 304) headers["content-length"] ??= "0";
  outgoing.writeHead(status, headers);
  if (incoming.complete) {
    outgoing.end(body ?? undefined);
    return;
  }
  if (body !== null) outgoing.write(body);
  drainRequest(incoming, () => outgoing.end());
}
