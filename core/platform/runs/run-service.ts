import type { ApiKey } from "../../ports/key-store.ts";
import type { RunFilter, RunRecord, StoredResult } from "../../ports/run-store.ts";
import type { CatalogView } from "../catalog-view/catalog-view.ts";

/** A tool that is to be run. */
export interface RunRequest {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** A connection's id or label. */
  readonly connection?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly timeoutMs: number;
  /** Of the answer, so many bytes are wanted at most. */
  readonly maxBytes: number;
}

/** A run that is over, or is known by its idempotency key. */
export interface CompletedRun {
  readonly run: RunRecord;
  /** What the app answered, as far as it is shown. */
  readonly data?: unknown;
}

/** Runs tools, and knows the runs of the last 30 days. */
export interface RunService {
  /** Runs a tool and resolves when it is over, whatever came of it; rejects with a `Problem` where it can't be begun. */
  run(key: ApiKey, catalogView: CatalogView, request: RunRequest): Promise<CompletedRun>;
  /** The key's own runs, the newest first. */
  list(
    key: ApiKey,
    filter: Omit<RunFilter, "account" | "user" | "apps">,
  ): Promise<readonly RunRecord[]>;
  /** Rejects with the `Problem` "run_not_found". */
  read(key: ApiKey, id: string): Promise<RunRecord>;
  /** What the app answered, where it was kept; rejects with "run_not_found". */
  result(
    key: ApiKey,
    id: string,
  ): Promise<{ readonly run: RunRecord; readonly result: StoredResult }>;
  /** Forgets a run that is over; rejects with "run_not_found", and with "request_in_flight" of one that is not. */
  remove(key: ApiKey, id: string): Promise<void>;
}
