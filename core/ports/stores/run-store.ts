import type { FailureCode } from "../../lib/openapi-tools/result/index.ts";
import type { AuditEntry } from "./audit-log.ts";
import { ANY_APP } from "./trigger-store.ts";

/** `succeeded`, `failed` and `outcome_unknown` are final. */
export type RunStatus = "queued" | "running" | "succeeded" | "failed" | "outcome_unknown";

/** The API or protocol that requested a run. */
export type RunSource = "api" | "mcp" | "page" | "trigger";

/** One request of a run to the app. */
export interface RunAttempt {
  /** RFC 3339, UTC. */
  readonly started: string;
  readonly milliseconds: number;
  readonly status?: number | undefined;
  readonly error?: FailureCode | undefined;
}

/** Why a run did not succeed. */
export interface RunFailure {
  readonly code: FailureCode;
  readonly message: string;
  readonly retryAfter?: number | undefined;
}

/** Metadata of an app's response. */
export interface RunResponse {
  readonly status?: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly mediaType?: string | undefined;
  readonly size: number;
  readonly isCut: boolean;
}

/** A stored run. It contains neither secrets nor the app's response body. */
export interface RunRecord {
  /**
   * `run_` and 32 hexadecimal digits. The first 12 are `created` in milliseconds since 1970, so IDs
   * sort by time.
   */
  readonly id: string;
  readonly account: string;
  /** The end user of the run. Absent: the account itself. */
  readonly user?: string | undefined;
  /** The ID of the API key. */
  readonly key: string;
  /** How the run was requested. Absent: unknown. */
  readonly source?: RunSource | undefined;
  /** The ID of the request that started it. Absent for runs of earlier versions. */
  readonly request?: string | undefined;
  /** The ID of the run that this one repeats. */
  readonly again?: string | undefined;
  /** The ID of the trigger that started it, of its event, and of the trigger's action. */
  readonly trigger?: string | undefined;
  readonly event?: string | undefined;
  readonly action?: string | undefined;
  /**
   * The apps that its event concerns. Absent: no event started it, or an earlier version of Jackfield
   * stored it.
   */
  readonly apps?: readonly string[] | undefined;
  readonly app: string;
  readonly tool: string;
  readonly connection?: string | undefined;
  readonly status: RunStatus;
  /**
   * Whether the tool may change something. Jackfield never resends such a request if it may have
   * been sent before.
   */
  readonly isUnsafe: boolean;
  /** The arguments, except possible secrets. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string | undefined;
  readonly attempts: readonly RunAttempt[];
  readonly failure?: RunFailure | undefined;
  readonly response?: RunResponse | undefined;
  /** The arguments to change for the next page. */
  readonly next?: Readonly<Record<string, unknown>> | undefined;
  /** RFC 3339, UTC, like `finished`. */
  readonly created: string;
  readonly finished?: string | undefined;
}

/** The app of a run, and those that the event concerns that started it. */
export const runApps = ({
  app,
  event,
  apps = event === undefined ? [] : [ANY_APP],
}: Pick<RunRecord, "app" | "event" | "apps">): readonly string[] => [...new Set([app, ...apps])];

/** The idempotency key of a run. */
export interface RunClaim {
  /** A digest of the owner and the idempotency key. */
  readonly key: string;
  /** A digest of the request, to detect a different request with the same key. */
  readonly request: string;
  /** When the key is deleted, in milliseconds since 1970. */
  readonly keep: number;
}

export type BeginResult =
  | { readonly outcome: "acquired" }
  /** The request was made before. `run` is the current state of that run. */
  | { readonly outcome: "existing"; readonly run: RunRecord }
  /** The key was used for another request. */
  | { readonly outcome: "conflict" };

/** The body of an app's response, as text or base64. */
export interface StoredResult {
  readonly encoding: "text" | "base64";
  readonly data: string;
}

