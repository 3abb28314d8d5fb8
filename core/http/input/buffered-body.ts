import type { HttpRequest } from "../handler.ts";
import { concatBytes } from "./bytes.ts";
import { BODY_LIMIT } from "./read-body.ts";

/** A request whose body can be read before its handler reads it. */
interface BufferedRequest {
  /**
   * Returns the whole body. Resolves to `undefined` if the body exceeds `BODY_LIMIT` or the read
   * fails.
   */
  content(): Promise<Uint8Array | undefined>;
  /** The request for the handler. Its body is complete even after `content()` has read it. */
  readonly request: HttpRequest;
}

/**
 * Buffers the body of a request on the first call of `content()`, up to `BODY_LIMIT` and the chunk
 * that exceeds it.
 */
export function bufferBody(request: HttpRequest): BufferedRequest {
  const buffered = new BufferedHttpRequest(request);
  let content: Promise<Uint8Array | undefined> | undefined;
  return {
    content: () => (content ??= buffered.readContent().catch(() => undefined)),
    request: buffered,
  };
}

/** A class because accessors in an object literal would create a hidden class for each request. */
class BufferedHttpRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HttpRequest["headers"];
  readonly #request: HttpRequest;
  #content: Uint8Array | undefined;
  /** A body over the limit: the chunks already read, then the rest. */
  #replayed: ReadableStream<Uint8Array> | undefined;

  constructor(request: HttpRequest) {
    this.method = request.method;
    this.url = request.url;
    this.headers = request.headers;
    this.#request = request;
  }

  peerAddress(): string | undefined {
    return this.#request.peerAddress?.();
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.#replayed ?? (this.#content ? streamChunks([this.#content]) : this.#request.body);
  }

  async bytes(): Promise<Uint8Array> {
    if (this.#content) return this.#content;
    if (!this.#replayed) return this.#request.bytes();
    return new Uint8Array(await new Response(this.#replayed).arrayBuffer());
  }

  async readContent(): Promise<Uint8Array | undefined> {
    const length = this.headers.get("content-length");
    if (Number(length ?? 0) > BODY_LIMIT) return undefined;
    if (this.headers.get("transfer-encoding") !== null) this.#content = await this.#readChunks();
    else this.#content = length === null ? new Uint8Array() : await this.#request.bytes();
    return this.#content;
  }

  async #readChunks(): Promise<Uint8Array | undefined> {
    const reader = this.#request.body?.getReader();
    if (!reader) return new Uint8Array();
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      chunks.push(chunk.value);
      size += chunk.value.byteLength;
      if (size > BODY_LIMIT) {
        this.#replayed = streamChunks(chunks, reader);
        return undefined;
      }
    }
    return concatBytes(chunks);
  }
}

/** Streams the chunks, then the rest of the reader. */
function streamChunks(
  chunks: readonly Uint8Array[],
  reader?: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  const remaining = chunks.filter(({ byteLength }) => byteLength > 0);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = remaining.shift();
        if (next) return controller.enqueue(next);
        const chunk = await reader?.read();
        if (chunk && !chunk.done) controller.enqueue(chunk.value);
        else controller.close();
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
