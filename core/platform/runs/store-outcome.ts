import { encodeBase64 } from "../../lib/kit/base64.ts";
import type { RunRecord, RunStore, StoredResult } from "../../ports/run-store.ts";
import { createDailyQuota } from "./daily-quota.ts";
import type { RunOutcome } from "./execute-run.ts";

/** How many characters of results are stored for an account in 24 hours. */
const MAX_STORED_CHARACTERS = 500_000_000;
/** Results are stored for 24 hours. */
const RESULT_RETENTION_MILLISECONDS = 86_400_000;

export interface OutcomeStoreOptions {
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
  return (run: RunRecord, wasBegun: boolean, { result }: RunOutcome): Promise<unknown> => {
    const shouldStore =
      result && result.content !== "empty" && (result.isCut || run.idempotencyKey !== undefined);
    const full = shouldStore ? toStoredResult(result.full) : undefined;
    const stored = full && takeQuota(run.account, full.data.length) ? full : undefined;
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
