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
  /** The key that a request's client is counted by. */
  clientOf(asked: Asked): string;
}

/** Takes what a request costs; throws the `Problem` "rate_limited" if its client has that much no longer. */
export type Admit = (asked: Asked, cost: number, passage: Passage) => Promise<void> | void;

/** What a request costs that carries out no operation: a refusal, a word of a protocol. An operation costs 1. */
export const TENTH = 0.1;

/**
 * Holds clients to a rate, and has every answer that counts say what is left of it (RateLimit and RateLimit-Policy,
 * draft-ietf-httpapi-ratelimit-headers-11). Where the limiter fails, everyone is let through and the fault is told.
 */
export function createAdmission({ rate, limiter, clientOf }: Limit, fault: (error: unknown, requestId: string) => void): Admit {
  const policy = `"client";q=${rate.quota};w=${rate.windowSeconds}`;
  const tell = ({ allowed, remaining, resetSeconds, retryAfterSeconds }: Taken, passage: Passage): void => {
    passage.headers = { ratelimit: `"client";r=${remaining};t=${Math.ceil(resetSeconds)}`, "ratelimit-policy": policy };
    if (!allowed) throw refusal(rate, Math.max(Math.ceil(retryAfterSeconds), 1));
  };
  // No promise where the limiter can tell at once.
  return (asked, cost, passage) => {
    let taken: Taken | Promise<Taken>;
    try {
      taken = limiter.take(clientOf(asked), cost);
    } catch (error) {
      return fault(error, passage.id);
    }
    if (!(taken instanceof Promise)) return tell(taken, passage);
    return taken.then(
      (answer) => tell(answer, passage),
      (error: unknown) => fault(error, passage.id),
    );
  };
}

function refusal({ quota, windowSeconds, burst }: Rate, seconds: number): Problem {
  const detail = `Each client may ask ${quota} times in ${windowSeconds} seconds, and ${burst} times at once: this is over it.`;
  return new Problem("rate_limited", detail, {
    hint: `Ask again in ${seconds === 1 ? "a second" : `${seconds} seconds`}, as Retry-After says; RateLimit says what is left before that happens.`,
    headers: { "retry-after": String(seconds) },
  });
}

/** What a request costs, and whose route it takes where that is an operation's. */
export interface Price {
  readonly cost: number;
  readonly route?: string;
}

const FREE: Price = { cost: 0 };
const REFUSED: Price = { cost: TENTH };

/** What requests under a prefix cost: an operation 1, whatever comes of it; OPTIONS nothing; all others a tenth. */
export function pricesOf({ operations, bindings }: Table, prefix: string): (method: string, path: string) => Price {
  const entries = Object.values<{ method: string; path: string }>({ ...operations, ...bindings }).map(({ method, path }) => ({ method, path, form: formOf(path), price: { cost: 1, route: path } }));
  return (method, path) => {
    if (!path.startsWith(prefix) || method === "OPTIONS") return FREE;
    const as = method === "HEAD" ? "GET" : method;
    return entries.find((entry) => entry.method === as && (entry.path === path || entry.form?.test(path)))?.price ?? REFUSED;
  };
}

/** The form of a path that has parameters; the router takes it with a slash at its end, too. */
const formOf = (path: string) =>
  path.includes("{") ? new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+")}/?$`) : undefined;
