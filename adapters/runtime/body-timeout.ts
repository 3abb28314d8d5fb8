import type { Handler, HttpRequest, HttpResponse } from "../../core/index.ts";
import { type BodyTimeouts, DEFAULT_BODY_TIMEOUTS } from "./serve.ts";

/** A request as the runtime has it, and who sent it. */
export type WebRequest = Request & { peerAddress(): string | undefined };

/**
 * Asks a handler for the answer to a web Request, whose body may not be as slow as it likes: where it is, the answer is a
 * 408, and for the handler the client has gone. On Deno the connection stays until it does: nothing there can end one.
 */
export function handleWithBodyTimeout(
  handler: Handler,
  request: WebRequest,
  bodyTimeouts?: Partial<BodyTimeouts>,
): Promise<HttpResponse> {
  return request.method === "GET" || request.method === "HEAD" || isEmpty(request)
    ? handler(request)
    : handleWatched(handler, request, bodyTimeouts);
}

async function handleWatched(
  handler: Handler,
  request: WebRequest,
  bodyTimeouts?: Partial<BodyTimeouts>,
): Promise<HttpResponse> {
  const timeout = new AbortController();
  const response = await handler(
    withTimedBody(request, timeout, { ...DEFAULT_BODY_TIMEOUTS, ...bodyTimeouts }),
  ).catch((error: unknown) => {
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
      return (signal ??= AbortSignal.any([request.signal, timeout.signal]));
    },
    get body() {
      return (body ??= request.body && timeChunks(request.body, timeout, pieceMs));
    },
    bytes: () => withTimeout(wholeMs, timeout, request.bytes()),
  };
}

/** A body whose pieces are waited for so long. */
function timeChunks(
  source: ReadableStream<Uint8Array>,
  timeout: AbortController,
  timeoutMs: number,
): ReadableStream<Uint8Array> {
  // Not before it is read: whoever leaves it alone has the rest read away.
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const sourceReader = (reader ??= source.getReader());
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
      const error = new Error("The body did not come in time.");
      timeout.abort(error);
      reject(error);
    }, timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
