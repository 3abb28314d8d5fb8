import type { HttpRequest } from "../http/handler.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Actor } from "./auth/actor.ts";
import type { OperationContext } from "./contract.ts";

/** The part of the context that all requests share. */
export interface SharedContext
  extends Pick<OperationContext, "connections" | "runs" | "origin" | "source"> {
  catalogViewFor(actor: Actor): OperationContext["catalogView"];
}

/** Returns a function that creates the context of a request. */
export const createContextFactory =
  (shared: SharedContext) =>
  (request: HttpRequest, _: RequestContext | undefined, actor: Actor): OperationContext =>
    new KeyContext(shared, request, actor);

/** A class because accessors in an object literal would create a hidden class for each request. */
class KeyContext implements OperationContext {
  readonly actor: Actor;
  readonly catalogView: OperationContext["catalogView"];
  readonly connections: OperationContext["connections"];
  readonly runs: OperationContext["runs"];
  readonly origin: string;
  readonly source: OperationContext["source"];
  readonly #request: HttpRequest;

  constructor(shared: SharedContext, request: HttpRequest, actor: Actor) {
    this.actor = actor;
    this.catalogView = shared.catalogViewFor(actor);
    this.connections = shared.connections;
    this.runs = shared.runs;
    this.origin = shared.origin;
    this.source = shared.source;
    this.#request = request;
  }

  // A getter because creating the signal costs more than the rest of most requests.
  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
