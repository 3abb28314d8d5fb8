import type { Spec } from "../services/spec.ts";

/** A cell that is known to fail, and why it may. A line that passes again fails the run. */
export interface KnownFailure {
  readonly service: Spec["name"];
  /** The target's name. */
  readonly target: string;
  /** One caller, or all. */
  readonly caller?: string;
  /** As a failure is printed: what is asked, ` › `, and what it does. */
  readonly test: string;
  readonly reason: string;
}

/** Every cell that is known to fail. */
export const knownFailures: readonly KnownFailure[] = [];
