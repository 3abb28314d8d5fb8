import type { Handler } from "../../core/index.ts";
import type { Call, Case, Exchange } from "../case.ts";
import type { Target } from "../targets/target.ts";
import type { Spec } from "./spec.ts";

/** One service as the suite knows it: what its spec says, what is asked of it, and how. */
export interface Service extends Spec {
  /** Of each operation. */
  readonly cases: Readonly<Record<string, readonly Case<any>[]>>;
  /** Of each binding. */
  readonly bindings: Readonly<Record<string, readonly Exchange<any>[]>>;
  /** By what they ask: a surface's path. */
  readonly exchanges: Readonly<Record<string, readonly Exchange<any>[]>>;
  /** The core's list of what it serves besides. */
  readonly surfaces: readonly { readonly path: string }[];
  readonly fixture: ServiceFixture;
  /** Finds out, once, what portable cases know of a target; `call` is the caller's under test. */
  createContextLoader(call: Call, target: Target): () => Promise<any>;
  /** Rejects with a sentence where a deployment is no such service. */
  assertIsService(target: Target): Promise<void>;
}

/** The service that the suite starts by itself. */
export interface ServiceFixture {
  /** What a case may need that is nowhere else. */
  readonly description: string;
  /** Where the core believes to be: a name of loopback that nothing listens at. */
  readonly origin: string;
  /** The program that serves it, and prints its address. */
  readonly program: string;
  /** The key that callers send; none where none is asked for. */
  readonly key?: string;
  create(origin: string): Promise<{ readonly handler: Handler; remove(): void }>;
}
