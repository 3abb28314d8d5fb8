import type { RunClaim, RunRecord } from "../../../core/ports/run-store.ts";
import { createCheck } from "../port-check.ts";
import type { RunStoreFixture } from "../run-store.ts";

export const check = createCheck<RunStoreFixture>;

/** Milliseconds since 1970, as are all times of the port. */
export const NOW = 1_795_255_200_000;
export const SECOND = 1000;
export const DAY = 86_400_000;

/**
 * A running run, created `number` seconds after `NOW`. Its ID ends with `number` in hexadecimal.
 */
export const createStartedRun = (
  number: number,
  overrides: Partial<RunRecord> = {},
): RunRecord => ({
  id: `run_${(NOW + number * SECOND).toString(16).padStart(12, "0")}${number.toString(16).padStart(20, "0")}`,
  account: "acc_1",
  key: "key_1",
  app: "github",
  tool: "github.issues_create",
  connection: "conn_1",
  status: "running",
  isUnsafe: true,
  arguments: { title: "It hums" },
  attempts: [],
  created: new Date(NOW + number * SECOND).toISOString(),
  ...overrides,
});

/** The run after it succeeded. */
export const createFinishedRun = (
  run: RunRecord,
  overrides: Partial<RunRecord> = {},
): RunRecord => ({
  ...run,
  status: "succeeded",
  attempts: [{ started: run.created, milliseconds: 12, status: 201 }],
  response: { status: 201, headers: {}, mediaType: "application/json", size: 13, isCut: false },
  finished: new Date(Date.parse(run.created) + SECOND).toISOString(),
  ...overrides,
});

export const ONE_MINUTE_LEASE = { until: NOW + 60 * SECOND, now: NOW };

/** A claim whose idempotency key expires after a day. */
export const RUN_CLAIM: RunClaim = { key: "claim_1", request: "digest_1", keep: NOW + DAY };

/** The run as a store returns it, without undefined properties. */
export const toStoredRun = (run: RunRecord): RunRecord =>
  JSON.parse(JSON.stringify(run)) as RunRecord;
