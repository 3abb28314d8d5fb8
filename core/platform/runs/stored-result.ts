import { encodeBase64 } from "../../lib/kit/bytes/base64.ts";
import { parseStoredResult } from "../../lib/openapi-tools/result/index.ts";
import type { RunRecord, RunStore, StoredResult } from "../../ports/stores/run-store.ts";
import { createDailyQuota } from "./daily-quota.ts";
import type { RunOutcome } from "./run-service.ts";

/** How many characters of results are stored for an account in 24 hours. */
const MAX_STORED_CHARACTERS = 500_000_000;
/** Results are stored for 24 hours. */
const RESULT_RETENTION_MILLISECONDS = 86_400_000;

interface OutcomeStoreOptions {
  readonly store: Pick<RunStore, "finish">;
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  onError(error: unknown): void;
}

/**
 * Creates a function that stores a finished run. It stores the result only if it was truncated or
 * the run had an idempotency key. Storage errors go to `onError`, because the run itself is over
 * and its caller should still get the outcome.
 */
export function createOutcomeStore({ store, now, onError }: OutcomeStoreOptions) {
  const takeQuota = createDailyQuota(MAX_STORED_CHARACTERS, now);
  return ({ run, full }: RunOutcome, wasBegun: boolean): Promise<unknown> => {
    const isNeeded = run.response?.isCut || run.idempotencyKey !== undefined;
    const result = full !== undefined && isNeeded ? toStoredResult(full) : undefined;
    const stored = result && takeQuota(run.account, result.data.length) ? result : undefined;
    return store
      .finish(run, {
        wasBegun,
        result: stored,
        keepResult: stored && now() + RESULT_RETENTION_MILLISECONDS,
      })
      .catch(onError);
  };
}

/**
 * Encodes a result for storage. Text with NUL becomes base64 because PostgreSQL can't store NUL in
 * text.
 */
function toStoredResult(full: string | Uint8Array): StoredResult {
  if (typeof full !== "string") return { encoding: "base64", data: encodeBase64(full) };
  return full.includes("\0")
    ? { encoding: "base64", data: encodeBase64(new TextEncoder().encode(full)) }
    : { encoding: "text", data: full };
}

/** Rebuilds the output of a finished run from its stored result. */
export function replayRun(
  run: RunRecord,
  stored: StoredResult | undefined,
  maxBytes: number,
): RunOutcome {
  if (!stored || stored.encoding === "base64" || !run.response) return { run };
  if (stored.data.length > maxBytes || run.response.isCut)
    return { run, data: stored.data.slice(0, maxBytes) };
  return { run, data: parseStoredResult(stored.data, run.response.mediaType) };
}
