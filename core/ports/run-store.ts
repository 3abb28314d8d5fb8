/** How far a run has got; the last three are final. */
export type RunStatus = "queued" | "running" | "succeeded" | "failed" | "outcome_unknown";

/** One request to the app. */
export interface RunAttempt {
  /** RFC 3339, UTC. */
  readonly started: string;
  readonly milliseconds: number;
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

/** Why a run did not succeed. */
export interface RunFailure {
  readonly code: string;
  readonly message: string;
  readonly retryAfter?: number | undefined;
}

/** What an app's answer was like. */
export interface RunResponse {
  readonly status?: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly mediaType?: string | undefined;
  readonly size: number;
  readonly isCut: boolean;
}

/** What is kept of a run. No secret is in it, nor what the app answered. */
export interface RunRecord {
  /** `run_` and 32 hexadecimal digits, of which the first 12 are `created` in milliseconds since 1970: sorted by it, runs are sorted by time. */
  readonly id: string;
  readonly account: string;
  /** The end user that it was run for; none: the account itself. */
  readonly user?: string | undefined;
  /** The id of the key that ran it. */
  readonly key: string;
  readonly app: string;
  readonly tool: string;
  readonly connection?: string | undefined;
  readonly status: RunStatus;
  /** Whether it may change something: then it is never sent again once it may have been. */
  readonly isUnsafe: boolean;
  /** Without what may be secret. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string | undefined;
  readonly attempts: readonly RunAttempt[];
  readonly failure?: RunFailure | undefined;
  readonly response?: RunResponse | undefined;
  /** What to set in the arguments for the next page. */
  readonly next?: Readonly<Record<string, unknown>> | undefined;
  /** RFC 3339, UTC, as is `finished`. */
  readonly created: string;
  readonly finished?: string | undefined;
}

/** By what a run is known that is to be carried out once. */
export interface RunClaim {
  /** Says whose key it is: a digest. */
  readonly key: string;
  /** Digest of what is asked, by which another request under the same key is known. */
  readonly request: string;
  /** Until when the key is remembered; milliseconds since 1970. */
  readonly keep: number;
}

/** What came of beginning a run. */
export type BeginResult =
  | { readonly outcome: "acquired" }
  /** It has been asked for before: that run, as it is now. */
  | { readonly outcome: "existing"; readonly run: RunRecord }
  /** The key was used for another request. */
  | { readonly outcome: "conflict" };

/** The bytes that an app answered: text, or bytes in base64. */
export interface StoredResult {
  readonly encoding: "text" | "base64";
  readonly data: string;
}

/** Which runs are asked for. */
export interface RunFilter {
  readonly account: string;
  readonly user?: string | undefined;
  readonly app?: string | undefined;
  readonly tool?: string | undefined;
  readonly connection?: string | undefined;
  readonly status?: RunStatus | undefined;
  /** Only these apps'; none: all. */
  readonly apps?: readonly string[] | undefined;
  /** Only those made before the run of this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/**
 * What is kept of runs; it outlives the process. Correct with any number of callers at once, from several processes too: each
 * method happens wholly or not at all. Rejects with any error where it can't be reached.
 */
export interface RunStore {
  /** Keeps a run before anything is sent, and who is believed to be at it until `until` (milliseconds since 1970); with a claim, for whoever asks first. */
  begin(
    run: RunRecord,
    options: {
      readonly until: number;
      readonly now: number;
      readonly claim?: RunClaim | undefined;
    },
  ): Promise<BeginResult>;
  /** Keeps what became of a run, whether it was begun or not; a run that is final, or was forgotten since it was begun, stays as it is. Says whether it was kept. */
  finish(
    run: RunRecord,
    options: {
      readonly wasBegun: boolean;
      readonly result?: StoredResult | undefined;
      readonly keepResult?: number | undefined;
    },
  ): Promise<boolean>;
  /** A run that was begun with this claim, if its key is still remembered. */
  findClaimed(
    claim: Pick<RunClaim, "key">,
    now: number,
  ): Promise<
    { readonly run: RunRecord; readonly request: string; readonly until: number } | undefined
  >;
  find(account: string, user: string | undefined, id: string): Promise<RunRecord | undefined>;
  findResult(id: string): Promise<StoredResult | undefined>;
  /** The newest first. */
  list(filter: RunFilter): Promise<readonly RunRecord[]>;
  /** Forgets a run that is final, and its result. */
  remove(account: string, user: string | undefined, id: string): Promise<boolean>;
  /** Runs that somebody was at who did not get to the end, at most some hundreds. */
  listAbandoned(now: number): Promise<readonly RunRecord[]>;
  /** Forgets runs made before `oldest` (milliseconds since 1970, as is `now`), results whose time is over, and claims: at most some thousands each time. */
  deleteExpired(oldest: number, now: number): Promise<void>;
}
