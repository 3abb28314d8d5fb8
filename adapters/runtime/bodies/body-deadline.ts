import type { RequestTimeouts } from "../server-types.ts";

/** A client that sends a streamed body more slowly runs out of time. */
const MIN_BYTES_PER_MS = (16 * 1024) / 1000;

/** Limits how long a client may take to send a streamed body. */
export interface BodyDeadline {
  /** Starts to wait for a chunk. Returns how long to wait at most, in milliseconds. */
  wait(): number;
  /** Records that a chunk has arrived. */
  receive(bytes: number): void;
}

/**
 * Creates the deadline of a streamed body. It limits each chunk, and the total in proportion to the
 * bytes received, so that a large upload over a slow line may take its time. Only time in which the
 * reader waits counts, because the reader itself may be slow.
 */
export function createBodyDeadline(
  { pieceMs, streamMs }: Pick<RequestTimeouts, "pieceMs" | "streamMs">,
  now: () => number = () => performance.now(),
): BodyDeadline {
  // Few different durations, because timeouts of the same duration share a timer.
  const stepMs = pieceMs / 8;
  let remainingMs = streamMs;
  let waitingSince: number | undefined;
  return {
    wait() {
      waitingSince ??= now();
      return Math.min(pieceMs, Math.max(1, Math.ceil(remainingMs / stepMs)) * stepMs);
    },
    receive(bytes) {
      if (waitingSince !== undefined) remainingMs -= now() - waitingSince;
      waitingSince = undefined;
      remainingMs += bytes / MIN_BYTES_PER_MS;
    },
  };
}
