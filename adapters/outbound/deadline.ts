import { setTimeout } from "node:timers";
import { outboundFailure } from "../../core/ports/outbound.ts";

/** The one end of an exchange that comes from this side: its time is up, or the caller gave up. */
export interface Deadline {
  /** Aborts with the `OutboundFailure` as its reason. */
  readonly signal: AbortSignal;
  /** The promise, or the failure if that comes first. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** The exchange is over: nothing of the deadline is left to run. */
  end(): void;
}

/** Starts counting. */
export function deadline(host: string, timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => {
    controller.abort(outboundFailure("timeout", `${host} was not done answering after ${timeoutMs} ms.`));
  }, timeoutMs);
  // What waits is a socket or a lookup, and those hold the process; the clock alone must not.
  timer.unref();
  const abort = () => controller.abort(outboundFailure("aborted", `The fetch from ${host} was aborted.`));
  signal.addEventListener("abort", end);
  if (caller?.aborted) abort();
  else caller?.addEventListener("abort", abort);

  function end(): void {
    clearTimeout(timer);
    caller?.removeEventListener("abort", abort);
  }
  function race<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(signal.reason);
      if (signal.aborted) fail();
      else signal.addEventListener("abort", fail);
      promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", fail));
    });
  }
  return { signal, race, end };
}
