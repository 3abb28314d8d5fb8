import type { Duplex } from "node:stream";
import { pipeline } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

/** A content coding that is decoded here. */
export type Coding = "gzip" | "br" | "deflate";

/** The coding that a Content-Encoding names; nothing for an uncoded body, `null` for one that was not asked for. */
export function codingOf(header: string | null): Coding | undefined | null {
  const name = header?.trim().toLowerCase() ?? "";
  if (name === "" || name === "identity") return undefined;
  if (name === "x-gzip") return "gzip";
  return name === "gzip" || name === "br" || name === "deflate" ? name : null;
}

/** Decodes piece by piece: no more is unpacked than the reader takes. An empty body is empty in any coding. */
export async function* decode(
  source: AsyncGenerator<Uint8Array>,
  coding: Coding,
): AsyncGenerator<Uint8Array> {
  const first = await source.next();
  if (first.done) return;
  const decoder = decoderFor(coding, first.value);
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield first.value;
    yield* source;
  }
  pipeline(whole, decoder, () => {});
  yield* decoder;
}

function decoderFor(coding: Coding, start: Uint8Array): Duplex {
  if (coding === "gzip") return createGunzip();
  if (coding === "br") return createBrotliDecompress();
  // RFC 9110 §8.4.1.2: deflate is zlib's format, but some send it bare. Zlib's says so in the low half of its first byte.
  return (start[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw();
}
