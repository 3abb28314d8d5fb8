// Written by `npm run generate` from spec/. Do not edit.

import type { Call } from "./call.ts";
import { downloadParts } from "./download.ts";
import { JackfieldError } from "./errors.ts";
import { type CallOptions, type KeyedClientOptions, resolveOptions } from "./options.ts";
import type { Pages } from "./pages.ts";
import type { Route } from "./request.ts";
import type { components } from "./schema/platform.ts";
import { Transport } from "./transport.ts";
import { type WaitOptions, waitWhile } from "./wait.ts";

export * from "./common.ts";

/** Options of `Jackfield`. */
export interface JackfieldOptions extends KeyedClientOptions {}

/**
 * An API for third-party apps. Users connect an app once. Clients with an API key then find its
 * tools from a task in plain language, and run them.
 */
export class Jackfield {
  readonly #transport: Transport;
  readonly apps: AppsResource;
  readonly tools: ToolsResource;
  readonly connections: ConnectionsResource;
  readonly runs: RunsResource;

  /** Throws a `JackfieldError` (`invalid_input`) if an option is invalid. */
  constructor(options: JackfieldOptions = {}) {
    this.#transport = new Transport(
      resolveOptions(options, {
        apiKeyVariable: "JACKFIELD_API_KEY",
        baseUrlVariable: "JACKFIELD_BASE_URL",
        baseUrl: "http://127.0.0.1:4200",
      }),
    );
    this.apps = new AppsResource(this.#transport);
    this.tools = new ToolsResource(this.#transport);
    this.connections = new ConnectionsResource(this.#transport);
    this.runs = new RunsResource(this.#transport);
  }

  /**
   * Returns the URL and the headers with which MCP clients reach the same tools. The headers
   * contain the API key.
   */
  async mcp(): Promise<{ url: string; headers: Record<string, string> }> {
    return {
      url: this.#transport.url("/mcp"),
      headers: await this.#transport.authentication(),
    };
  }
}

/**
 * Whether an error is a problem that the service described: any problem, or one with one of these
 * codes.
 */
export function isProblem<Code extends ProblemCode = ProblemCode>(
  error: unknown,
  ...codes: Code[]
): error is JackfieldError & { readonly code: Code; readonly problem: Problem & { code: Code } } {
  return (
    error instanceof JackfieldError &&
    error.problem !== undefined &&
    (codes.length === 0 || (codes as readonly string[]).includes(error.code))
  );
}

/** The calls of `apps`. */
export class AppsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Search the catalog for apps by name, purpose or a word of their description. To find a tool for
   * a task, call `tools.find` instead: it searches the tools of all apps at once.
   */
  search(
    search?: string,
    options: SearchAppsOptions = {},
    call?: CallOptions,
  ): Pages<AppSummary, AppList> {
    return this.#transport.list(ROUTES.searchApps, { ...options, search }, call);
  }

  /** Get an app: how to connect it, the base URL of its API, and its number of tools. */
  get(app: string, call?: CallOptions): Call<App> {
    return this.#transport.call(ROUTES.getApp, { app }, call);
  }

  /**
   * Connect an app: create a link for the user to open. In the browser, the user reviews the
   * requested access, then signs in at the app or enters a key. The caller never sees the
   * credentials. The connection is then `active`; check it with `connections.list`. Repeated calls
   * for the same app, user and method return the same pending connection with a new link. Only the
   * first link that a user completes works.
   */
  connect(app: string, options: ConnectAppOptions = {}, call?: CallOptions): Call<ConnectLink> {
    return this.#transport.call(ROUTES.connectApp, { ...options, app }, call);
  }
}

/** The calls of `tools`. */
export class ToolsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List the tools of an app, sorted by name. */
  list(
    app: string,
    options: ListToolsOptions = {},
    call?: CallOptions,
  ): Pages<ToolSummary, ToolList> {
    return this.#transport.list(ROUTES.listTools, { ...options, app }, call);
  }

  /**
   * Find tools for a task in plain language, best match first, across all apps. Example task:
   * `create an issue in my GitHub repository`. Among equally good matches, tools of connected apps
   * come first. Call `tools.get` for the complete input schema of a tool. Read `notices` before you
   * use a tool: they report an app that isn't available, or that has no tool for the task.
   */
  find(task: string, options: FindToolsOptions = {}, call?: CallOptions): Call<ToolsFound> {
    return this.#transport.call(ROUTES.findTools, { ...options, task }, call);
  }

  /**
   * Get a tool with its complete input schema, its effects and its requirements. Call this before
   * `tools.run`.
   */
  get(tool: string, call?: CallOptions): Call<Tool> {
    return this.#transport.call(ROUTES.getTool, { tool }, call);
  }

  /**
   * Run a tool using one of the caller's connections and return its result. Call `tools.get` first
   * for the arguments.
   *
   * A response from the app is a success of this operation, even if the app refused the request:
   * `status` says which, and `data` has the app's response. Jackfield never retries a request that
   * changes something. If no response arrived, `status` is `outcome_unknown`. With an
   * `idempotency_key`, you can send the same run again for 24 hours; it is carried out once.
   */
  run(
    tool: string,
    args?: Readonly<Record<string, unknown>>,
    options: RunToolOptions = {},
    call?: CallOptions,
  ): Call<RunOutcome> {
    return this.#transport.call(ROUTES.runTool, { ...options, tool, arguments: args }, call);
  }
}

/** The calls of `connections`. */
export class ConnectionsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List connections with their status, and with a link for restoring those that don't work.
   * Without `status`, connections that no user has finished are left out: pending ones, and failed
   * ones whose link expired.
   */
  list(
    options: ListConnectionsOptions = {},
    call?: CallOptions,
  ): Pages<Connection, ConnectionList> {
    return this.#transport.list(ROUTES.listConnections, { ...options }, call);
  }

