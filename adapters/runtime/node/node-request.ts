import type { IncomingMessage, ServerResponse } from "node:http";
import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { HttpRequest } from "../../../core/site.ts";
import { hasSeveralHosts, requestUrl, toOrigin } from "../address.ts";
import { createBodyDeadline } from "../bodies/body-deadline.ts";
import { joinChunks } from "../bodies/join-chunks.ts";
import type { RequestTimeouts } from "../server-types.ts";
import { startTimeout } from "../timeout.ts";

/**
 * An `HttpRequest` that reads and creates everything on demand. It is a class because accessors in
 * an object literal create a hidden class per request, which keeps the request alive until the next
 * full garbage collection.
 */
export class NodeRequest implements HttpRequest {
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
    const { method, url } = incoming;
    this.method = requireValue(method, "the method of a request");
    this.headers = new NodeHeaders(incoming);
    const host = this.headers.get("host");
    this.hasSeveralHosts = hasSeveralHosts(host);
    this.url = requestUrl(toOrigin(host), requireValue(url, "the target of a request"));
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
        .on("end", () => resolve(decode(joinChunks(chunks))))
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
      const rawName = raw[index];
      if (rawName?.length !== name.length || rawName.toLowerCase() !== lowerName) continue;
      if (found !== null) return joinHeader(this.#incoming, lowerName);
      found = raw[index + 1] ?? "";
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
        // It is null once the stream has failed.
        if ((controller.desiredSize ?? 0) > 0) {
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
