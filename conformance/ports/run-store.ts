import type { RunStore } from "../../core/ports/run-store.ts";
import type { StoreFixture } from "./databases.ts";
import type { PortCheck } from "./port-check.ts";
import { beginChecks } from "./run-store/begin.ts";
import { listChecks } from "./run-store/list.ts";
import { resultChecks } from "./run-store/results.ts";

export type RunStoreFixture = StoreFixture<RunStore>;
export type RunStoreCheck = PortCheck<RunStoreFixture>;

/** Checks that every implementation of `RunStore` must pass. */
export const runStoreSuite: readonly RunStoreCheck[] = [
  ...beginChecks,
  ...listChecks,
  ...resultChecks,
];
