import { memoryLimiter } from "../../adapters/limiter/memory.ts";
import { type Limit, type Limiter, rateOf } from "../../core/index.ts";
import { LEAK } from "./faults.ts";

/** The request header that makes its value the client that is counted; without it, nobody is. */
export const CLIENT_HEADER = "rig-client";

/** The client that has always used up its rate. */
export const SPENT = "spent";

/** The client whose limiter is out of order. */
export const UNCOUNTED = "uncounted";

const RATE = rateOf(60, 60);
/** Its clock stands still, so that what is left depends on nothing but what was asked. */
const counted = memoryLimiter(RATE, { now: () => 0 });
const limiter: Limiter = {
  async take(client, cost) {
    if (client === UNCOUNTED) throw new Error(LEAK);
    return client === SPENT
      ? { allowed: false, remaining: 0, resetSeconds: 0.4, retryAfterSeconds: 0.9 }
      : counted.take(client, cost);
  },
};

/** Agents are counted by the network that they ask from alone, for they are the same in every case. */
const VERIFIED_RATE = rateOf(300, 60, 60);
const countedAgents = memoryLimiter(VERIFIED_RATE, { now: () => 0 });
const verified: Limit["verified"] = {
  rate: VERIFIED_RATE,
  limiter: {
    take: (key, cost) =>
      key.startsWith("agent ")
        ? { allowed: true, remaining: 60, resetSeconds: 0, retryAfterSeconds: 0 }
        : countedAgents.take(key, cost),
  },
};

/** What the rig's clients are held to. */
export const LIMIT: Limit = {
  rate: RATE,
  limiter,
  verified,
  clientOf: ({ headers }) => headers.get(CLIENT_HEADER)!,
};
