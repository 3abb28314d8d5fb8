import { createMemoryRateLimiter } from "../../adapters/limiter/memory.ts";
import { type Limit, type Limiter, rateOf } from "../../core/index.ts";
import { LEAK_MARKER } from "./faults.ts";

/** The request header that makes its value the client that is counted; without it, nobody is. */
export const CLIENT_HEADER = "rig-client";

/** The client that has always used up its rate. */
export const RATE_LIMITED_CLIENT = "spent";

/** The client whose limiter is out of order. */
export const LIMITER_DOWN_CLIENT = "uncounted";

const RATE = rateOf(60, 60);
/** Its clock stands still, so that what is left depends on nothing but what was asked. */
const clientLimiter = createMemoryRateLimiter(RATE, { now: () => 0 });
const limiter: Limiter = {
  async take(client, cost) {
    if (client === LIMITER_DOWN_CLIENT) throw new Error(LEAK_MARKER);
    return client === RATE_LIMITED_CLIENT
      ? { allowed: false, remaining: 0, resetSeconds: 0.4, retryAfterSeconds: 0.9 }
      : clientLimiter.take(client, cost);
  },
};

/** Agents are counted by the network that they ask from alone, for they are the same in every case. */
const VERIFIED_RATE = rateOf(300, 60, 60);
const agentLimiter = createMemoryRateLimiter(VERIFIED_RATE, { now: () => 0 });
const verified: Limit["verified"] = {
  rate: VERIFIED_RATE,
  limiter: {
    take: (key, cost) =>
      key.startsWith("agent ")
        ? { allowed: true, remaining: 60, resetSeconds: 0, retryAfterSeconds: 0 }
        : agentLimiter.take(key, cost),
  },
};

/** What the rig's clients are held to. */
export const RATE_LIMIT: Limit = {
  rate: RATE,
  limiter,
  verified,
  clientKey: ({ headers }) => headers.get(CLIENT_HEADER)!,
};
