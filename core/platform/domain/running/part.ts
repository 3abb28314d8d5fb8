import type { KeptResult } from "../../../ports/runs.ts";
import { base64Of } from "./file.ts";

/** A part of what was kept. */
export interface ResultPart {
  readonly encoding: "text" | "base64";
  readonly data: string;
  readonly offset: number;
  readonly size: number;
  readonly next_offset: number | null;
}

/** The part from `offset` on, in bytes; of text never half a character, so that it may be some bytes shorter than `limit`. */
export function partOf(
  { encoding, data }: KeptResult,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): ResultPart {
  const bytes =
    encoding === "text"
      ? new TextEncoder().encode(data)
      : Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  const start = Math.min(encoding === "text" ? boundary(bytes, offset) : offset, bytes.length);
  // At least one character, however few bytes are asked for.
  const wanted = Math.min(start + limit, bytes.length);
  const before = encoding === "text" ? boundary(bytes, wanted) : wanted;
  const end = before > start ? before : Math.min(start + 4, bytes.length);
  const whole = encoding === "text" && before <= start ? boundaryAfter(bytes, start) : end;
  const part = bytes.subarray(start, whole);
  return {
    encoding,
    data:
      encoding === "text"
        ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(part)
        : base64Of(part),
    offset: start,
    size: bytes.length,
    next_offset: whole < bytes.length ? whole : null,
  };
}

const isInside = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** The nearest beginning of a character at or before a place. */
function boundary(bytes: Uint8Array, at: number): number {
  let place = Math.min(at, bytes.length);
  while (place > 0 && isInside(bytes[place])) place -= 1;
  return place;
}

function boundaryAfter(bytes: Uint8Array, at: number): number {
  let place = Math.min(at + 1, bytes.length);
  while (isInside(bytes[place])) place += 1;
  return place;
}
