import type { Table } from "../../generated/table.ts";
import type { Rate } from "../domain/rate.ts";
import type { RateLimiter, RateLimitResult } from "../ports/rate-limiter.ts";
import { Problem } from "../problem.ts";
import type { HttpRequest } from "./handler.ts";
import type { RequestContext } from "./request-context.ts";

/** How much each client may ask, who keeps count, and who a client is. */
export interface RateLimitOptions {
  readonly rate: Rate;
  readonly limiter: RateLimiter;
  /** What a client is called in RateLimit headers and in refusals: `client` by default. */
  readonly name?: string | undefined;
  /** The key that a request's client is counted by. */
  clientKey(request: HttpRequest, context: RequestContext): string;
  /** What agents are held to whose signature is verified; by default they are clients like any other. */
  readonly verified?: { readonly rate: Rate; readonly limiter: RateLimiter } | undefined;
}

/** Takes what a request costs; throws the `Problem` "rate_limited" if its client has that much no longer. */
export type RateLimitCheck = (
  request: HttpRequest,
  requestCost: RequestCost,
  context: RequestContext,
) => Promise<void> | void;

/** What a request costs that carries out no operation: a refusal, a word of a protocol. An operation costs 1. */
export const REFUSAL_COST = 0.1;

/**
 * Holds clients to a rate, and has every answer that counts say what is left of it (RateLimit and RateLimit-Policy,
 * draft-ietf-httpapi-ratelimit-headers-11). Where the limiter fails, the fault is told and everyone is let through, but for
 * what must be counted: that is refused with the `Problem` "limiter_unavailable".
 */
export function createRateLimit(
  { name = "client", rate, limiter, clientKey, verified }: RateLimitOptions,
  onError: (error: unknown, requestId: string) => void,
): RateLimitCheck {
  const applyToClient = rateLimitHeaders(name, rate);
  const applyToAgent = verified && rateLimitHeaders("agent", verified.rate);
  // No promise where the limiter can tell at once.
  return (request, { cost, requiresLimiter }, context) => {
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
    if (!(result instanceof Promise)) return apply(result, context);
    return result.then((resolved) => apply(resolved, context), handleError);
  };
}

/** Says on an answer what is left, and refuses what is too much. */
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
 * An agent is its directory's host, from wherever it asks. Anyone may have any number of hosts: so all agents of one
 * network together are held to what one of them is.
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
  const detail = `Each ${name} may ask ${quota} times in ${windowSeconds} seconds, and ${burst} times at once: this is over it.`;
  return new Problem("rate_limited", detail, {
    hint: `Ask again in ${seconds === 1 ? "a second" : `${seconds} seconds`}, as Retry-After says; RateLimit says what is left before that happens.`,
    headers: { "retry-after": String(seconds) },
  });
}

const limiterUnavailableProblem = () =>
  new Problem(
    "limiter_unavailable",
    "Who asks how much can't be counted just now, and this is not done uncounted.",
    {
      hint: "Ask again in some seconds, as Retry-After says. Reading goes on meanwhile.",
      headers: { "retry-after": "10" },
    },
  );

/** What a request costs, and whose route it takes where that is an operation's. */
export interface RequestCost {
  readonly cost: number;
  readonly route?: string;
  /** Set where it is not done unless it can be counted. */
  readonly requiresLimiter?: true;
}

const FREE: RequestCost = { cost: 0 };
const REFUSED: RequestCost = { cost: REFUSAL_COST };

/**
 * What requests under a prefix cost: an operation 1, whatever comes of it; OPTIONS nothing; all others a tenth. What
 * `mustCount` names is not done uncounted.
 */
export function createCostTable(
  { operations, bindings }: Table,
  prefix: string,
  requiresLimiter: readonly string[] = [],
): (method: string, path: string) => RequestCost {
  const entries = Object.entries<{ method: string; path: string }>({
    ...operations,
    ...bindings,
  }).map(([name, { method, path }]) => {
    const requestCost: RequestCost = {
      cost: 1,
      route: path,
      ...(requiresLimiter.includes(name) && { requiresLimiter: true }),
    };
    return { method, path, form: pathPattern(path), price: requestCost };
  });
  return (method, path) => {
    if (!path.startsWith(prefix) || method === "OPTIONS") return FREE;
    const routedMethod = method === "HEAD" ? "GET" : method;
    return (
      entries.find(
        (entry) => entry.method === routedMethod && (entry.path === path || entry.form?.test(path)),
      )?.price ?? REFUSED
    );
  };
}

/** The form of a path that has parameters; the router takes it with a slash at its end, too. */
const pathPattern = (path: string) =>
  path.includes("{")
    ? new RegExp(
        `^${path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+")}/?$`,
      )
    : undefined;
