import type {
  Defaulted,
  OperationName as Name,
  Renderings,
} from "../../generated/platform/operations.ts";
import type { operations as Spec } from "../../generated/platform/schema.d.ts";
import type * as generic from "../operation.ts";
import type { ApiKey } from "../ports/key-store.ts";
import type { CatalogView } from "./catalog-view/catalog-view.ts";
import type { ConnectionService } from "./connections/connection-service.ts";
import type { RunService } from "./runs/run-service.ts";

/** What an operation of the platform service may use besides its input. */
export interface OperationContext {
  /** Who asks. */
  readonly key: ApiKey;
  /** The apps and tools that there are for the key. */
  readonly catalogView: CatalogView;
  /** Runs tools, and knows what was run. */
  readonly runs: RunService;
  /** Where the service is, in public. */
  readonly origin: string;
  /** The connections that there are for the key. */
  readonly connections: ConnectionService;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** The platform service, as the types see it. */
export interface PlatformContract extends generic.Contract {
  readonly operations: Pick<Spec, Name>;
  readonly defaulted: Defaulted;
  readonly renderings: Renderings;
  readonly context: OperationContext;
}

export type OperationName = generic.OperationName<PlatformContract>;
export type Input<N extends OperationName> = generic.Input<PlatformContract, N>;
export type Output<N extends OperationName> = generic.Output<PlatformContract, N>;
export type Operation<N extends OperationName> = generic.Operation<PlatformContract, N>;
