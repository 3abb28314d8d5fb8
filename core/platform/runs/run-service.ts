import type { Problem } from "../../http/problem.ts";
import type { AppRecord, DecryptedConnection, ToolRecord } from "../../lib/openapi-tools/index.ts";
import type { RunFilter, RunRecord, RunSource, StoredResult } from "../../ports/run-store.ts";
import type { Actor } from "../auth/actor.ts";
import type { CatalogView } from "../catalog/catalog-view.ts";
import type { ConnectionService } from "../connections/connection-service.ts";
import type { ToolTransport } from "./tool-transport.ts";

/** A request to run a tool. */
export interface RunRequest {
  readonly tool: string;
  readonly source?: RunSource | undefined;
  readonly input: Readonly<Record<string, unknown>>;
  /** The ID or label of a connection. */
  readonly connection?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The ID of the HTTP request. */
  readonly requestId?: string | undefined;
  /** The ID of the run that this one repeats. */
  readonly again?: string | undefined;
  readonly timeoutMs: number;
  /** The maximum size of the returned data. */
  readonly maxBytes: number;
}

/** A tool with everything that its request needs. The arguments are valid. */
export interface PreparedRun {
  readonly app: AppRecord;
  readonly tool: ToolRecord;
  /** Absent if the tool needs none. */
  readonly connection: DecryptedConnection | undefined;
  readonly transport: ToolTransport;
}

/** The outcome of a run. */
export interface RunOutcome {
  /** The final record. */
  readonly run: RunRecord;
  /** The app's response, up to the requested size. */
  readonly data?: unknown;
  /** The whole response for storage, unless it is empty or was sent before. */
  readonly full?: string | Uint8Array | undefined;
  /** The error that the caller receives instead of the outcome. */
  readonly problem?: Problem | undefined;
}

/** The connections that runs use. Without `createScopeUpgradeUrl`, problems contain no link. */
export type RunConnections = Pick<ConnectionService, "use" | "refresh"> &
  Partial<Pick<ConnectionService, "createScopeUpgradeUrl">>;

/** Runs tools and manages the runs of the last 30 days. */
export interface RunService {
  /**
   * Runs a tool. Resolves when the run has finished, even if it failed. Rejects with a `Problem` if
   * the run can't start, or if the caller has to do something before it can succeed.
   */
  run(actor: Actor, catalogView: CatalogView, request: RunRequest): Promise<RunOutcome>;
  /** Lists the runs that the key may see, newest first. */
  list(
    actor: Actor,
    filter: Omit<RunFilter, "account" | "user" | "apps">,
  ): Promise<readonly RunRecord[]>;
  /** Rejects with the `Problem` "run_not_found". */
  read(actor: Actor, id: string): Promise<RunRecord>;
  /** Returns the stored result of a run. Rejects with "run_not_found" if none is stored. */
  result(
    actor: Actor,
    id: string,
  ): Promise<{ readonly run: RunRecord; readonly result: StoredResult }>;
  /**
   * Deletes a finished run. Rejects with "run_not_found", or "request_in_flight" during the run.
   */
  remove(actor: Actor, id: string): Promise<void>;
}
