import type { Runs } from "../../core/ports/runs.ts";
import { beginChecks } from "./runs/begin.ts";
import { listChecks } from "./runs/list.ts";
import { resultChecks } from "./runs/results.ts";

/** An empty place, opened, and hands on it. */
export interface RunsRig {
  readonly runs: Runs;
  /** Opens the same place once more, as another process does. */
  again(): Promise<Runs>;
  /** Closes whatever was opened and removes the place. */
  close(): Promise<void>;
}

/** Makes an empty place. */
export type RunsDriver = () => Promise<RunsRig>;

/** One observable promise of the port. */
export interface RunsCheck {
  readonly name: string;
  run(driver: RunsDriver): Promise<void>;
}

/** What every driver of the Runs port must do. */
export const runsSuite: readonly RunsCheck[] = [...beginChecks, ...listChecks, ...resultChecks];
