import type { HttpRequest, Log, ProcessMetrics } from "../core/index.ts";

/** What both services stand in. */
export interface AppContext {
  /** None: nothing is told. */
  readonly log: Log | undefined;
  /** The key that a request's client is counted by. */
  clientKey(request: HttpRequest): string;
  /** None: nothing is counted. */
  readonly metrics:
    | { readonly process: ProcessMetrics; isAllowed(request: HttpRequest): boolean }
    | undefined;
  /** Tells whoever started the process, in sentences, how it goes … */
  print(message: string): void;
  /** … and what is amiss. */
  warn(message: string): void;
}

/** A service that is being served. */
export interface RunningService {
  /** What is said when it is up. */
  readonly greeting: string;
  /** Takes no more requests, and resolves when those in flight are answered; those left after `seconds` are cut off. */
  close(seconds?: number): Promise<void>;
}
