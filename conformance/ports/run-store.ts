import type { RunStore } from "../../core/ports/run-store.ts";
import { beginChecks } from "./run-store/begin.ts";
import { listChecks } from "./run-store/list.ts";
import { resultChecks } from "./run-store/results.ts";

/** An empty place, opened, and hands on it. */
export interface RunStoreFixture {
  readonly runs: RunStore;
  /** Opens the same place once more, as another process does. */
  reopen(): Promise<RunStore>;
  /** Closes whatever was opened and removes the place. */
  close(): Promise<void>;
}

/** Makes an empty place. */
export type RunStoreDriver = () => Promise<RunStoreFixture>;

/** One observable promise of the port. */
export interface RunStoreCheck {
  readonly name: string;
  run(driver: RunStoreDriver): Promise<void>;
}

/** What every driver of the Runs port must do. */
export const runStoreSuite: readonly RunStoreCheck[] = [
  ...beginChecks,
  ...listChecks,
  ...resultChecks,
];
