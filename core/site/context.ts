import type { HttpRequest } from "../http/handler.ts";
import { mayBeForwarded } from "../http/origins/is-forwarded.ts";
import { PAGE_COST } from "../http/rate-limit.ts";
import type { RateLimit, RequestContext } from "../http/request-context.ts";
import type { Verdict } from "../lib/http-signatures/index.ts";
import type { Context } from "./contract.ts";
import { createPageCharge } from "./pages/page-charge.ts";

/** The result of verifying the signature of a request. `undefined` without a signature. */
export type Caller = Verdict | undefined;

/** The part of the context that all requests share. */
export interface SharedContext
  extends Omit<
    Context,
    | "identity"
    | "isIdentified"
    | "isForwarded"
    | "network"
    | "signal"
    | "raiseCost"
    | "sells"
    | "resources"
  > {
  /** Whether the site has products at the moment. */
  sells(): boolean;
  resources(): Context["resources"];
  /** Absent without a rate limit. */
  readonly rateLimit?: RateLimit | undefined;
  /** Returns the network of a request. */
  clientKey(request: HttpRequest): string;
}

/** Returns a function that creates the context of a request. */
export const createContextFactory =
  (shared: SharedContext) =>
  (request: HttpRequest, requestContext: RequestContext, verdict: Caller): Context =>
    new OperationContext(shared, request, requestContext, verdict);

/** A class because accessors in an object literal would create a hidden class for each request. */
class OperationContext implements Context {
  readonly #shared: SharedContext;
  readonly #request: HttpRequest;
  readonly #requestContext: RequestContext;
  readonly #verdict: Caller;

  constructor(
    shared: SharedContext,
    request: HttpRequest,
    requestContext: RequestContext,
    verdict: Caller,
  ) {
    this.#shared = shared;
    this.#request = request;
    this.#requestContext = requestContext;
    this.#verdict = verdict;
  }

  get site(): Context["site"] {
    return this.#shared.site;
  }

  get content(): Context["content"] {
    return this.#shared.content;
  }

  get commerce(): Context["commerce"] {
    return this.#shared.commerce;
  }

  get sells(): boolean {
    return this.#shared.sells();
  }

  get rate(): Context["rate"] {
    return this.#shared.rate;
  }

  get verifiedRate(): Context["verifiedRate"] {
    return this.#shared.verifiedRate;
  }

  get resources(): Context["resources"] {
    return this.#shared.resources();
  }

  get renditions(): Context["renditions"] {
    return this.#shared.renditions;
  }

  get raiseCost(): Context["raiseCost"] {
    return createPageCharge(this.#shared.rateLimit, this.#request, this.#requestContext, PAGE_COST);
  }

  get protocol(): Context["protocol"] {
    return this.#shared.protocol;
  }

  get identity(): string {
    return JSON.stringify([this.network, this.#agent, this.#credential]);
  }

  get isIdentified(): boolean {
    return this.#agent !== null || this.#credential !== null;
  }

  get isForwarded(): boolean {
    return mayBeForwarded(this.#request, this.#requestContext);
  }

  get #agent(): string | null {
    return this.#verdict?.outcome === "verified" ? this.#verdict.agent : null;
  }

  get #credential(): string | null {
    return this.#request.headers.get("authorization");
  }

  get network(): string {
    return this.#shared.clientKey(this.#request);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
