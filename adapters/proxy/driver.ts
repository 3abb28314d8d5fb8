import type { UpstreamRequest, UpstreamResponse } from "../../core/ports/upstream.ts";

/** Sends requests to the upstream. */
export interface UpstreamDriver {
  /**
   * Resolves when the response headers have arrived. `onEnd` is called when a streamed body has
   * ended or was canceled.
   */
  send(request: UpstreamRequest, onEnd: () => void): Promise<UpstreamResponse>;
  close(): void;
}

export interface UpstreamDriverOptions {
  readonly url: URL;
  /** The Host header of all requests. */
  readonly host: string;
  /** The maximum time until the response headers, in milliseconds. */
  readonly answerMs: number;
  /** The maximum time between two chunks of a body, in milliseconds. */
  readonly idleMs: number;
}

/**
 * The maximum size of a body that is read whole. Streaming a small body costs more than its
 * request.
 */
export const MAX_BUFFERED_BYTES = 64 * 1024;
