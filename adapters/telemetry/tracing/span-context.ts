import { getRandomValues } from "node:crypto";

/** The identity of a span (W3C Trace Context). */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
}

const PATTERN = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** Parses a `traceparent` header. Returns undefined if it is invalid (Trace Context §3.2). */
export function parseTraceparent(text: string): SpanContext | undefined {
  const [, version, traceId, spanId, flags, rest] = PATTERN.exec(text.trim()) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  if (version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return {
    traceId,
    spanId,
    isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED,
  };
}

export const formatTraceparent = ({ traceId, spanId, isSampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;

const POOL_BYTES = 4_096;
const pool = new Uint8Array(POOL_BYTES);
let used = POOL_BYTES;

/** Returns random bytes as hexadecimal digits, drawn many at a time because each draw is a system call. */
export function randomHex(bytes: number): string {
  if (used + bytes > POOL_BYTES) {
    getRandomValues(pool);
    used = 0;
  }
  let text = "";
  for (const byte of pool.subarray(used, used + bytes)) text += HEX[byte];
  used += bytes;
  return text;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));
