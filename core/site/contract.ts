import type {
  BindingName,
  Defaulted,
  OperationName as Name,
  Renderings,
} from "../../generated/site/operations.ts";
import type { operations as Spec } from "../../generated/site/schema.d.ts";
import type { Rate } from "../domain/rate.ts";
import type * as operation from "../operation.ts";
import type { ContentSource } from "../ports/content.ts";
import type * as protocol from "../protocol-operation.ts";
import type { Commerce } from "./checkouts/commerce.ts";
import type { AgentResource } from "./domain/agent-resource.ts";
import type { Site } from "./domain/site.ts";

/** What an operation of the site service may use besides its input. */
export interface Context {
  readonly site: Site;
  readonly content: ContentSource;
  /** What each client is held to, if anything. */
  readonly rate?: Rate | undefined;
  /** What agents are held to whose signature is verified; as everyone is, where it is not there. */
  readonly verifiedRate?: Rate | undefined;
  /** What buying needs; none where nothing is for sale. */
  readonly commerce?: Commerce | undefined;
  /** Everything that is served for agents to find. */
  readonly resources: readonly AgentResource[];
  /** Who asks, as far as that is known: a credential, or else the agent whose signature was verified, or else the network. A secret. */
  readonly identity: string;
  /** The network that asks, which is who is held to account for what it causes. */
  readonly network: string;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** The site service, as the types see it. */
export interface SiteContract extends operation.Contract {
  readonly operations: Pick<Spec, Name>;
  readonly defaulted: Defaulted;
  readonly renderings: Renderings;
  readonly context: Context;
}

export type OperationName = operation.OperationName<SiteContract>;
export type Input<N extends OperationName> = operation.Input<SiteContract, N>;
export type Output<N extends OperationName> = operation.Output<SiteContract, N>;
export type Operation<N extends OperationName> = operation.Operation<SiteContract, N>;
export type Representation<N extends OperationName> = operation.Representation<
  Output<N>,
  operation.Rendering<SiteContract, N>
>;

/** What a binding of the site service may use besides its input. */
export interface ProtocolContext extends Context {
  /** The id that a new checkout is to have, where the request must be carried out once. */
  readonly checkoutId?: string | undefined;
}

/** The bindings of the site service, as the types see them. */
export interface SiteProtocols extends protocol.ProtocolContract {
  readonly operations: Pick<Spec, BindingName>;
  readonly context: ProtocolContext;
}

export type ProtocolOperation<N extends BindingName> = protocol.ProtocolOperation<SiteProtocols, N>;
export type ProtocolInput<N extends BindingName> = protocol.ProtocolInput<SiteProtocols, N>;
export type ProtocolOutput<N extends BindingName> = protocol.ProtocolOutput<SiteProtocols, N>;
