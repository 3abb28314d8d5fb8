import type { Duplex } from "node:stream";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

export type ContentEncoding = "gzip" | "br" | "deflate";

/**
 * Parses a Content-Encoding. Returns `undefined` for an unencoded body and `null` for an
 * unsupported coding.
 */
export function parseEncoding(header: string | null): ContentEncoding | undefined | null {
  const name = header?.trim().toLowerCase() ?? "";
  if (name === "" || name === "identity") return undefined;
  if (name === "x-gzip") return "gzip";
  return name === "gzip" || name === "br" || name === "deflate" ? name : null;
}

/**
 * Decodes chunk by chunk, and no more than the reader consumes. An empty body is empty in any
 * coding.
 */
export async function* decode(
  source: AsyncGenerator<Uint8Array>,
  encoding: ContentEncoding,
): AsyncGenerator<Uint8Array> {
  const firstChunk = await source.next();
  if (firstChunk.done) return;
  const decoder = createDecoder(encoding, firstChunk.value);
  async function* allChunks(): AsyncGenerator<Uint8Array> {
    yield firstChunk.value;
    yield* source;
  }
  pipeline(allChunks, decoder, () => {});
  yield* decoder;
}

function createDecoder(encoding: ContentEncoding, [first = 0]: Uint8Array): Duplex {
  if (encoding === "gzip") return createGunzip();
  if (encoding === "br") return createBrotliDecompress();
  // RFC 9110 §8.4.1.2: deflate is the zlib format, but some servers send raw deflate. A zlib header
  // has 8 in the low half of its first byte.
  return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
}
