import { decodeBase64, encodeBase64 } from "../../kit/bytes/base64.ts";
import { requireValue } from "../../kit/require-value.ts";

/** The body of a response, as text or base64. */
interface EncodedResult {
  readonly encoding: "text" | "base64";
  readonly data: string;
}

/** A part of a stored result. `offset`, `size` and `next_offset` are in bytes. */
interface ResultPart {
  readonly encoding: "text" | "base64";
  readonly data: string;
  readonly offset: number;
  readonly size: number;
  readonly next_offset: number | null;
}

/**
 * Returns up to `limit` bytes of a stored result from `offset` on. Text is cut between characters,
 * so a part may be a few bytes shorter. It contains at least one character, even if `limit` is
 * less.
 */
export function sliceResult(
  { encoding, data }: EncodedResult,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): ResultPart {
  const bytes =
    encoding === "text"
      ? new TextEncoder().encode(data)
      : requireValue(decodeBase64(data), "the base64 of a result");
  const start = Math.min(
    encoding === "text" ? boundaryBefore(bytes, offset) : offset,
    bytes.length,
  );
  const requestedEnd = Math.min(start + limit, bytes.length);
  const characterEnd = encoding === "text" ? boundaryBefore(bytes, requestedEnd) : requestedEnd;
  const end = characterEnd > start ? characterEnd : Math.min(start + 4, bytes.length);
  const partEnd = encoding === "text" && characterEnd <= start ? boundaryAfter(bytes, start) : end;
  const slice = bytes.subarray(start, partEnd);
  return {
    encoding,
    data:
      encoding === "text"
        ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(slice)
        : encodeBase64(slice),
    offset: start,
    size: bytes.length,
    next_offset: partEnd < bytes.length ? partEnd : null,
  };
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** The index of the nearest character start at or before `at`. */
function boundaryBefore(bytes: Uint8Array, at: number): number {
  let position = Math.min(at, bytes.length);
  while (position > 0 && isContinuation(bytes[position])) position -= 1;
  return position;
}

function boundaryAfter(bytes: Uint8Array, at: number): number {
  let position = Math.min(at + 1, bytes.length);
  while (isContinuation(bytes[position])) position += 1;
  return position;
}
