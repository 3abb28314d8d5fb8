import type {
  Defaulted,
  OperationName as Name,
  Renderings,
} from "../../generated/platform/operations.ts";
import type { operations as Spec } from "../../generated/platform/schema.d.ts";
import type * as generic from "../http/routing/operation.ts";
import type { RunSource } from "../ports/stores/run-store.ts";
import type { Actor } from "./auth/actor.ts";
import type { CatalogView } from "./catalog/catalog-view.ts";
import type { ConnectionService } from "./connections/connection-service.ts";
import type { RunService } from "./runs/run-service.ts";
import type { EventService } from "./triggers/events/event-service.ts";
import type { TriggerService } from "./triggers/trigger-service.ts";

/** The context of a platform operation: the actor and the services that it uses. */
export interface OperationContext {
  /** The API key or the person that the operation acts for. */
  readonly actor: Actor;
  /** The apps and tools that the actor may see. */
  readonly catalogView: CatalogView;
  readonly runs: RunService;
  /** The public origin of the service, without a slash at the end. */
  readonly origin: string;
  readonly connections: ConnectionService;
  readonly triggers: TriggerService;
  readonly events: EventService;
  /** The network of the client, for the audit log: an IPv4 /24 or an IPv6 /48. */
  readonly network: string | undefined;
  /** How the request arrived. */
  readonly source: RunSource;
  /** The ID of the request. */
  readonly requestId: string | undefined;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The types of the platform service. */
export interface PlatformContract extends generic.Contract {
  readonly operations: Pick<Spec, Name>;
  readonly defaulted: Defaulted;
  readonly renderings: Renderings;
  readonly context: OperationContext;
}

export type OperationName = generic.OperationName<PlatformContract>;
export type Input<N extends OperationName> = generic.Input<PlatformContract, N>;
/** The input of a request, which may omit inputs that have a default value. */
export type RequestInput<N extends OperationName> = Omit<Input<N>, Defaulted[N]> &
  Partial<Pick<Input<N>, Defaulted[N] & keyof Input<N>>>;
export type Output<N extends OperationName> = generic.Output<PlatformContract, N>;
export type Operation<N extends OperationName> = generic.Operation<PlatformContract, N>;