  /**
   * Delete a connection. Its access is revoked at the app if the app supports that, and its
   * credentials are erased at once.
   */
  delete(connection: string, call?: CallOptions): Call<Connection> {
    return this.#transport.call(ROUTES.deleteConnection, { connection }, call);
  }

  /** Get a connection. */
  get(connection: string, call?: CallOptions): Call<Connection> {
    return this.#transport.call(ROUTES.getConnection, { connection }, call);
  }

  /** Change the label of a connection, make it the default, or disable or enable it. */
  update(
    connection: string,
    options: UpdateConnectionOptions = {},
    call?: CallOptions,
  ): Call<Connection> {
    return this.#transport.call(ROUTES.updateConnection, { ...options, connection }, call);
  }

  /**
   * Create a link for the user to sign in again. The connection keeps its ID and keeps working
   * until the user finishes.
   */
  reconnect(
    connection: string,
    options: ReconnectConnectionOptions = {},
    call?: CallOptions,
  ): Call<ConnectLink> {
    return this.#transport.call(ROUTES.reconnectConnection, { ...options, connection }, call);
  }

  /**
   * Test whether a connection works. The test refreshes the access token, or reads the caller's own
   * account at the app. If the app rejects the credentials, the connection becomes `expired`.
   */
  test(connection: string, call?: CallOptions): Call<ConnectionTest> {
    return this.#transport.call(ROUTES.testConnection, { connection }, call);
  }

  /**
   * Waits until the user has finished or refused, and returns the connection. It requests the
   * connection every two seconds by default. Abort it with `signal`.
   */
  wait(connection: string, options: WaitOptions = {}): Promise<Connection> {
    return waitWhile(
      (call) => this.get(connection, call),
      ({ status }) => status === "pending",
      options,
    );
  }
}

/** The calls of `runs`. */
export class RunsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List the runs of the last 30 days, newest first. */
  list(options: ListRunsOptions = {}, call?: CallOptions): Pages<Run, RunList> {
    return this.#transport.list(ROUTES.listRuns, { ...options }, call);
  }

  /** Delete a run and its stored result. This doesn't undo the effects of the run. */
  delete(run: string, call?: CallOptions): Call<RunDeletion> {
    return this.#transport.call(ROUTES.deleteRun, { run }, call);
  }

  /** Get a run. */
  get(run: string, call?: CallOptions): Call<Run> {
    return this.#transport.call(ROUTES.getRun, { run }, call);
  }

  /**
   * Read the app's response to a run, in parts. Results are stored for 24 hours, and only if they
   * were truncated or the run had an idempotency key.
   */
  getResult(run: string, options: GetRunResultOptions = {}, call?: CallOptions): Call<RunResult> {
    return this.#transport.call(ROUTES.getRunResult, { ...options, run }, call);
  }

  /** Downloads the whole stored result of a run as bytes. */
  download(run: string, call?: CallOptions): Promise<Uint8Array> {
    return downloadParts((offset) => this.getResult(run, { offset }, call));
  }
}

/** Options of `apps.search`. */
export interface SearchAppsOptions {
  /** Return only apps in this category. */
  readonly category?: string;
  /** Return only apps that the caller has connected (true) or hasn't connected (false). */
  readonly connected?: boolean;
  /** The maximum number of results. Default: 20. */
  readonly limit?: number;
  /** The `next_cursor` of the previous page, sent with the same search text and filters. */
  readonly cursor?: string;
}

