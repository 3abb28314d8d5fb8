import type { HttpRequest } from "../http/handler.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Context } from "./contract.ts";

/** The part of the context that all requests share. */
export interface SharedContext extends Omit<Context, "identity" | "network" | "signal"> {
  /** Returns the network of a request. */
  clientKey(request: HttpRequest): string;
}

/** Returns a function that creates the context of a request. */
export const createContextFactory =
  (shared: SharedContext) =>
  (request: HttpRequest, context: RequestContext): Context =>
    new OperationContext(shared, request, context);

/** A class because accessors in an object literal would create a hidden class for each request. */
class OperationContext implements Context {
  readonly #shared: SharedContext;
  readonly #request: HttpRequest;
  readonly #requestContext: RequestContext;

  constructor(shared: SharedContext, request: HttpRequest, context: RequestContext) {
    this.#shared = shared;
    this.#request = request;
    this.#requestContext = context;
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

  get rate(): Context["rate"] {
    return this.#shared.rate;
  }

  get verifiedRate(): Context["verifiedRate"] {
    return this.#shared.verifiedRate;
  }

  get resources(): Context["resources"] {
    return this.#shared.resources;
  }

  get identity(): string {
    const credential = this.#request.headers.get("authorization");
    if (credential !== null) return `credential ${credential}`;
    const { verdict } = this.#requestContext;
    return verdict?.outcome === "verified"
      ? `agent ${verdict.agent}`
      : `network ${this.#shared.clientKey(this.#request)}`;
  }

  get network(): string {
    return this.#shared.clientKey(this.#request);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
