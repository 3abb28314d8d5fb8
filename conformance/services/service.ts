import type { Handler } from "../../core/index.ts";
import type { Call, Case, Exchange } from "../case.ts";
import type { Target } from "../targets/target.ts";
import type { Spec } from "./spec.ts";

/** A service with its spec, its cases and its fixture. */
export interface Service extends Spec {
  /** By operation. */
  readonly cases: Readonly<Record<string, readonly Case<any>[]>>;
  /** By protocol operation. */
  readonly bindings: Readonly<Record<string, readonly Exchange<any>[]>>;
  /** By the path of the surface. */
  readonly exchanges: Readonly<Record<string, readonly Exchange<any>[]>>;
  /** The surfaces that the core lists. */
  readonly surfaces: readonly { readonly path: string }[];
  readonly fixture: ServiceFixture;
  /**
   * Creates a function that loads the facts that portable cases need, once. `call` uses the caller
   * under test.
   */
  createContextLoader(call: Call, target: Target): () => Promise<any>;
  /** Rejects with an explanation if the deployment isn't this service. */
  assertIsService(target: Target): Promise<void>;
}

/** The service that the suite starts. */
export interface ServiceFixture {
  /** The contents of the fixture. */
  readonly description: string;
  /**
   * The public origin that the core is configured with: a loopback name on which nothing listens.
   */
  readonly origin: string;
  /** The program that serves the fixture and prints its URL. */
  readonly program: string;
  /** The API key that callers send, if the service requires one. */
  readonly key?: string;
  create(origin: string): Promise<{ readonly handler: Handler; remove(): void }>;
}