/** Options of `apps.connect`. */
export interface ConnectAppOptions {
  /** The ID of one of the app's authentication methods. Without it, the user chooses. */
  readonly auth_method?: string;
  /**
   * The OAuth scopes to request, as the app spells them. Without them, the app's default scopes are
   * requested.
   */
  readonly scopes?: readonly string[];
  /** A label for the connection. Default: the name of the app, and a number if that is taken. */
  readonly label?: string;
  /**
   * The end user who owns the connection. A key that is bound to an end user can only connect apps
   * for that user.
   */
  readonly user?: string;
  /**
   * Where the browser goes when the user finishes or cancels. `connection` and `status` (`active`
   * or `failed`) are added to its query, and after a failure `reason`: `canceled`,
   * `refused_by_person` or `refused_by_app`. The operator of the service must allow its origin.
   */
  readonly return_url?: string;
  /**
   * An idempotency key. Until the link expires, a request with the same key and the same inputs
   * returns the same link.
   */
  readonly idempotency_key?: string;
}

/** Options of `tools.list`. */
export interface ListToolsOptions {
  /** The maximum number of results. Default: 20. */
  readonly limit?: number;
  /** The `next_cursor` of the previous page. */
  readonly cursor?: string;
}

/** Options of `connections.list`. */
export interface ListConnectionsOptions {
  /** Return only connections to this app. */
  readonly app?: string;
  /** Return only connections with this status. */
  readonly status?: "pending" | "active" | "expired" | "disabled" | "failed" | "revoked";
  /** Return only connections of this end user. */
  readonly user?: string;
  /** The maximum number of results. Default: 20. */
  readonly limit?: number;
  /** The `next_cursor` of the previous page, sent with the same filters. */
  readonly cursor?: string;
}

/** Options of `connections.update`. */
export interface UpdateConnectionOptions {
  /** The new label. */
  readonly label?: string;
  /** True makes the connection the default for its app and replaces the previous default. */
  readonly default?: boolean;
  /** False disables the connection: it can't run tools until it is enabled again. */
  readonly enabled?: boolean;
}

/** Options of `connections.reconnect`. */
export interface ReconnectConnectionOptions {
  /** The ID of a different authentication method. Without it, the method stays the same. */
  readonly auth_method?: string;
  /** The OAuth scopes to request. Without them, the same scopes as before are requested. */
  readonly scopes?: readonly string[];
  /** Where the browser goes when the user finishes, as for `apps.connect`. */
  readonly return_url?: string;
  /**
   * An idempotency key. Until the link expires, a request with the same key and the same inputs
   * returns the same link.
   */
  readonly idempotency_key?: string;
}

/** Options of `runs.list`. */
export interface ListRunsOptions {
  /** Return only runs of this app's tools. */
  readonly app?: string;
  /** Return only runs of this tool. */
  readonly tool?: string;
  /** Return only runs with this connection. */
  readonly connection?: string;
  /** Return only runs with this status. */
  readonly status?: "queued" | "running" | "succeeded" | "failed" | "outcome_unknown";
  /** The maximum number of results. Default: 20. */
  readonly limit?: number;
  /** The `next_cursor` of the previous page, sent with the same filters. */
  readonly cursor?: string;
}

/** Options of `runs.getResult`. */
export interface GetRunResultOptions {
  /** The offset to read from, in bytes. Default: 0. */
  readonly offset?: number;
  /** The maximum number of bytes to return. Default: 1000000. */
  readonly limit?: number;
}

/** Options of `tools.find`. */
export interface FindToolsOptions {
  /** The maximum number of results. Default: 10. */
  readonly limit?: number;
  /** Return only tools of these apps, by ID. */
  readonly apps?: readonly string[];
  /** Return only tools of apps that the caller has connected (true) or hasn't connected (false). */
  readonly connected?: boolean;
  /**
   * Include the complete input schema of each tool. A schema has 2 kB on average, and a few have
   * over 20 kB. Default: false.
   */
  readonly schemas?: boolean;
}

/** Options of `tools.run`. */
export interface RunToolOptions {
  /**
   * The ID or the label of the connection to use. Required if the app has several connections and
   * no default.
   */
  readonly connection?: string;
  /**
   * An idempotency key. For 24 hours, a request with the same key and the same arguments is the
   * same run. The app receives the key too if its API accepts one.
   */
  readonly idempotency_key?: string;
  /** The maximum duration in seconds, including waits and retries. Default: 60. */
  readonly timeout?: number;
  /** The maximum number of bytes to return. Read the rest at `result_url`. Default: 1000000. */
  readonly max_bytes?: number;
}

