import type { Table } from "../../generated/table.ts";
import type { Rate } from "../domain/rate.ts";
import type { Limiter, Taken } from "../ports/limiter.ts";
import { Problem } from "../problem.ts";
import type { Asked } from "./handler.ts";
import type { Passage } from "./passage.ts";

/** How much each client may ask, who keeps count, and who a client is. */
export interface Limit {
  readonly rate: Rate;
  readonly limiter: Limiter;
  /** What a client is called in RateLimit headers and in refusals: `client` by default. */
  readonly name?: string | undefined;
  /** The key that a request's client is counted by. */
  clientOf(asked: Asked, passage: Passage): string;
  /** What agents are held to whose signature is verified; by default they are clients like any other. */
  readonly verified?: { readonly rate: Rate; readonly limiter: Limiter } | undefined;
}

/** Takes what a request costs; throws the `Problem` "rate_limited" if its client has that much no longer. */
export type Admit = (asked: Asked, price: Price, passage: Passage) => Promise<void> | void;

/** What a request costs that carries out no operation: a refusal, a word of a protocol. An operation costs 1. */
export const TENTH = 0.1;

/**
 * Holds clients to a rate, and has every answer that counts say what is left of it (RateLimit and RateLimit-Policy,
 * draft-ietf-httpapi-ratelimit-headers-11). Where the limiter fails, the fault is told and everyone is let through, but for
 * what must be counted: that is refused with the `Problem` "limiter_unavailable".
 */
export function createAdmission(
  { name = "client", rate, limiter, clientOf, verified }: Limit,
  fault: (error: unknown, requestId: string) => void,
): Admit {
  const tellClient = teller(name, rate);
  const tellAgent = verified && teller("agent", verified.rate);
  // No promise where the limiter can tell at once.
  return (asked, { cost, mustCount }, passage) => {
    const agent = passage.signed?.outcome === "verified" ? passage.signed.host : undefined;
    const tell = (agent !== undefined && tellAgent) || tellClient;
    const failed = (error: unknown): void => {
      fault(error, passage.id);
      if (mustCount) throw uncounted();
    };
    let taken: Taken | Promise<Taken>;
    try {
      taken =
        verified && agent !== undefined
          ? takenByAgent(verified.limiter, agent, clientOf(asked, passage), cost)
          : limiter.take(clientOf(asked, passage), cost);
    } catch (error) {
      return failed(error);
    }
    if (!(taken instanceof Promise)) return tell(taken, passage);
    return taken.then((answer) => tell(answer, passage), failed);
  };
}

/** Says on an answer what is left, and refuses what is too much. */
function teller(name: string, rate: Rate): (taken: Taken, passage: Passage) => void {
  const policy = `"${name}";q=${rate.quota};w=${rate.windowSeconds}`;
  return ({ allowed, remaining, resetSeconds, retryAfterSeconds }, passage) => {
    passage.headers = {
      ratelimit: `"${name}";r=${remaining};t=${Math.ceil(resetSeconds)}`,
      "ratelimit-policy": policy,
    };
    if (!allowed) throw refusal(name, rate, Math.max(Math.ceil(retryAfterSeconds), 1));
  };
}

/**
 * An agent is its directory's host, from wherever it asks. Anyone may have any number of hosts: so all agents of one
 * network together are held to what one of them is.
 */
async function takenByAgent(
  limiter: Limiter,
  host: string,
  network: string,
  cost: number,
): Promise<Taken> {
  const all = await limiter.take(`network ${network}`, cost);
  if (!all.allowed) return all;
  const own = await limiter.take(`agent ${host}`, cost);
  return own.allowed && all.remaining < own.remaining ? all : own;
}

function refusal(name: string, { quota, windowSeconds, burst }: Rate, seconds: number): Problem {
  const detail = `Each ${name} may ask ${quota} times in ${windowSeconds} seconds, and ${burst} times at once: this is over it.`;
  return new Problem("rate_limited", detail, {
    hint: `Ask again in ${seconds === 1 ? "a second" : `${seconds} seconds`}, as Retry-After says; RateLimit says what is left before that happens.`,
    headers: { "retry-after": String(seconds) },
  });
}

const uncounted = () =>
  new Problem(
    "limiter_unavailable",
    "Who asks how much can't be counted just now, and this is not done uncounted.",
    {
      hint: "Ask again in some seconds, as Retry-After says. Reading goes on meanwhile.",
      headers: { "retry-after": "10" },
    },
  );

/** What a request costs, and whose route it takes where that is an operation's. */
export interface Price {
  readonly cost: number;
  readonly route?: string;
  /** Set where it is not done unless it can be counted. */
  readonly mustCount?: true;
}

const FREE: Price = { cost: 0 };
const REFUSED: Price = { cost: TENTH };

/**
 * What requests under a prefix cost: an operation 1, whatever comes of it; OPTIONS nothing; all others a tenth. What
 * `mustCount` names is not done uncounted.
 */
export function pricesOf(
  { operations, bindings }: Table,
  prefix: string,
  mustCount: readonly string[] = [],
): (method: string, path: string) => Price {
  const entries = Object.entries<{ method: string; path: string }>({
    ...operations,
    ...bindings,
  }).map(([name, { method, path }]) => {
    const price: Price = {
      cost: 1,
      route: path,
      ...(mustCount.includes(name) && { mustCount: true }),
    };
    return { method, path, form: formOf(path), price };
  });
  return (method, path) => {
    if (!path.startsWith(prefix) || method === "OPTIONS") return FREE;
    const as = method === "HEAD" ? "GET" : method;
    return (
      entries.find(
        (entry) => entry.method === as && (entry.path === path || entry.form?.test(path)),
      )?.price ?? REFUSED
    );
  };
}

/** The form of a path that has parameters; the router takes it with a slash at its end, too. */
const formOf = (path: string) =>
  path.includes("{")
    ? new RegExp(
        `^${path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+")}/?$`,
      )
    : undefined;
