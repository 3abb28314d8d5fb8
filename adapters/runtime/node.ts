import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Handler, HttpRequest, HttpResponse } from "../../core/index.ts";
import { findNativeStream } from "../native-streams.ts";
import { listeningUrl, requestUrl, toOrigin } from "./address.ts";
import { type BodyTimeouts, DEFAULT_BODY_TIMEOUTS, type Serve } from "./serve.ts";

/** Serves a handler on Node. Builds no web Request and no Response: they would cost more than the rest together. */
export const serve: Serve = async (handler: Handler, { hostname, port, bodyTimeouts }) => {
  const timeouts = { ...DEFAULT_BODY_TIMEOUTS, ...bodyTimeouts };
  let closing = false;
  // Each connection, and the last answer on it.
  const connections = new Map<Socket, ServerResponse | undefined>();
  const server = createServer(
    { joinDuplicateHeaders: true, requestTimeout: 0 },
    (incoming, outgoing) => {
      connections.set(incoming.socket, outgoing);
      handler(new NodeRequest(incoming, outgoing, timeouts)).then(
        (response) => {
          // Else the connection would be kept for a next request, and hold up the end.
          if (closing) outgoing.shouldKeepAlive = false;
          writeResponse(response, outgoing, incoming);
        },
        () => outgoing.destroy(),
      );
    },
  );
  // Of a client that takes nothing any more; how long one may take to send its body is counted where that is read.
  server.timeout = IDLE_MS;
  server.on("connection", (socket: Socket) => {
    connections.set(socket, undefined);
    socket.once("close", () => connections.delete(socket));
  });
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
        const timer = setTimeout(() => server.closeAllConnections(), seconds * 1000);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        // Connections that have asked for nothing yet, which browsers open ahead of time, or not to the end.
        for (const [socket, outgoing] of connections)
          if (!outgoing || outgoing.writableFinished) socket.destroy();
      }),
  };
};

const IDLE_MS = 300_000;

/**
 * What came in, as the core wants it; nothing is read or built before it is asked for. A class for its accessors' sake: in
 * an object literal they make a hidden class for each request, which keeps it alive until the next full collection.
 */
class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HttpRequest["headers"];
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #bodyTimeouts: BodyTimeouts;
  #signal: AbortSignal | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, bodyTimeouts: BodyTimeouts) {
    this.#incoming = incoming;
    this.#bodyTimeouts = bodyTimeouts;
    this.#outgoing = outgoing;
    this.method = incoming.method!;
    this.url = requestUrl(toOrigin(incoming.headers.host), incoming.url!);
    this.headers = {
      get(name) {
        const value = incoming.headers[name.toLowerCase()];
        return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
      },
      entries: () => Object.entries(incoming.headers) as [string, string][],
    };
  }

  peerAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }

  get signal(): AbortSignal {
    return (this.#signal ??= createSignal(this.#outgoing));
  }

  get body(): ReadableStream<Uint8Array> {
    return createBodyStream(this.#incoming, this.#outgoing, this.#bodyTimeouts.pieceMs);
  }

  /** By events: iterating over a stream costs as much as half the request. */
  bytes(): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const timer = setTimeout(
        () => rejectSlowRequest(this.#incoming, this.#outgoing),
        this.#bodyTimeouts.wholeMs,
      );
      this.#incoming
        .once("close", () => clearTimeout(timer))
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
        .on("error", reject)
        .on(
          "close",
          () => this.#incoming.readableEnded || reject(new Error("The body broke off.")),
        );
    });
  }
}

/** A body as a stream. Leaving off reading it does not close the connection, by which the answer has yet to go. */
function createBodyStream(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  pieceMs: number,
): ReadableStream<Uint8Array> {
  // Only while a piece is wanted: whoever takes them may be slow, too.
  let timer: NodeJS.Timeout | undefined;
  return new ReadableStream({
    start(controller) {
      incoming.on("data", (chunk: Buffer) => {
        controller.enqueue(chunk);
        if (controller.desiredSize! > 0) return void timer?.refresh();
        clearTimeout(timer);
        incoming.pause();
      });
      incoming.once("end", () => {
        clearTimeout(timer);
        controller.close();
      });
      incoming.once("close", () => {
        clearTimeout(timer);
        if (!incoming.readableEnded) controller.error(new Error("The body broke off."));
      });
      incoming.pause();
    },
    pull() {
      clearTimeout(timer);
      timer = setTimeout(() => rejectSlowRequest(incoming, outgoing), pieceMs);
      incoming.resume();
    },
    cancel() {
      clearTimeout(timer);
      incoming.removeAllListeners().pause();
    },
  });
}

/** Ends the connection of a client that does not go on; whoever reads from it finds that it broke off. */
function rejectSlowRequest({ socket }: IncomingMessage, { headersSent }: ServerResponse): void {
  if (!headersSent) socket.write(REQUEST_TIMEOUT_RESPONSE);
  socket.destroySoon();
}

const REQUEST_TIMEOUT_RESPONSE =
  "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/**
 * Reads away what is left of a body for a moment, so that a client that is still sending gets to read its answer. Only then
 * may the answer end: where the connection is not kept, it is cut off with the answer's end.
 */
function drainRequest(incoming: IncomingMessage, onDrained: () => void): void {
  const { socket } = incoming;
  const timer = setTimeout(() => socket.destroy(), DRAIN_MS);
  incoming.once("end", onDrained);
  incoming.once("close", () => clearTimeout(timer));
  incoming.resume();
}

const DRAIN_MS = 2000;

/** As `pipeline` does it, without the error that it makes each time to say that it is done. */
function pipeNative(native: Readable, outgoing: ServerResponse): void {
  native.once("close", () => native.readableEnded || outgoing.destroy());
  outgoing.once("close", () => native.destroy());
  if (native.destroyed) outgoing.destroy();
  else native.pipe(outgoing);
}

/** Aborted when the connection closes before the answer is out. */
function createSignal(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!outgoing.writableFinished)
      controller.abort(new DOMException("The client went away.", "AbortError"));
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
    // A client that goes away in the middle, or a source that breaks off: the connection ends, and that is the answer.
    const native = findNativeStream(body);
    if (native) pipeNative(native, outgoing);
    else pipeline(Readable.fromWeb(body as never), outgoing).catch(() => outgoing.destroy());
    // Unless somebody reads the body while the answer is on its way, as whoever passes both on does.
    if (!incoming.complete && incoming.listenerCount("data") === 0)
      drainRequest(incoming, () => {});
    return;
  }
  if (body !== null) headers["content-length"] = String(Buffer.byteLength(body));
  else if (status !== 204 && status !== 304) headers["content-length"] ??= "0";
  outgoing.writeHead(status, headers);
  if (incoming.complete) return void outgoing.end(body ?? undefined);
  if (body !== null) outgoing.write(body);
  drainRequest(incoming, () => outgoing.end());
}
