import { Problem } from "../../../http/problem.ts";
import type { Trigger } from "../../../ports/stores/trigger-store.ts";
import type { EventRate, TriggerDeps } from "../trigger-types.ts";

type TakeEvents = (trigger: Pick<Trigger, "id" | "account">, count: number) => Promise<void>;

/**
 * Creates the function that charges events to the rates of their trigger and their account, one unit
 * for each. Rejects with the `Problem` "rate_limited", and then charges nothing. Without the limiter,
 * events are accepted.
 */
export function createTakeEvents({
  eventRates,
  onError,
}: Pick<TriggerDeps, "eventRates" | "onError">): TakeEvents {
  /** Returns the seconds to wait, or 0. */
  const take = async (
    charge: EventRate | undefined,
    key: string,
    count: number,
  ): Promise<number> => {
    if (!charge || count === 0) return 0;
    // More than a burst is never available.
    const cost = Math.sign(count) * Math.min(Math.abs(count), charge.rate.burst);
    try {
      const { allowed, retryAfterSeconds } = await charge.limiter.take(key, cost);
      return allowed ? 0 : Math.max(Math.ceil(retryAfterSeconds), 1);
    } catch (error) {
      onError(error);
      return 0;
    }
  };

  return async ({ id, account }, count) => {
    const ofTrigger = await take(eventRates.trigger, `events ${id}`, count);
    if (ofTrigger > 0) throw rateLimited("trigger", ofTrigger);
    const ofAccount = await take(eventRates.account, `events ${account}`, count);
    if (ofAccount === 0) return;
    await take(eventRates.trigger, `events ${id}`, -count);
    throw rateLimited("account", ofAccount);
  };
}

const rateLimited = (owner: "trigger" | "account", seconds: number): Problem =>
  new Problem("rate_limited", `The ${owner} has received too many events.`, {
    hint: "Try again later, or ask the operator for a higher rate of events.",
    headers: { "retry-after": String(seconds) },
  });
