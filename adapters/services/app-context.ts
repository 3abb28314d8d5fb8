import type { Log } from "../../core/ports/log.ts";
import type { Tracer } from "../../core/ports/tracer.ts";
import type { Handler, HttpRequest, SiteOptions } from "../../core/site.ts";

/** The resources that the process provides to both services. */
export interface AppContext {
  /** Undefined: no log. */
  readonly log: Log | undefined;
  /** Undefined: nothing is traced. */
  readonly tracer: Tracer | undefined;
  /** Returns the key of a request's client for rate limits. */
  clientKey(request: HttpRequest): string;
  /** Undefined: no metrics. */
  readonly metrics: SiteOptions["metrics"];
  /** Whether a person reads what is printed, so that it may contain a setup link. */
  readonly isTerminal: boolean;
  /** Prints progress for the operator. */
  print(message: string): void;
  /** Prints a warning for the operator. */
  warn(message: string): void;
}

/** A service with its resources open. */
export interface RunningService {
  readonly handler: Handler;
  /** The startup message. */
  readonly greeting: string;
  /** Starts background work. */
  start?(): void;
  /** Ends responses that have no end of their own. Call it before the server closes. */
  endStreams?(): void;
  /** Stops background work and closes the resources. Requests must be complete. */
  close(): Promise<void>;
}