export interface RunFilter {
  readonly account: string;
  readonly user?: string | undefined;
  readonly app?: string | undefined;
  readonly tool?: string | undefined;
  readonly connection?: string | undefined;
  readonly status?: RunStatus | undefined;
  /** The ID of the trigger that started the run. */
  readonly trigger?: string | undefined;
  /** The ID of the event that it acts on. */
  readonly event?: string | undefined;
  /** Only runs all of whose `runApps` are among these. Absent: all. */
  readonly apps?: readonly string[] | undefined;
  /** Only runs older than the one with this ID. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Which runs of an account to list, those of its end users included. */
export interface ActivityFilter {
  readonly account: string;
  /** Only runs of this end user. The empty string selects the runs of the account itself. */
  readonly user?: string | undefined;
  readonly app?: string | undefined;
  readonly tool?: string | undefined;
  /** The ID of an API key or of a person. */
  readonly key?: string | undefined;
  readonly source?: RunSource | undefined;
  readonly status?: RunStatus | undefined;
  /** Only runs created at this time or later, in milliseconds since 1970. */
  readonly from?: number | undefined;
  /** Only runs created before this time. */
  readonly to?: number | undefined;
  /** Only runs older than the one with this ID. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** A part of an account's runs, newest first. */
export interface ActivityPage {
  readonly runs: readonly RunRecord[];
  /**
   * The ID of the last run that was compared with the filter. Set if there are fewer runs than
   * `limit` and older runs weren't compared.
   */
  readonly scannedTo?: string | undefined;
}

/** Which runs of an account to count. */
export interface ActivityPeriod {
  readonly account: string;
  /** As in `ActivityFilter`. */
  readonly user?: string | undefined;
  /** Milliseconds since 1970. */
  readonly from: number;
  /** The length of one count, in milliseconds. */
  readonly step: number;
}

/** The numbers of runs in a period. */
export interface ActivityCounts {
  /** Each with the number of the step from the start of the period. Only those above 0. */
  readonly counts: readonly {
    readonly step: number;
    readonly status: RunStatus;
    readonly runs: number;
  }[];
  /** False if the period has more runs than one call counts. The oldest aren't counted then. */
  readonly isComplete: boolean;
  /** The position of the last change of the counted runs, or 0. */
  readonly position: number;
}

/** A run that began or finished. */
export interface RunChange {
  readonly run: RunRecord;
  /**
   * When the run was stored in this state, in milliseconds since 1970 by the clock of the database.
   * It orders the changes of all processes, except those at the same moment.
   */
  readonly position: number;
}

/**
 * Stores runs and their results. Each method is atomic, also across processes. Methods reject with
 * any error if the storage fails.
 */
export interface RunStore {
  /**
   * Stores a run before its first request is sent. After `until` (milliseconds since 1970) an
   * unfinished run counts as abandoned. With a claim, only the first caller acquires the run.
   */
  begin(
    run: RunRecord,
    options: {
      readonly until: number;
      readonly now: number;
      readonly claim?: RunClaim | undefined;
    },
  ): Promise<BeginResult>;
  /**
   * Stores the outcome of a run, begun or not. Doesn't change runs that are final or were deleted
   * since they began. Returns whether the outcome was stored.
   */
  finish(
    run: RunRecord,
    options: {
      readonly wasBegun: boolean;
      readonly result?: StoredResult | undefined;
      readonly keepResult?: number | undefined;
    },
  ): Promise<boolean>;
  /** Finds the run that began with this claim, until the key is deleted. */
  findClaimed(
    claim: Pick<RunClaim, "key">,
    now: number,
  ): Promise<
    { readonly run: RunRecord; readonly request: string; readonly until: number } | undefined
  >;
  find(account: string, user: string | undefined, id: string): Promise<RunRecord | undefined>;
  findResult(id: string): Promise<StoredResult | undefined>;
  /** Returns matching runs, newest first. */
  list(filter: RunFilter): Promise<readonly RunRecord[]>;
  /** Finds a run of an account or any of its end users. */
  findInAccount(account: string, id: string): Promise<RunRecord | undefined>;
  /**
   * Returns matching runs of an account and its end users, newest first. One call compares at most
   * a few ten thousand runs with the filter.
   */
  listActivity(filter: ActivityFilter): Promise<ActivityPage>;
  /** Counts runs by time and status: at most a few ten thousand, the newest first. */
  countActivity(period: ActivityPeriod): Promise<ActivityCounts>;
  /**
   * Returns the changes of an account after a position, the last first. Each run is returned in
   * its current state only.
   */
  listChanges(options: {
    readonly account: string;
    readonly after: number;
    readonly limit: number;
  }): Promise<readonly RunChange[]>;
  /**
   * Deletes a final run and its result, and writes the audit entry in the same transaction. Returns
   * whether it did.
   */
  remove(
    account: string,
    user: string | undefined,
    id: string,
    entry?: AuditEntry,
  ): Promise<boolean>;
  /** Returns unfinished runs whose `until` has passed, at most a few hundred. */
  listAbandoned(now: number): Promise<readonly RunRecord[]>;
  /**
   * Deletes runs created before `oldest`, and expired results and claims. Each call deletes at most
   * a few thousand. Both times are in milliseconds since 1970.
   */
  deleteExpired(oldest: number, now: number): Promise<void>;
}
