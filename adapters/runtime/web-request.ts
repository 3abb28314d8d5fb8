import type { Handler, HttpRequest, HttpResponse } from "../../core/site.ts";
import { type BodyDeadline, createBodyDeadline } from "./body-deadline.ts";
import { DEFAULT_TIMEOUTS, type RequestTimeouts } from "./server-types.ts";
import { startTimeout } from "./timeout.ts";

/**
 * An `HttpRequest` of a web `Request`, with limits for how long its body may take. It reads parts
 * of the request on demand, because Bun and Deno create each part when it is first read.
 */
export abstract class WebRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  /** Whether the body took too long. The handler's signal is aborted then. */
  isLate = false;
  readonly mayHaveBody: boolean;
  protected readonly request: Request;
  readonly #timeouts: RequestTimeouts;
  #lateness: AbortController | undefined;
  #signal: AbortSignal | undefined;
  #body: ReadableStream<Uint8Array> | null | undefined;

  constructor(request: Request, url: string, timeouts: RequestTimeouts) {
    this.request = request;
    this.method = request.method;
    this.url = url;
    this.#timeouts = timeouts;
    this.mayHaveBody = this.method !== "GET" && this.method !== "HEAD";
  }

  abstract peerAddress(): string | undefined;

  get headers(): Headers {
    return this.request.headers;
  }

  get signal(): AbortSignal {
    if (!this.mayHaveBody) return this.request.signal;
    this.#lateness ??= new AbortController();
    this.#signal ??= AbortSignal.any([this.request.signal, this.#lateness.signal]);
    return this.#signal;
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (!this.mayHaveBody) return this.request.body;
    this.#body ??= this.request.body && this.#limitChunkTime(this.request.body);
    return this.#body;
  }

  bytes(): Promise<Uint8Array> {
    return this.#limitTime(this.#timeouts.wholeMs, this.request.bytes());
  }

  text(): Promise<string> {
    return this.#limitTime(this.#timeouts.wholeMs, this.request.text());
  }

  /** Wraps a body so that it fails if one chunk or the whole takes too long. */
  #limitChunkTime(source: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    // Lock the source only when the body is read, because Bun drains an unread body only while it
    // is unlocked.
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    const deadline = createBodyDeadline(this.#timeouts);
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          reader ??= source.getReader();
          const { done, value } = await this.#readChunk(reader, deadline);
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => (reader ?? source).cancel(reason),
      },
      { highWaterMark: 0 },
    );
  }

  async #readChunk(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    deadline: BodyDeadline,
  ): Promise<ReadableStreamReadResult<Uint8Array>> {
    try {
      const result = await this.#limitTime(deadline.wait(), reader.read());
      deadline.receive(result.value?.byteLength ?? 0);
      return result;
    } catch (error) {
      if (this.isLate) void reader.cancel(error).catch(() => {});
      throw error;
    }
  }

  #limitTime<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const stopTimeout = startTimeout(milliseconds, () => {
        const error = new Error("The request body timed out.");
        this.isLate = true;
        this.#lateness ??= new AbortController();
        this.#lateness.abort(error);
        reject(error);
      });
      promise.then(
        (value) => {
          stopTimeout();
          resolve(value);
        },
        (error: unknown) => {
          stopTimeout();
          reject(error);
        },
      );
    });
  }
}

/** Fills in the defaults of timeouts. */
export const completeTimeouts = (timeouts?: Partial<RequestTimeouts>): RequestTimeouts => ({
  ...DEFAULT_TIMEOUTS,
  ...timeouts,
});

/**
 * Calls a handler and converts its response, or 408 if the request body took too long. Returns a
 * promise only if there is something to wait for. On Deno the connection stays open after 408 until
 * the client closes it, because Deno offers no way to close it.
 */
export function respondInTime<T>(
  handler: Handler,
  request: WebRequest,
  convert: (response: HttpResponse) => T | Promise<T>,
): T | Promise<T> {
  const response = handler(request);
  if (!(response instanceof Promise)) return convert(response);
  return response.then(
    (value) => convert(request.isLate ? replaceWithTimeout(value) : value),
    (error: unknown) => {
      if (!request.isLate) throw error;
      return convert(timeoutResponse());
    },
  );
}

function replaceWithTimeout({ body }: HttpResponse): HttpResponse {
  if (body instanceof ReadableStream) void body.cancel().catch(() => {});
  return timeoutResponse();
}

const timeoutResponse = (): HttpResponse => ({
  status: 408,
  headers: { connection: "close" },
  body: null,
});
