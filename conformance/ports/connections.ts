import type { Connections } from "../../core/ports/connections.ts";
import { keptChecks } from "./connections/kept.ts";
import { leaseChecks } from "./connections/leases.ts";
import { onceChecks } from "./connections/once.ts";

/** An empty place, opened, and hands on it. */
export interface ConnectionsRig {
  readonly connections: Connections;
  /** Opens the same place once more, as another process does. */
  again(): Promise<Connections>;
  /** Closes whatever was opened and removes the place. */
  close(): Promise<void>;
}

/** One observable promise of the port. */
export interface ConnectionsCheck {
  readonly name: string;
  run(rig: ConnectionsRig): Promise<void>;
}

/** What every driver of the Connections port must do. */
export const connectionsSuite: readonly ConnectionsCheck[] = [
  ...keptChecks,
  ...leaseChecks,
  ...onceChecks,
];
