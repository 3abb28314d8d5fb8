import type {
  BindingName,
  Defaulted,
  OperationName as Name,
  Renderings,
} from "../../generated/site/operations.ts";
import type { operations as Spec } from "../../generated/site/schema.d.ts";
import type * as operation from "../http/routing/operation.ts";
import type * as protocol from "../http/routing/protocol-operation.ts";
import type { Rate } from "../lib/kit/flow/rate.ts";
import type { ContentSource } from "../ports/content.ts";
import type { Commerce } from "./checkout/commerce.ts";
import type { AgentResource } from "./documents/agent-resource.ts";
import type { RaiseCost } from "./pages/page-charge.ts";
import type { PageRenditions } from "./pages/page-renditions.ts";
import type { Site } from "./site.ts";

/** The context of an operation of the site service. */
export interface Context {
  readonly site: Site;
  readonly content: ContentSource;
  /** The rate limit of each client. Absent without a rate limit. */
  readonly rate?: Rate | undefined;
  /** The rate limit of verified agents. Absent if it is the same for all clients. */
  readonly verifiedRate?: Rate | undefined;
  /** The dependencies of checkouts. Absent if the site sells nothing. */
  readonly commerce?: Commerce | undefined;
  /** Whether the site has products at the moment. */
  readonly sells: boolean;
  /** Everything that discovery documents list. */
  readonly resources: readonly AgentResource[];
  /** How the request was sent. Protocol operations name their own protocol. */
  readonly protocol: "http" | "mcp";
  /** The client's network, verified agent and credential, as text. Treat it as a secret. */
  readonly identity: string;
  /**
   * Whether a verified signature or a credential identifies the client. Otherwise, requests from
   * its network may come from different clients.
   */
  readonly isIdentified: boolean;
  /** Whether a proxy may have forwarded the request, even if the connection is local. */
  readonly isForwarded: boolean;
  /** The network of the client. Rate limits on outbound requests count it. */
  readonly network: string;
  /** Pages as Markdown and text. */
  readonly renditions: PageRenditions;
  /** Raises what the client pays for reading a page, which is `PAGE_COST` at first. */
  readonly raiseCost: RaiseCost;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The operations of the site service as types. */
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

/** The context of a protocol operation. */
export interface ProtocolContext extends Context {
  /** The ID of a new checkout. Set if the request has an idempotency key. */
  readonly checkoutId?: string | undefined;
}

/** The protocol operations of the site service as types. */
export interface SiteProtocols extends protocol.ProtocolContract {
  readonly operations: Pick<Spec, BindingName>;
  readonly context: ProtocolContext;
}

export type ProtocolOperation<N extends BindingName> = protocol.ProtocolOperation<SiteProtocols, N>;
export type ProtocolInput<N extends BindingName> = protocol.ProtocolInput<SiteProtocols, N>;
export type ProtocolOutput<N extends BindingName> = protocol.ProtocolOutput<SiteProtocols, N>;
