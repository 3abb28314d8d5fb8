import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { HttpResponse } from "../../../core/site.ts";
import { findNativeStream } from "../bodies/native-streams.ts";

/** Writes a response, and discards what the handler hasn't read of the request body. */
export function writeResponse(
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
