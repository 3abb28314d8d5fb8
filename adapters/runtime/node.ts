import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Answer, Asked, Handler } from "../../core/index.ts";
import { requestUrl } from "./address.ts";
import type { Serve } from "./serve.ts";

/** Serves a handler on Node. Builds no web Request and no Response: they would cost more than the rest together. */
export const serve: Serve = async (handler: Handler, { hostname, port }) => {
  let closing = false;
  const server = createServer({ joinDuplicateHeaders: true }, (incoming, outgoing) => {
    handler(askedOf(incoming, outgoing)).then(
      (answer) => {
        // Else the connection would be kept for a next request, and hold up the end.
        if (closing) outgoing.shouldKeepAlive = false;
        write(answer, outgoing);
      },
      () => outgoing.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, hostname, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${hostname.includes(":") ? `[${hostname}]` : hostname}:${bound}`,
    close: (seconds = 10) =>
      new Promise((resolve) => {
        closing = true;
        const timer = setTimeout(() => server.closeAllConnections(), seconds * 1000);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
};

/** What came in, as the core wants it; nothing is read or built before it is asked for. */
function askedOf(incoming: IncomingMessage, outgoing: ServerResponse): Asked {
  let signal: AbortSignal | undefined;
  return {
    method: incoming.method!,
    url: urlOf(incoming),
    headers: {
      get(name) {
        const value = incoming.headers[name.toLowerCase()];
        return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
      },
    },
    peerAddress: () => incoming.socket.remoteAddress,
    get signal() {
      return (signal ??= signalOf(outgoing));
    },
    get body() {
      return Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
    },
    async bytes() {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    },
  };
}

/** Aborted when the connection closes before the answer is out. */
function signalOf(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!outgoing.writableFinished) controller.abort(new DOMException("The client went away.", "AbortError"));
  };
  if (outgoing.destroyed) abort();
  else outgoing.once("close", abort);
  return controller.signal;
}

/** The request's absolute URL; a Host that is none leads nowhere. */
function urlOf({ url = "/", headers: { host = "" } }: IncomingMessage): string {
  return requestUrl(`http://${/^[\w.:[\]-]+$/.test(host) ? host.toLowerCase() : "invalid.invalid"}`, url);
}

function write({ status, headers, body }: Answer, outgoing: ServerResponse): void {
  if (outgoing.destroyed) {
    if (body instanceof ReadableStream) void body.cancel();
    return;
  }
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers);
    // A client that goes away in the middle, or a source that breaks off: the connection ends, and that is the answer.
    pipeline(Readable.fromWeb(body as never), outgoing).catch(() => outgoing.destroy());
    return;
  }
  if (body !== null) headers["content-length"] = String(Buffer.byteLength(body));
  else if (status !== 204 && status !== 304) headers["content-length"] ??= "0";
  outgoing.writeHead(status, headers);
  outgoing.end(body ?? undefined);
}
