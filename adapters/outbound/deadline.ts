import type { OutboundFailure } from "../../core/ports/outbound.ts";
import { outboundFailure } from "../../core/ports/outbound.ts";
import { startTimeout } from "../runtime/timeout.ts";

/** The needed subset of an AbortSignal, at a tenth of its cost. */
export interface DeadlineSignal {
  readonly aborted: boolean;
  readonly reason: OutboundFailure | undefined;
  listen(listener: () => void): void;
  unlisten(listener: () => void): void;
  throwIfAborted(): void;
}

/** The time limit of a request and its redirects, combined with the caller's signal. */
export interface Deadline {
  /** Aborts with the `OutboundFailure` as its reason. */
  readonly signal: DeadlineSignal;
  /** Settles like the promise, or rejects with the failure if that comes first. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Stops the timer. Call it when the exchange is over. */
  end(): void;
}

export function createDeadline(
  host: string,
  timeoutMs: number,
  callerSignal: AbortSignal | undefined,
): Deadline {
  return new DeadlineTimer(host, timeoutMs, callerSignal);
}

class DeadlineTimer implements Deadline, DeadlineSignal {
  reason: OutboundFailure | undefined = undefined;
  private readonly listeners: (() => void)[] = [];
  private readonly stopTimeout: () => void;
  private readonly abort: (() => void) | undefined = undefined;
  private readonly callerSignal: AbortSignal | undefined;

  constructor(host: string, timeoutMs: number, callerSignal: AbortSignal | undefined) {
    this.callerSignal = callerSignal;
    // A pending socket or lookup keeps the process alive. The timeout must not.
    this.stopTimeout = startTimeout(timeoutMs, () =>
      this.fail(
        outboundFailure("timeout", `${host} did not finish its response within ${timeoutMs} ms.`),
      ),
    );
    if (!callerSignal) return;
    this.abort = () => this.fail(outboundFailure("aborted", `The request to ${host} was aborted.`));
    if (callerSignal.aborted) this.abort();
    else callerSignal.addEventListener("abort", this.abort);
  }

  get signal(): DeadlineSignal {
    return this;
  }
  get aborted(): boolean {
    return this.reason !== undefined;
  }
  listen(listener: () => void): void {
    this.listeners.push(listener);
  }
  unlisten(listener: () => void): void {
    const index = this.listeners.indexOf(listener);
    if (index >= 0) this.listeners.splice(index, 1);
  }
  throwIfAborted(): void {
    if (this.reason) throw this.reason;
  }

  private fail(reason: OutboundFailure): void {
    if (this.reason) return;
    this.reason = reason;
    this.end();
    for (const listener of [...this.listeners]) listener();
  }

  end(): void {
    this.stopTimeout();
    if (this.abort) this.callerSignal?.removeEventListener("abort", this.abort);
  }

  race<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(this.reason);
      if (this.reason) fail();
      else this.listen(fail);
      promise.then(resolve, reject).finally(() => this.unlisten(fail));
    });
  }
}
