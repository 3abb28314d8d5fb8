import type { HttpRequest } from "../http/handler.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Actor } from "./auth/actor.ts";
import type { OperationContext } from "./contract.ts";

/** The part of the context that all requests share. */
export interface SharedContext
  extends Pick<
    OperationContext,
    "connections" | "runs" | "triggers" | "events" | "origin" | "source"
  > {
  catalogViewFor(actor: Actor): OperationContext["catalogView"];
  networkOf(request: HttpRequest): OperationContext["network"];
}

/** Returns a function that creates the context of a request. */
export const createContextFactory =
  (shared: SharedContext) =>
  (request: HttpRequest, { id }: RequestContext, actor: Actor): OperationContext =>
    new KeyContext(shared, request, id, actor);

/** A class because accessors in an object literal would create a hidden class for each request. */
class KeyContext implements OperationContext {
  readonly actor: Actor;
  readonly catalogView: OperationContext["catalogView"];
  readonly connections: OperationContext["connections"];
  readonly runs: OperationContext["runs"];
  readonly triggers: OperationContext["triggers"];
  readonly events: OperationContext["events"];
  readonly origin: string;
  readonly source: OperationContext["source"];
  readonly requestId: string;
  readonly #request: HttpRequest;
  readonly #networkOf: SharedContext["networkOf"];

  constructor(shared: SharedContext, request: HttpRequest, requestId: string, actor: Actor) {
    this.actor = actor;
    this.catalogView = shared.catalogViewFor(actor);
    this.connections = shared.connections;
    this.runs = shared.runs;
    this.triggers = shared.triggers;
    this.events = shared.events;
    this.origin = shared.origin;
    this.source = shared.source;
    this.requestId = requestId;
    this.#request = request;
    this.#networkOf = shared.networkOf;
  }

  // A getter because few operations need it.
  get network(): string | undefined {
    return this.#networkOf(this.#request);
  }

  // A getter because creating the signal costs more than the rest of most requests.
  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
