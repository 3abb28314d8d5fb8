import type { Rate } from "../lib/kit/flow/rate.ts";
import type { RateLimiter, RateLimitResult } from "../ports/rate-limiter.ts";
import type { HttpRequest } from "./handler.ts";
import { Problem } from "./problem.ts";
import type { RateLimit, RequestContext } from "./request-context.ts";

/** The rate limit of a service: the rate, what counts requests, and how clients are identified. */
export interface RateLimitOptions {
  readonly rate: Rate;
  readonly limiter: RateLimiter;
  /** The policy name in RateLimit headers and problems, by default `client`. */
  readonly name?: string | undefined;
  /** Returns the key under which a request's client is counted. */
  clientKey(request: HttpRequest, context: RequestContext): string;
  /** The limit of verified agents. Without it they are counted like other clients. */
  readonly verified?: { readonly rate: Rate; readonly limiter: RateLimiter } | undefined;
}

/** The cost of an operation, whether it succeeds or fails. */
export const OPERATION_COST = 1;

/** The cost of requests that run no operation: rejected requests and MCP protocol messages. */
export const REJECTION_COST = 0.1;

/** The cost of reading a page from a folder or a cache. */
export const PAGE_COST = 0.1;

/**
 * Creates a rate limit. It adds the RateLimit and RateLimit-Policy headers to every response that
 * counts (draft-ietf-httpapi-ratelimit-headers-11). If the limiter fails, it calls `onError` and
 * allows the request, unless the request requires the limiter. Then it throws the `Problem`
 * `limiter_unavailable`.
 */
export function createRateLimit(
  { name = "client", rate, limiter, clientKey, verified }: RateLimitOptions,
  onError: (error: unknown, requestId: string) => void,
): RateLimit {
  const applyToClient = rateLimitHeaders(name, rate);
  const applyToAgent = verified && rateLimitHeaders("agent", verified.rate);
  // Not async, because a promise would slow down limiters that answer synchronously.
  const take: RateLimit["take"] = (request, context, { cost, requiresLimiter }) => {
    const agent = context.verdict?.outcome === "verified" ? context.verdict.host : undefined;
    const apply = (agent !== undefined && applyToAgent) || applyToClient;
    const handleError = (error: unknown): void => {
      onError(error, context.id);
      if (requiresLimiter) throw limiterUnavailableProblem();
    };
    let result: RateLimitResult | Promise<RateLimitResult>;
    try {
      result =
        verified && agent !== undefined
          ? takeForAgent(verified.limiter, agent, clientKey(request, context), cost)
          : limiter.take(clientKey(request, context), cost);
    } catch (error) {
      return handleError(error);
    }
    const complete = (resolved: RateLimitResult): void => {
      apply(resolved, context);
      context.charged += cost;
    };
    if (!(result instanceof Promise)) return complete(result);
    return result.then(complete, handleError);
  };
  return {
    take,
    maxCost: Math.min(rate.burst, verified?.rate.burst ?? Infinity),
    async giveBack(request, context, cost) {
      context.headers = undefined;
      context.charged -= cost;
      try {
        await limiter.take(clientKey(request, context), -cost);
      } catch (error) {
        onError(error, context.id);
      }
    },
  };
}

/**
 * Returns a function that sets the RateLimit headers of a response, and throws if the request
 * exceeds the rate.
 */
function rateLimitHeaders(
  name: string,
  rate: Rate,
): (result: RateLimitResult, context: RequestContext) => void {
  const policy = `"${name}";q=${rate.quota};w=${rate.windowSeconds}`;
  return ({ allowed, remaining, resetSeconds, retryAfterSeconds }, context) => {
    context.headers = {
      ratelimit: `"${name}";r=${remaining};t=${Math.ceil(resetSeconds)}`,
      "ratelimit-policy": policy,
    };
    if (!allowed) throw rateLimitedProblem(name, rate, Math.max(Math.ceil(retryAfterSeconds), 1));
  };
}

/**
 * Counts an agent by the host of its key directory, across all networks. Anyone can register many
 * hosts, so all agents of one network also share the limit of a single agent.
 */
async function takeForAgent(
  limiter: RateLimiter,
  host: string,
  network: string,
  cost: number,
): Promise<RateLimitResult> {
  const networkResult = await limiter.take(`network ${network}`, cost);
  if (!networkResult.allowed) return networkResult;
  const agentResult = await limiter.take(`agent ${host}`, cost);
  return agentResult.allowed && networkResult.remaining < agentResult.remaining
    ? networkResult
    : agentResult;
}

function rateLimitedProblem(
  name: string,
  { quota, windowSeconds, burst }: Rate,
  seconds: number,
): Problem {
  const detail = `The limit per ${name} is ${quota} requests in ${windowSeconds} seconds, and ${burst} at once.`;
  return new Problem("rate_limited", detail, {
    hint: `Try again in ${seconds === 1 ? "a second" : `${seconds} seconds`}. Check the RateLimit header for the remaining requests.`,
    headers: { "retry-after": String(seconds) },
  });
}

const limiterUnavailableProblem = () =>
  new Problem(
    "limiter_unavailable",
    "The rate limiter is unavailable, so this request was rejected.",
    {
      hint: "Try again in a few seconds. Requests that only read still work.",
      headers: { "retry-after": "10" },
    },
  );
