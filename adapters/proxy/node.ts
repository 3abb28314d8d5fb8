import http, { type ClientRequest, type IncomingMessage } from "node:http";
import https from "node:https";
import net, { type NetConnectOpts, type Socket } from "node:net";
import { requireValue } from "../../core/lib/kit/require-value.ts";
import { type OutboundFailure, outboundFailure } from "../../core/ports/outbound.ts";
import type { UpstreamRequest, UpstreamResponse } from "../../core/ports/upstream.ts";
import { joinChunks } from "../runtime/bodies/join-chunks.ts";
import { toWebStream } from "../runtime/bodies/native-streams.ts";
import { MAX_BUFFERED_BYTES, type UpstreamDriver, type UpstreamDriverOptions } from "./driver.ts";
import {
  createStatusFailure,
  isBodiless,
  isFinalStatus,
  isParserError,
  MAX_HEADER_BYTES,
  toOutboundFailure,
} from "./failure.ts";

/** The lifetime of an idle connection, which is shorter than that of common servers. */
const KEEP_ALIVE_MS = 4_000;

interface NodeDriverOptions {
  /** Whether all connections read into one buffer. Only Node supports it. */
  readonly sharesReadBuffer?: boolean;
}

/** Creates a driver with node:http, which every runtime supports. */
export function createNodeDriver(
  { url, host, answerMs, idleMs }: UpstreamDriverOptions,
  { sharesReadBuffer = false }: NodeDriverOptions = {},
): UpstreamDriver {
  const { Agent, request: sendRequest } = url.protocol === "https:" ? https : http;
  // An empty proxyEnv disables proxies from the environment.
  const keepAliveAgent = new Agent({
    keepAlive: true,
    timeout: KEEP_ALIVE_MS,
    maxFreeSockets: 256,
    proxyEnv: {},
  });
  const singleUseAgent = new Agent({ keepAlive: false, proxyEnv: {} });
  if (sharesReadBuffer && url.protocol === "http:")
    for (const agent of [keepAliveAgent, singleUseAgent])
      agent.createConnection = connectWithSharedBuffer;
  const connectOptions = {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port || (url.protocol === "https:" ? 443 : 80),
    maxHeaderSize: MAX_HEADER_BYTES,
  };

  const sendOnce = (request: UpstreamRequest, agent: http.Agent, onEnd: () => void) =>
    new Promise<UpstreamResponse>((resolve, reject) => {
      const { method, path, headers } = request;
      const outgoing = sendRequest({
        ...connectOptions,
        agent,
        method,
        path,
        headers: { ...headers, host },
      });
      forward(outgoing, request, { host: url.host, answerMs, idleMs, onEnd, resolve, reject });
    });

  return {
    async send(request, onEnd) {
      const canRetry = request.body === null && /^(GET|HEAD|OPTIONS)$/.test(request.method);
      try {
        return await sendOnce(request, canRetry ? keepAliveAgent : singleUseAgent, onEnd);
      } catch (error) {
        // The upstream may close an idle connection just as it is reused.
        if (canRetry && (error as { isStale?: boolean }).isStale && !request.signal.aborted)
          return sendOnce(request, singleUseAgent, onEnd);
        throw error;
      }
    },
    close() {
      keepAliveAgent.destroy();
      singleUseAgent.destroy();
    },
  };
}

interface Exchange extends Pick<UpstreamDriverOptions, "answerMs" | "idleMs"> {
  /** The host of the upstream, for messages. */
  readonly host: string;
  onEnd(): void;
  resolve(response: UpstreamResponse | Promise<UpstreamResponse>): void;
  reject(error: unknown): void;
}

/** Sends the body of a request, and resolves or rejects with its response. */
function forward(
  outgoing: ClientRequest,
  { method, body, signal }: UpstreamRequest,
  { host, answerMs, idleMs, onEnd, resolve, reject }: Exchange,
): void {
  // Reject here, because Deno emits no event for a request that is destroyed while it waits.
  const fail = (failure: OutboundFailure) => {
    reject(failure);
    outgoing.destroy(failure);
  };
  const timer = setTimeout(
    () => fail(outboundFailure("timeout", `${host} did not respond within ${answerMs} ms.`)),
    answerMs,
  );
  const abort = () => fail(outboundFailure("aborted", "The client disconnected."));
  signal.addEventListener("abort", abort, { once: true });
  const cleanUp = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  };
  outgoing.once("response", (incoming) => {
    cleanUp();
    incoming.setTimeout(idleMs, () => incoming.destroy(new Error("idle")));
    incoming.once("close", onEnd);
    readResponse(incoming, method).then(resolve, reject);
  });
  outgoing.once("upgrade", (_, socket) => {
    socket.destroy();
    reject(outboundFailure("bad_answer", `${host} switched to another protocol.`));
  });
  // Errors can follow the response headers: the upstream may close while an upload is in progress.
  outgoing.on("error", (error) => {
    cleanUp();
    reject(
      Object.assign(toOutboundFailure(error, host), {
        isStale: outgoing.reusedSocket && !isParserError(error),
      }),
    );
  });
  if (signal.aborted) abort();
  else if (body) void upload(body, outgoing);
  else outgoing.end();
}

/** The read buffer of all connections. The parser copies its data before the next read. */
const READ_BUFFER = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Opens a connection that reads into one shared buffer. A buffer for each chunk triggers full
 * garbage collections, which cost more than forwarding a 1 MB body.
 */
function connectWithSharedBuffer(options: object): Socket {
  const socket: Socket = net.connect({
    ...(options as NetConnectOpts),
    onread: {
      buffer: READ_BUFFER,
      callback(length, buffer) {
        socket.emit("data", buffer.subarray(0, length));
        return true;
      },
    },
  });
  return socket;
}

async function readResponse(incoming: IncomingMessage, method: string): Promise<UpstreamResponse> {
  const status = requireValue(incoming.statusCode, "the status of a response");
  if (!isFinalStatus(status)) {
    incoming.destroy();
    throw createStatusFailure(status);
  }
  const headers: Record<string, string | string[]> = {};
  const { rawHeaders } = incoming;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [rawName, value] = [rawHeaders[index], rawHeaders[index + 1]];
    if (rawName === undefined || value === undefined) break;
    const name = rawName.toLowerCase();
    const previous = headers[name];
    headers[name] = previous === undefined ? value : [previous, value].flat();
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

/** Reads a body with events, because iterating over a stream costs half as much as the request. */
function readBody(incoming: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .once("end", () => resolve(joinChunks(chunks)))
      .once("error", () => {})
      .once(
        "close",
        () =>
          incoming.readableEnded ||
          reject(outboundFailure("bad_answer", "The response ended early.")),
      );
  });
}

/** Forwards a request body with backpressure. If the body fails, it destroys the request. */
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
    request.destroy(outboundFailure("aborted", "The request body ended early."));
  }
}
