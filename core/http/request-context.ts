import type { Verdict } from "../lib/http-signatures/index.ts";
import type { ErrorResponder, HttpRequest } from "./handler.ts";
import { problemResponse } from "./response/response.ts";

/** The route of a request, or what applies to a request without one. */
export interface MatchedRoute {
  /** The declared path of the route. */
  readonly route: string | undefined;
  /** Headers of every response, including errors. */
  readonly headers: Readonly<Record<string, string>>;
  readonly respondToError: ErrorResponder;
  /** The path parameters, still percent-encoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The state of one request, for the response, the log and the metrics. */
export interface RequestContext {
  /** The request ID, a UUID. */
  readonly id: string;
  /** The host in the URL, with its port if it has one. */
  readonly host: string;
  /** Without secrets once the request is routed. */
  path: string;
  /** The raw query, without the `?`. */
  readonly query: string;
  /** The route of the request, once it is known. */
  match: MatchedRoute;
  /** Set if the response comes from the upstream. Only a missing request ID is added to it. */
  isProxied?: boolean | undefined;
  /** Set if the client disconnected before the response. */
  isAborted?: boolean | undefined;
  /** Headers to add to the response, whether it succeeds or fails. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The limit that counts the request. `undefined` if none does. */
  rateLimit?: RateLimit | undefined;
  /** What the request has cost so far. */
  charged: number;
  /** The ID of the request's API key. */
  key?: string | undefined;
  /**
   * The result of signature verification. `undefined` without a Web Bot Auth signature, or if
   * signatures aren't verified.
   */
  verdict?: Verdict | undefined;
}

const UNMATCHED: RequestContext["match"] = {
  route: undefined,
  headers: {},
  respondToError: problemResponse,
  parameters: {},
};

/** Parses an absolute URL by hand, because `new URL` is too slow for the request path. */
export function createRequestContext(url: string, id: string): RequestContext {
  const hostStart = url.indexOf("://") + 3;
  const hash = url.indexOf("#", hostStart);
  const end = hash === -1 ? url.length : hash;
  const pathStart = url.indexOf("/", hostStart);
  const hostEnd = pathStart === -1 || pathStart > end ? end : pathStart;
  const queryStart = url.indexOf("?", hostEnd);
  const isPlain = queryStart === -1 || queryStart > end;
  return {
    id,
    host: url.slice(hostStart, hostEnd),
    path: url.slice(hostEnd, isPlain ? end : queryStart) || "/",
    query: isPlain ? "" : url.slice(queryStart + 1, end),
    match: UNMATCHED,
    isProxied: undefined,
    isAborted: undefined,
    headers: undefined,
    rateLimit: undefined,
    charged: 0,
    key: undefined,
    verdict: undefined,
  };
}

/** The cost of a request, in requests and possibly fractional. */
interface RequestCost {
  readonly cost: number;
  /** Set if the request is rejected while the limiter is unavailable. */
  readonly requiresLimiter?: boolean | undefined;
}

/** Charges requests to their clients. */
export interface RateLimit {
  /** Throws the `Problem` `rate_limited` if the client has exceeded its rate. */
  take(
    request: HttpRequest,
    context: RequestContext,
    requestCost: RequestCost,
  ): Promise<void> | void;
  /** The largest cost that every client can pay. */
  readonly maxCost: number;
  /** Reverses a charge, and removes its headers. */
  giveBack(request: HttpRequest, context: RequestContext, cost: number): Promise<void> | void;
}
