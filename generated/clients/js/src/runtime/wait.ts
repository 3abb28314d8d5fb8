import type { CallOptions } from "./options.ts";
import { sleep } from "./sleep.ts";

/** Options for waiting until a user finishes. */
export interface WaitOptions extends CallOptions {
  /** The milliseconds between two requests. Default: 2,000. */
  readonly interval?: number;
}

/** Requests a value until `isPending` is false for it. Rejects if `signal` aborts. */
export async function waitWhile<Value>(
  request: (options: CallOptions) => Promise<Value>,
  isPending: (value: Value) => boolean,
  { interval = 2_000, ...options }: WaitOptions,
): Promise<Value> {
  for (;;) {
    const value = await request(options);
    if (!isPending(value)) return value;
    await sleep(interval, options.signal);
  }
}