/** How an app authenticates a connection. */
export type AuthType = components["schemas"]["AuthType"];

/** An app in a list. */
export type AppSummary = components["schemas"]["AppSummary"];

/** A page of apps. */
export type AppList = components["schemas"]["AppList"];

/**
 * The problem codes of the platform service, each with its status:
 *
 * - `invalid_input` (400): the request doesn't match the API specification; `errors` says where. -
 * `unauthorized` (401): the API key is missing or unknown. - `key_expired` (401): the API key has
 * expired. - `key_revoked` (401): the API key has been revoked. - `permission_denied` (403): the
 * API key lacks the required permission or access to the app, or is bound to web origins of which
 * the request isn't. - `not_found` (404): nothing is served at this path. - `app_not_found` (404):
 * the app doesn't exist. - `tool_not_found` (404): the tool doesn't exist. - `run_not_found` (404):
 * the caller has no such run, or the run has no stored result. - `connection_not_found` (404): the
 * connection doesn't exist. - `method_not_offered` (400): the app doesn't support this
 * authentication method. - `return_url_refused` (400): the operator of the service hasn't allowed
 * the origin of `return_url`. - `connection_required` (409): the app isn't connected; a user can
 * connect it at `connect_url`. - `connection_ambiguous` (409): several connections match;
 * `candidates` lists them, and `hint` names the request that chooses one. - `connection_inactive`
 * (409): a user has to reconnect the connection at `reconnect_url`. - `app_not_configured` (409):
 * the app needs an OAuth client, and the operator hasn't configured one. - `link_expired` (410):
 * the connect link was used, or its 15 minutes have passed. - `provider_unavailable` (503): the
 * sign-in server of the app is unavailable. - `secret_unreadable` (500): the stored credentials
 * can't be decrypted with the service's key. - `method_not_allowed` (405): the path doesn't support
 * this method; `Allow` lists the methods that it supports. - `request_in_flight` (409): a request
 * with the same idempotency key is in progress. - `scope_missing` (403): the connection lacks
 * `scopes`; a user can grant them at `reconnect_url`. - `invalid_arguments` (422): the arguments
 * don't match the tool's input schema; `errors` has JSON Pointers into the input. -
 * `idempotency_conflict` (422): the idempotency key was used for a different request. -
 * `blocked_address` (422): the app is at an address that the service refuses to connect to, such as
 * a private network. - `body_too_large` (413): the request body is too large. - `wrong_host` (421):
 * the service doesn't serve this host. - `rate_limited` (429): the key, or the network of a client
 * without a key, exceeded its rate limit. - `internal` (500): an error in the service. -
 * `catalog_not_ready` (503): the app catalog is still being compiled. - `storage_unavailable`
 * (503): the storage is unavailable.
 */
export type ProblemCode = components["schemas"]["ProblemCode"];

/** One error in the input. */
export type InputError = components["schemas"]["InputError"];

/** A connection that matches the request. */
export type ConnectionCandidate = components["schemas"]["ConnectionCandidate"];

/** Problem details (RFC 9457), with members that help to resolve connection problems. */
export type Problem = components["schemas"]["Problem"];

/** A value that the user enters to connect an app. */
export type CredentialField = components["schemas"]["CredentialField"];

/** An OAuth scope. */
export type AuthScope = components["schemas"]["AuthScope"];

/** A way to connect an app. */
export type AuthMethod = components["schemas"]["AuthMethod"];

/** The source of an app's definition. */
export type AppSource = components["schemas"]["AppSource"];

/** An app. */
export type App = components["schemas"]["App"];

/** The status of a run. The last three are final. */
export type RunStatus = components["schemas"]["RunStatus"];

/** Why a run did not succeed. */
export type RunErrorCode = components["schemas"]["RunErrorCode"];

/** Why a run did not succeed. */
export type RunError = components["schemas"]["RunError"];

/** Metadata of the app's response. */
export type RunResponse = components["schemas"]["RunResponse"];

/** The outcome of running a tool. */
export type RunOutcome = components["schemas"]["RunOutcome"];

/** One request to the app. */
export type RunAttempt = components["schemas"]["RunAttempt"];

/** A stored run. Runs are stored for 30 days by default. */
export type Run = components["schemas"]["Run"];

