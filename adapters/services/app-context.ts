import type { HttpRequest } from "../../core/index.ts";
import type { Log } from "../../core/ports/log.ts";
import type { ProcessMetrics } from "../../core/ports/process-metrics.ts";

/** The resources that the process provides to both services. */
export interface AppContext {
  /** Undefined: no log. */
  readonly log: Log | undefined;
  /** Returns the key of a request's client for rate limits. */
  clientKey(request: HttpRequest): string;
  /** Undefined: no metrics. */
  readonly metrics:
    | { readonly process: ProcessMetrics; isAllowed(request: HttpRequest): boolean }
    | undefined;
  /** Prints progress for the operator. */
  print(message: string): void;
  /** Prints a warning for the operator. */
  warn(message: string): void;
}

/** A service that accepts requests. */
export interface RunningService {
  /** The startup message. */
  readonly greeting: string;
  /**
   * Stops accepting requests and resolves once requests in flight are complete. Aborts those that
   * remain after `seconds`.
   */
  close(seconds?: number): Promise<void>;
}
