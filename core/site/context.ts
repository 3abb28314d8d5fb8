import type { HttpRequest } from "../http/handler.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Context } from "./contract.ts";

/** What a request's context has from the service, whatever the request. */
export interface SharedContext extends Omit<Context, "identity" | "network" | "signal"> {
  /** The network that a request comes from. */
  clientKey(request: HttpRequest): string;
}

/** Makes what operations and bindings may use besides their input. */
export const createContextFactory =
  (shared: SharedContext) =>
  (request: HttpRequest, context: RequestContext): Context =>
    new OperationContext(shared, request, context);

/** A class for the accessors' sake: in an object literal they would make a hidden class for each request. */
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
    const { verdict: signed } = this.#requestContext;
    return signed?.outcome === "verified"
      ? `agent ${signed.agent}`
      : `network ${this.#shared.clientKey(this.#request)}`;
  }

  get network(): string {
    return this.#shared.clientKey(this.#request);
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