/** A page of runs. */
export type RunList = components["schemas"]["RunList"];

/** A part of an app's response. */
export type RunResult = components["schemas"]["RunResult"];

/** A deleted run. */
export type RunDeletion = components["schemas"]["RunDeletion"];

/**
 * The status of a connection:
 *
 * - `pending`: waiting for a user to open the connect link. Deleted after a day. - `active`: ready
 * to run tools. - `expired`: the app no longer accepts its credentials. A user can reconnect at
 * `reconnect_url`. - `disabled`: disabled by its owner. - `failed`: the user or the app refused, or
 * the connect link expired. Deleted after a day. - `revoked`: deleted, together with its
 * credentials.
 */
export type ConnectionStatus = components["schemas"]["ConnectionStatus"];

/** The reason for a connection's status. */
export type ConnectionReason = components["schemas"]["ConnectionReason"];

/** The account at the app, as far as the app reports it. */
export type ConnectionAccount = components["schemas"]["ConnectionAccount"];

/** A connection to an app. It never includes credentials. */
export type Connection = components["schemas"]["Connection"];

/** A link that a user opens to connect an app. */
export type ConnectLink = components["schemas"]["ConnectLink"];

/** A page of connections. */
export type ConnectionList = components["schemas"]["ConnectionList"];

/** The result of testing a connection. */
export type ConnectionTest = components["schemas"]["ConnectionTest"];

/** Hints about the effects of a tool, as in MCP tool annotations. */
export type ToolAnnotations = components["schemas"]["ToolAnnotations"];

/** The HTTP operation that a tool calls. */
export type ToolHttp = components["schemas"]["ToolHttp"];

/** The caller's connections to the app of a tool. */
export type ToolConnection = components["schemas"]["ToolConnection"];

/** A tool that matches a task. */
export type ToolHit = components["schemas"]["ToolHit"];

/**
 * Why the tools found may not be the ones that the task needs:
 *
 * - `no_such_tool`: the task names an app that has no tool for it. The tools found do something
 * else, or belong to other apps. - `no_such_app`: the task seems to name an app that isn't
 * available.
 */
export type SearchNoticeCode = components["schemas"]["SearchNoticeCode"];

/** A fact about a search that the list of tools doesn't show. */
export type SearchNotice = components["schemas"]["SearchNotice"];

/** The tools that match a task. */
export type ToolsFound = components["schemas"]["ToolsFound"];

/** A tool with its complete input schema. */
export type Tool = components["schemas"]["Tool"];

/** A tool in a list. */
export type ToolSummary = components["schemas"]["ToolSummary"];

/** A page of an app's tools. */
export type ToolList = components["schemas"]["ToolList"];

const ROUTES = {
  searchApps: { endpoint: "GET /api/v1/apps", repeats: true },
  getApp: { endpoint: "GET /api/v1/apps/{app}", repeats: true },
  connectApp: {
    endpoint: "POST /api/v1/apps/{app}/connect",
    hasBody: true,
    repeats: true,
    hasKey: true,
  },
  listTools: { endpoint: "GET /api/v1/apps/{app}/tools", repeats: true },
  listConnections: { endpoint: "GET /api/v1/connections", repeats: true },
  deleteConnection: { endpoint: "DELETE /api/v1/connections/{connection}", repeats: true },
  getConnection: { endpoint: "GET /api/v1/connections/{connection}", repeats: true },
  updateConnection: {
    endpoint: "PATCH /api/v1/connections/{connection}",
    hasBody: true,
    repeats: true,
  },
  reconnectConnection: {
    endpoint: "POST /api/v1/connections/{connection}/reconnect",
    hasBody: true,
    repeats: true,
    hasKey: true,
  },
  testConnection: { endpoint: "POST /api/v1/connections/{connection}/test", repeats: true },
  listRuns: { endpoint: "GET /api/v1/runs", repeats: true },
  deleteRun: { endpoint: "DELETE /api/v1/runs/{run}", repeats: true },
  getRun: { endpoint: "GET /api/v1/runs/{run}", repeats: true },
  getRunResult: { endpoint: "GET /api/v1/runs/{run}/result", repeats: true },
  findTools: { endpoint: "POST /api/v1/tools/find", hasBody: true, repeats: true },
  getTool: { endpoint: "GET /api/v1/tools/{tool}", repeats: true },
  runTool: {
    endpoint: "POST /api/v1/tools/{tool}/run",
    hasBody: true,
    repeats: true,
    hasKey: true,
    waitSeconds: 60,
  },
} as const satisfies Record<string, Route>;
