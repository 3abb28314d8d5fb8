import type { UpstreamRequest, UpstreamResponse } from "../../core/index.ts";

/** One way to ask the origin. */
export interface UpstreamDriver {
  /** Resolves with the answer, its body still coming perhaps; `over` is called when that has come to its end, or is given up. */
  send(request: UpstreamRequest, onEnd: () => void): Promise<UpstreamResponse>;
  close(): void;
}

/** Where the origin is, what Host says there, and how long it may take. */
export interface UpstreamDriverOptions {
  readonly url: URL;
  readonly host: string;
  /** Milliseconds until its headers are there. */
  readonly answerMs: number;
  /** Milliseconds from one piece of a body to the next. */
  readonly idleMs: number;
}

/** Bodies up to this are read whole: a stream costs more than the rest of the request. */
export const MAX_BUFFERED_BYTES = 64 * 1024;
