import type { RunClaim, RunRecord } from "../../../core/ports/run-store.ts";
import { createCheck } from "../port-check.ts";
import type { RunStoreCheck, RunStoreFixture } from "../run-store.ts";

export { runConcurrently as together } from "../port-check.ts";

/** A check on an empty place of its own. */
export const check = (
  name: string,
  run: (fixture: RunStoreFixture) => Promise<void>,
): RunStoreCheck => createCheck(name, run);

export const NOW = 1_795_255_200_000;
export const SECOND = 1000;
export const DAY = 86_400_000;

/** A run that was just begun, of this number. */
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

/** The same when it is over. */
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

/** At it for a minute from NOW on. */
export const ONE_MINUTE_LEASE = { until: NOW + 60 * SECOND, now: NOW };

/** A key that is remembered for a day. */
export const RUN_CLAIM: RunClaim = { key: "claim_1", request: "digest_1", keep: NOW + DAY };

/** What comes back of a record: what is undefined is not there. */
export const toStoredRun = (run: RunRecord): RunRecord =>
  JSON.parse(JSON.stringify(run)) as RunRecord;
