import type { Handler, HttpRequest, HttpResponse } from "../../../core/site.ts";
import { DEFAULT_TIMEOUTS, type RequestTimeouts } from "../server-types.ts";
import { startTimeout } from "../timeout.ts";
import { type BodyDeadline, createBodyDeadline } from "./body-deadline.ts";

/**
 * An `HttpRequest` of a web `Request`, with limits for how long its body may take. It reads parts
 * of the request on demand, because Bun and Deno create each part when it is first read.
 */
export abstract class WebRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  /**
   * Why the body couldn't be read: it took too long, or the client disconnected. The handler's signal
   * is aborted then.
   */
  bodyFailure: "late" | "cut" | undefined;
  readonly mayHaveBody: boolean;
  protected readonly request: Request;
  readonly #timeouts: RequestTimeouts;
  #bodyAbort: AbortController | undefined;
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
    this.#bodyAbort ??= new AbortController();
    this.#signal ??= AbortSignal.any([this.request.signal, this.#bodyAbort.signal]);
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
      if (this.bodyFailure === "late") void reader.cancel(error).catch(() => {});
      throw error;
    }
  }

  #failBody(failure: "late" | "cut", error: unknown): void {
    if (this.bodyFailure !== undefined) return;
    this.bodyFailure = failure;
    this.#bodyAbort ??= new AbortController();
    this.#bodyAbort.abort(error);
  }

  #limitTime<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const stopTimeout = startTimeout(milliseconds, () => {
        const error = new Error("The request body timed out.");
        this.#failBody("late", error);
        reject(error);
      });
      promise.then(
        (value) => {
          stopTimeout();
          resolve(value);
        },
        (error: unknown) => {
          stopTimeout();
          this.#failBody("cut", error);
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
 * Calls a handler and converts its response, or 408 if the request body took too long, or 400 if it
 * ended early, as Node answers it. Returns a promise only if there is something to wait for. On Deno the connection stays open after 408 until
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
    (value) => {
      if (request.bodyFailure === undefined) return convert(value);
      if (value.body instanceof ReadableStream) void value.body.cancel().catch(() => {});
      return convert(failureResponse(request.bodyFailure));
    },
    (error: unknown) => {
      if (request.bodyFailure === undefined) throw error;
      return convert(failureResponse(request.bodyFailure));
    },
  );
}

const failureResponse = (failure: "late" | "cut"): HttpResponse => ({
  status: failure === "late" ? 408 : 400,
  headers: { connection: "close" },
  body: null,
});
