import type { HttpRequest } from "../http/handler.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Actor } from "./auth/actor.ts";
import type { OperationContext } from "./contract.ts";

/** The part of the context that all requests share. */
export interface SharedContext
  extends Pick<OperationContext, "connections" | "runs" | "triggers" | "events" | "origin"> {
  catalogViewFor(actor: Actor): OperationContext["catalogView"];
  networkOf(request: HttpRequest): OperationContext["network"];
}

/** Returns a function that creates the context of a request from a source. */
export const createContextFactory =
  (shared: SharedContext, source: OperationContext["source"]) =>
  (request: HttpRequest, { id }: RequestContext, actor: Actor): OperationContext =>
    new KeyContext({ shared, source, request, requestId: id, actor });

interface KeyContextParts extends Pick<OperationContext, "actor" | "source"> {
  readonly shared: SharedContext;
  readonly request: HttpRequest;
  readonly requestId: string;
}

/** A class because accessors in an object literal would create a hidden class for each request. */
class KeyContext implements OperationContext {
  readonly actor: Actor;
  readonly catalogView: OperationContext["catalogView"];
  readonly source: OperationContext["source"];
  readonly requestId: string;
  readonly #shared: SharedContext;
  readonly #request: HttpRequest;

  constructor({ shared, source, request, requestId, actor }: KeyContextParts) {
    this.actor = actor;
    this.catalogView = shared.catalogViewFor(actor);
    this.source = source;
    this.requestId = requestId;
    this.#shared = shared;
    this.#request = request;
  }

  // Getters because services are created when they are first used.
  get connections(): OperationContext["connections"] {
    return this.#shared.connections;
  }

  get runs(): OperationContext["runs"] {
    return this.#shared.runs;
  }

  get triggers(): OperationContext["triggers"] {
    return this.#shared.triggers;
  }

  get events(): OperationContext["events"] {
    return this.#shared.events;
  }

  get origin(): string {
    return this.#shared.origin;
  }

  // A getter because few operations need it.
  get network(): string | undefined {
    return this.#shared.networkOf(this.#request);
  }

  // A getter because creating the signal costs more than the rest of most requests.
  get signal(): AbortSignal {
    return this.#request.signal;
  }
}
