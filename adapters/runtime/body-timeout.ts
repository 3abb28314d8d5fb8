import type { Handler, HttpRequest, HttpResponse } from "../../core/index.ts";
import { type BodyTimeouts, DEFAULT_BODY_TIMEOUTS } from "./server-types.ts";

/** A web `Request` with the address of its sender. */
export type WebRequest = Request & { peerAddress(): string | undefined };

/**
 * Calls a handler and limits how long the request body may take. After a timeout it aborts the
 * handler's signal and returns 408. On Deno the connection stays open until the client closes it,
 * because Deno offers no way to close it.
 */
export function handleWithBodyTimeout(
  handler: Handler,
  request: WebRequest,
  bodyTimeouts?: Partial<BodyTimeouts>,
): Promise<HttpResponse> | HttpResponse {
  return request.method === "GET" || request.method === "HEAD" || isEmpty(request)
    ? handler(request)
    : handleWithTimeout(handler, request, bodyTimeouts);
}

async function handleWithTimeout(
  handler: Handler,
  request: WebRequest,
  bodyTimeouts?: Partial<BodyTimeouts>,
): Promise<HttpResponse> {
  const timeout = new AbortController();
  const timedRequest = withTimedBody(request, timeout, {
    ...DEFAULT_BODY_TIMEOUTS,
    ...bodyTimeouts,
  });
  const response = await Promise.resolve(handler(timedRequest)).catch((error: unknown) => {
    if (!timeout.signal.aborted) throw error;
  });
  if (response && !timeout.signal.aborted) return response;
  if (response?.body instanceof ReadableStream) void response.body.cancel().catch(() => {});
  return { status: 408, headers: { connection: "close" }, body: null };
}

const isEmpty = ({ headers }: Request): boolean =>
  headers.get("transfer-encoding") === null && Number(headers.get("content-length") ?? 0) === 0;

function withTimedBody(
  request: WebRequest,
  timeout: AbortController,
  { pieceMs, wholeMs }: BodyTimeouts,
): HttpRequest {
  let body: ReadableStream<Uint8Array> | null | undefined;
  let signal: AbortSignal | undefined;
  const { method, url, headers } = request;
  return {
    method,
    url,
    headers,
    peerAddress: () => request.peerAddress(),
    get signal() {
      signal ??= AbortSignal.any([request.signal, timeout.signal]);
      return signal;
    },
    get body() {
      body ??= request.body && limitChunkTime(request.body, timeout, pieceMs);
      return body;
    },
    bytes: () => withTimeout(wholeMs, timeout, request.bytes()),
  };
}

/** Wraps a body so that it fails if one chunk takes longer than `timeoutMs`. */
function limitChunkTime(
  source: ReadableStream<Uint8Array>,
  timeout: AbortController,
  timeoutMs: number,
): ReadableStream<Uint8Array> {
  // Lock the source only when the body is read, because Bun drains an unread body only while it is
  // unlocked.
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= source.getReader();
        const sourceReader = reader;
        const { done, value } = await withTimeout(timeoutMs, timeout, sourceReader.read()).catch(
          (error: unknown) => {
            if (timeout.signal.aborted) void sourceReader.cancel(error).catch(() => {});
            throw error;
          },
        );
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => (reader ?? source).cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function withTimeout<T>(
  timeoutMs: number,
  timeout: AbortController,
  promise: Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new Error("The request body timed out.");
      timeout.abort(error);
      reject(error);
    }, timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
