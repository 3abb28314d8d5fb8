import type { Defaulted, OperationName as Name, Renderings } from "../../generated/site/operations.ts";
import type { operations as Spec } from "../../generated/site/schema.d.ts";
import type * as generic from "../operation.ts";
import type { Rate } from "../domain/rate.ts";
import type { Content } from "../ports/content.ts";
import type { Site } from "./domain/site.ts";

/** What an operation of the site service may use besides its input. */
export interface Context {
  readonly site: Site;
  readonly content: Content;
  /** What each client is held to, if anything. */
  readonly rate?: Rate | undefined;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
}

/** The site service, as the types see it. */
export interface SiteContract extends generic.Contract {
  readonly operations: Pick<Spec, Name>;
  readonly defaulted: Defaulted;
  readonly renderings: Renderings;
  readonly context: Context;
}

export type OperationName = generic.OperationName<SiteContract>;
export type Input<N extends OperationName> = generic.Input<SiteContract, N>;
export type Output<N extends OperationName> = generic.Output<SiteContract, N>;
export type Operation<N extends OperationName> = generic.Operation<SiteContract, N>;
export type Representation<N extends OperationName> = generic.Representation<Output<N>, generic.Rendering<SiteContract, N>>;
