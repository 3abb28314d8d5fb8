import type { Handler } from "../../core/site.ts";

export interface ServeOptions {
  readonly hostname: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** Overrides of `DEFAULT_TIMEOUTS`. */
  readonly timeouts?: Partial<RequestTimeouts>;
  /**
   * The maximum number of open connections. Above it, a new one takes the place of the idlest. Only
   * Node supports it. Default: 4096.
   */
  readonly maxConnections?: number;
}

/** How long a client may take to send a request, or none, in milliseconds. */
export interface RequestTimeouts {
  /**
   * The limit for the request line and the headers together, from the connection or the first byte
   * on. Bun has a fixed limit of 10 seconds, and Deno has none.
   */
  readonly headMs: number;
  /** The limit for each chunk of a streamed body. */
  readonly pieceMs: number;
  /** The limit for the whole body when the service buffers it. */
  readonly wholeMs: number;
  /** The limit for a streamed body, plus a second for each 16 KiB of it. */
  readonly streamMs: number;
  /**
   * How long a connection stays open without a request. It exceeds the 60 seconds after which most
   * proxies close their own end, because a request on a connection that the server is closing
   * fails. Bun has a fixed limit of 120 seconds, and Deno has none.
   */
  readonly idleMs: number;
}

export const DEFAULT_TIMEOUTS: RequestTimeouts = {
  headMs: 10_000,
  pieceMs: 60_000,
  wholeMs: 120_000,
  streamMs: 120_000,
  idleMs: 75_000,
};

export const DEFAULT_MAX_CONNECTIONS = 4096;

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
