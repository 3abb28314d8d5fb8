import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import net, { type NetConnectOpts, type Socket } from "node:net";
import type { UpstreamRequest, UpstreamResponse } from "../../core/index.ts";
import { type OutboundFailure, outboundFailure } from "../../core/ports/outbound.ts";
import { toWebStream } from "../native-streams.ts";
import { MAX_BUFFERED_BYTES, type UpstreamDriver, type UpstreamDriverOptions } from "./driver.ts";
import {
  createStatusFailure,
  isBodiless,
  isFinalStatus,
  isParserError,
  MAX_HEADER_BYTES,
  toOutboundFailure,
} from "./failure.ts";

/** How long an idle connection is kept: less than usual servers keep it. */
const KEEP_ALIVE_MS = 4_000;

/** Asks by node:http, which every runtime has. */
export function createNodeDriver({
  url,
  host,
  answerMs,
  idleMs,
}: UpstreamDriverOptions): UpstreamDriver {
  const { Agent, request: sendRequest } = url.protocol === "https:" ? https : http;
  // An empty proxyEnv: no proxy, whatever the environment says.
  const keepAliveAgent = new Agent({
    keepAlive: true,
    timeout: KEEP_ALIVE_MS,
    maxFreeSockets: 256,
    proxyEnv: {},
  });
  const singleUseAgent = new Agent({ keepAlive: false, proxyEnv: {} });
  if (isNode && url.protocol === "http:")
    for (const agent of [keepAliveAgent, singleUseAgent])
      agent.createConnection = connectWithSharedBuffer;
  const connectOptions = {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port || (url.protocol === "https:" ? 443 : 80),
    maxHeaderSize: MAX_HEADER_BYTES,
  };

  const sendOnce = (
    { method, path, headers, body, signal }: UpstreamRequest,
    agent: http.Agent,
    onEnd: () => void,
  ) =>
    new Promise<UpstreamResponse>((resolve, reject) => {
      const request = sendRequest({
        ...connectOptions,
        agent,
        method,
        path,
        headers: { ...headers, host },
      });
      // Not left to the request to tell: on Deno one that is ended while it waits says nothing.
      const fail = (failure: OutboundFailure) => {
        reject(failure);
        request.destroy(failure);
      };
      const timer = setTimeout(
        () => fail(outboundFailure("timeout", `${url.host} did not answer in ${answerMs} ms.`)),
        answerMs,
      );
      const abort = () => fail(outboundFailure("aborted", "The client went away."));
      signal.addEventListener("abort", abort, { once: true });
      const cleanUp = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
      };
      request.once("response", (incoming) => {
        cleanUp();
        incoming.setTimeout(idleMs, () => incoming.destroy(new Error("idle")));
        incoming.once("close", onEnd);
        readResponse(incoming, method).then(resolve, reject);
      });
      request.once("upgrade", (_, socket) => {
        socket.destroy();
        reject(outboundFailure("bad_answer", `${url.host} switched to another protocol.`));
      });
      // After the answer's head, too: an upload that the origin does not wait for ends in an error.
      request.on("error", (error) => {
        cleanUp();
        reject(
          Object.assign(toOutboundFailure(error, url.host), {
            isStale: request.reusedSocket && !isParserError(error),
          }),
        );
      });
      if (signal.aborted) abort();
      else if (body) void upload(body, request);
      else request.end();
    });

  return {
    async send(request, onEnd) {
      const canRetry = request.body === null && /^(GET|HEAD|OPTIONS)$/.test(request.method);
      try {
        return await sendOnce(request, canRetry ? keepAliveAgent : singleUseAgent, onEnd);
      } catch (error) {
        // An idle connection may be closed by the other side just as it is used.
        if (canRetry && (error as { isStale?: boolean }).isStale && !request.signal.aborted)
          return sendOnce(request, singleUseAgent, onEnd);
        throw error;
      }
    },
    close: () => [keepAliveAgent, singleUseAgent].forEach((agent) => agent.destroy()),
  };
}

const isNode = !("Bun" in globalThis) && !("Deno" in globalThis);

/** What all connections read into: the parser copies what it keeps before the next of them reads. */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * A connection that reads without a buffer for each piece: those count toward full collections, which with a megabyte's
 * sixteen took more than passing it on.
 */
function connectWithSharedBuffer(options: object): Socket {
  const socket: Socket = net.connect({
    ...(options as NetConnectOpts),
    onread: {
      buffer: READ_BUFFER,
      callback: (length, buffer) => (socket.emit("data", buffer.subarray(0, length)), true),
    },
  });
  return socket;
}

async function readResponse(incoming: IncomingMessage, method: string): Promise<UpstreamResponse> {
  const status = incoming.statusCode!;
  if (!isFinalStatus(status)) {
    incoming.destroy();
    throw createStatusFailure(status);
  }
  const headers: Record<string, string | string[]> = {};
  const { rawHeaders } = incoming;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    const previous = headers[name];
    headers[name] =
      previous === undefined ? rawHeaders[index + 1]! : [previous, rawHeaders[index + 1]!].flat();
  }
  if (method === "HEAD" || isBodiless(status)) {
    incoming.resume();
    return { status, headers, body: null };
  }
  const length = Number(headers["content-length"] ?? "NaN");
  return {
    status,
    headers,
    body: length <= MAX_BUFFERED_BYTES ? await readBody(incoming) : toWebStream(incoming),
  };
}

/** By events: iterating over a stream costs as much as half the request. */
function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .once("end", () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
      .once("error", () => {})
      .once(
        "close",
        () =>
          incoming.readableEnded ||
          reject(outboundFailure("bad_answer", "The answer ended early.")),
      );
  });
}

/** Sends a body on, no faster than it is taken; a body that breaks off ends the request. */
async function upload(body: ReadableStream<Uint8Array>, request: ClientRequest): Promise<void> {
  const reader = body.getReader();
  request.once("close", () => void reader.cancel().catch(() => {}));
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      if (request.destroyed) return;
      if (!request.write(chunk.value))
        await new Promise<void>((resolve) => request.once("drain", resolve).once("close", resolve));
    }
    request.end();
  } catch {
    request.destroy(outboundFailure("aborted", "The body broke off."));
  }
}
