import type { Handler } from "../../core/site.ts";

export interface ServeOptions {
  readonly hostname: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** Overrides of `DEFAULT_BODY_TIMEOUTS`. */
  readonly bodyTimeouts?: Partial<BodyTimeouts>;
}

/** How long a client may take to send a request body, in milliseconds. */
export interface BodyTimeouts {
  /** The limit for each chunk of a streamed body. */
  readonly pieceMs: number;
  /** The limit for the whole body when the service buffers it. */
  readonly wholeMs: number;
}

export const DEFAULT_BODY_TIMEOUTS: BodyTimeouts = { pieceMs: 60_000, wholeMs: 120_000 };

export interface RunningServer {
  /** The listening URL, without a trailing slash. */
  readonly url: string;
  /**
   * Refuses new connections and waits for requests in flight. After `seconds` (10 by default) it
   * closes the rest.
   */
  close(seconds?: number): Promise<void>;
}

/**
 * Serves a handler on one runtime. Rejects with an error whose `code` is EADDRINUSE if the port is
 * taken.
 */
export type Serve = (handler: Handler, options: ServeOptions) => Promise<RunningServer>;
