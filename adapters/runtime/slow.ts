import type { Answer, Asked, Handler } from "../../core/index.ts";
import { PATIENCE, type Patience } from "./serve.ts";

/** A request as the runtime has it, and who sent it. */
export type WebAsked = Request & { peerAddress(): string | undefined };

/**
 * Asks a handler for the answer to a web Request, whose body may not be as slow as it likes: where it is, the answer is a
 * 408, and for the handler the client has gone. On Deno the connection stays until it does: nothing there can end one.
 */
export function answeredInTime(
  handler: Handler,
  request: WebAsked,
  patience?: Partial<Patience>,
): Promise<Answer> {
  return request.method === "GET" || request.method === "HEAD" || isEmpty(request)
    ? handler(request)
    : watched(handler, request, patience);
}

async function watched(
  handler: Handler,
  request: WebAsked,
  patience?: Partial<Patience>,
): Promise<Answer> {
  const late = new AbortController();
  const answer = await handler(timed(request, late, { ...PATIENCE, ...patience })).catch(
    (error: unknown) => {
      if (!late.signal.aborted) throw error;
    },
  );
  if (answer && !late.signal.aborted) return answer;
  if (answer?.body instanceof ReadableStream) void answer.body.cancel().catch(() => {});
  return { status: 408, headers: { connection: "close" }, body: null };
}

const isEmpty = ({ headers }: Request): boolean =>
  headers.get("transfer-encoding") === null && Number(headers.get("content-length") ?? 0) === 0;

function timed(request: WebAsked, late: AbortController, { pieceMs, wholeMs }: Patience): Asked {
  let body: ReadableStream<Uint8Array> | null | undefined;
  let signal: AbortSignal | undefined;
  const { method, url, headers } = request;
  return {
    method,
    url,
    headers,
    peerAddress: () => request.peerAddress(),
    get signal() {
      return (signal ??= AbortSignal.any([request.signal, late.signal]));
    },
    get body() {
      return (body ??= request.body && inPieces(request.body, late, pieceMs));
    },
    bytes: () => within(wholeMs, late, request.bytes()),
  };
}

/** A body whose pieces are waited for so long. */
function inPieces(
  source: ReadableStream<Uint8Array>,
  late: AbortController,
  milliseconds: number,
): ReadableStream<Uint8Array> {
  // Not before it is read: whoever leaves it alone has the rest read away.
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const from = (reader ??= source.getReader());
        const { done, value } = await within(milliseconds, late, from.read()).catch(
          (error: unknown) => {
            if (late.signal.aborted) void from.cancel(error).catch(() => {});
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

function within<T>(milliseconds: number, late: AbortController, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new Error("The body did not come in time.");
      late.abort(error);
      reject(error);
    }, milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
