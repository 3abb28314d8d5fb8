import { concatBytes } from "./bytes.ts";
import type { HttpRequest } from "./handler.ts";
import { BODY_LIMIT } from "./read-body.ts";

/** A request whose body may be looked at before it is answered. */
export interface BufferedRequest {
  /** The whole body; nothing where it is over what operations read, or broke off. */
  content(): Promise<Uint8Array | undefined>;
  /** The request for whoever answers it, with its whole body, whether that was looked at or not. */
  readonly request: HttpRequest;
}

/** Nothing is read before it is asked for, and never more than operations read. */
export function bufferBody(request: HttpRequest): BufferedRequest {
  const { method, url, headers } = request;
  let content: Promise<Uint8Array | undefined> | undefined;
  /** What was read of a body that was too much, and the rest. */
  let replayed: ReadableStream<Uint8Array> | undefined;
  let buffered: Uint8Array | undefined;

  async function readContent(): Promise<Uint8Array | undefined> {
    const length = headers.get("content-length");
    if (Number(length ?? 0) > BODY_LIMIT) return undefined;
    if (length === null && headers.get("transfer-encoding") === null)
      return (buffered = new Uint8Array());
    if (length !== null && headers.get("transfer-encoding") === null)
      return (buffered = await request.bytes());
    const reader = request.body?.getReader();
    if (!reader) return (buffered = new Uint8Array());
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
    return (buffered = concatBytes(chunks));
  }

  return {
    content: () => (content ??= readContent().catch(() => undefined)),
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

/** Pieces that are there already, then what a reader still gives. */
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
