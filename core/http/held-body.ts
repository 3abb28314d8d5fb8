import { BODY_LIMIT } from "./body.ts";
import { joined } from "./bytes.ts";
import type { Asked } from "./handler.ts";

/** A request whose body may be looked at before it is answered. */
export interface Held {
  /** The whole body; nothing where it is over what operations read, or broke off. */
  content(): Promise<Uint8Array | undefined>;
  /** The request for whoever answers it, with its whole body, whether that was looked at or not. */
  readonly asked: Asked;
}

/** Nothing is read before it is asked for, and never more than operations read. */
export function holdBody(asked: Asked): Held {
  const { method, url, headers } = asked;
  let content: Promise<Uint8Array | undefined> | undefined;
  /** What was read of a body that was too much, and the rest. */
  let resumed: ReadableStream<Uint8Array> | undefined;
  let read: Uint8Array | undefined;

  async function contentOf(): Promise<Uint8Array | undefined> {
    const length = headers.get("content-length");
    if (Number(length ?? 0) > BODY_LIMIT) return undefined;
    if (length === null && headers.get("transfer-encoding") === null)
      return (read = new Uint8Array());
    if (length !== null && headers.get("transfer-encoding") === null)
      return (read = await asked.bytes());
    const reader = asked.body?.getReader();
    if (!reader) return (read = new Uint8Array());
    const pieces: Uint8Array[] = [];
    let size = 0;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      pieces.push(piece.value);
      size += piece.value.byteLength;
      if (size > BODY_LIMIT) {
        resumed = following(pieces, reader);
        return undefined;
      }
    }
    return (read = joined(pieces));
  }

  return {
    content: () => (content ??= contentOf().catch(() => undefined)),
    asked: {
      method,
      url,
      headers,
      ...(asked.peerAddress && { peerAddress: () => asked.peerAddress!() }),
      get signal() {
        return asked.signal;
      },
      get body() {
        return resumed ?? (read ? following([read]) : asked.body);
      },
      bytes: () => (read ? Promise.resolve(read) : asked.bytes()),
    },
  };
}

/** Pieces that are there already, then what a reader still gives. */
function following(
  pieces: readonly Uint8Array[],
  reader?: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  const left = pieces.filter(({ byteLength }) => byteLength > 0);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = left.shift();
        if (next) return controller.enqueue(next);
        const piece = await reader?.read();
        if (piece && !piece.done) controller.enqueue(piece.value);
        else controller.close();
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
