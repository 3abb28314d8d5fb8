import type { Problem } from "../../http/problem.ts";
import type { DecryptedConnection } from "../../lib/openapi-tools/credentials/index.ts";
import type { AppRecord, HttpBinding, ToolRecord } from "../../lib/openapi-tools/index.ts";
import type {
  RunFilter,
  RunRecord,
  RunSource,
  StoredResult,
} from "../../ports/stores/run-store.ts";
import type { ToolTransport } from "../app-requests/tool-transport.ts";
import type { Actor } from "../auth/actor.ts";
import type { CatalogView } from "../catalog/catalog-view.ts";
import type { ConnectionService } from "../connections/connection-service.ts";

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
  /** The trigger, event and action that start it. */
  readonly startedBy?: Pick<RunRecord, "trigger" | "event" | "action" | "apps"> | undefined;
  /** How long the idempotency key is valid, in milliseconds. Default: 24 hours. */
  readonly keepKeyMs?: number | undefined;
  readonly timeoutMs: number;
  /** The maximum size of the returned data. */
  readonly maxBytes: number;
}

/** A call of a tool that only reads. */
export interface QueryRequest
  extends Pick<
    RunRequest,
    "tool" | "input" | "connection" | "startedBy" | "timeoutMs" | "maxBytes"
  > {
  /** Headers of the first request, such as If-None-Match. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A request to an app that isn't one of its tools, such as a subscription to its events. */
interface AppRequest extends Pick<RunRequest, "connection" | "timeoutMs" | "maxBytes"> {
  readonly app: string;
  readonly binding: HttpBinding;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The response of an app to a query. */
export interface QueryResult {
  /** Absent for tools of remote MCP servers. */
  readonly status?: number | undefined;
  readonly headers: { get(name: string): string | null };
  readonly data: unknown;
  readonly failure?: RunRecord["failure"] | undefined;
  /** The arguments to change for the next page. */
  readonly next?: RunRecord["next"] | undefined;
  /** The ID of the connection. */
  readonly connection?: string | undefined;
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

/**
 * The connections that runs use. Without `createScopeUpgradeUrl`, problems contain no link. Without
 * `isToolGone`, a tool that a remote MCP server no longer has is an error of the server.
 */
export type RunConnections = Pick<ConnectionService, "use" | "refresh"> &
  Partial<Pick<ConnectionService, "complete" | "createScopeUpgradeUrl" | "isToolGone">>;

/** Runs tools and manages the runs of the last 30 days. */
export interface RunService {
  /**
   * Runs a tool. Resolves when the run has finished, even if it failed. Rejects with a `Problem` if
   * the run can't start, or if the caller has to do something before it can succeed.
   */
  run(actor: Actor, catalogView: CatalogView, request: RunRequest): Promise<RunOutcome>;
  /**
   * Validates the arguments of a tool. Rejects with the `Problem` "tool_not_found" or
   * "invalid_arguments".
   */
  check(
    catalogView: CatalogView,
    request: Pick<RunRequest, "tool" | "input" | "connection">,
  ): Promise<void>;
  /**
   * Calls a tool that only reads. Only failed calls are stored as runs. Rejects like `run`.
   */
  query(actor: Actor, catalogView: CatalogView, request: QueryRequest): Promise<QueryResult>;
  /**
   * Sends a request to an app with a connection, which must have one. It isn't stored as a run.
   * Rejects like `run`.
   */
  send(actor: Actor, catalogView: CatalogView, request: AppRequest): Promise<QueryResult>;
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
