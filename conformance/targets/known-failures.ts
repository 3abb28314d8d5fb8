import type { Spec } from "../services/service.ts";

/** A test that is known to fail, with the reason. A known failure that passes fails the run. */
export interface KnownFailure {
  readonly service: Spec["name"];
  /** The name of the target. */
  readonly target: string;
  /** The caller. Undefined: all callers. */
  readonly caller?: string;
  /** The title as printed: the endpoint, ` › ` and the behavior. */
  readonly test: string;
  readonly reason: string;
}

/** All known failures. */
export const knownFailures: readonly KnownFailure[] = [];
