import { concatBytes } from "./bytes.ts";
import type { HttpRequest } from "./handler.ts";
import { BODY_LIMIT } from "./read-body.ts";

/** A request whose body can be read before its handler reads it. */
export interface BufferedRequest {
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
  const { method, url, headers } = request;
  let content: Promise<Uint8Array | undefined> | undefined;
  /** A body over the limit: the chunks already read, then the rest. */
  let replayed: ReadableStream<Uint8Array> | undefined;
  let buffered: Uint8Array | undefined;

  async function readContent(): Promise<Uint8Array | undefined> {
    const length = headers.get("content-length");
    if (Number(length ?? 0) > BODY_LIMIT) return undefined;
    if (headers.get("transfer-encoding") === null)
      return length === null ? new Uint8Array() : request.bytes();
    const reader = request.body?.getReader();
    if (!reader) return new Uint8Array();
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      chunks.push(chunk.value);
      size += chunk.value.byteLength;
      if (size > BODY_LIMIT) {
        replayed = streamChunks(chunks, reader);
        return undefined;
      }
    }
    return concatBytes(chunks);
  }

  async function bufferContent(): Promise<Uint8Array | undefined> {
    buffered = await readContent();
    return buffered;
  }

  return {
    content: () => (content ??= bufferContent().catch(() => undefined)),
    request: {
      method,
      url,
      headers,
      ...(request.peerAddress && { peerAddress: () => request.peerAddress!() }),
      get signal() {
        return request.signal;
      },
      get body() {
        return replayed ?? (buffered ? streamChunks([buffered]) : request.body);
      },
      bytes: () => (buffered ? Promise.resolve(buffered) : request.bytes()),
    },
  };
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
