// Written by `npm run generate` from spec/. Do not edit.

import type { Call } from "./runtime/call.ts";
import { downloadParts } from "./runtime/download.ts";
import { JackfieldError } from "./runtime/errors.ts";
import type { StreamOptions } from "./runtime/event-stream.ts";
import { type CallOptions, type KeyedClientOptions, resolveOptions } from "./runtime/options.ts";
import type { Pages } from "./runtime/pages.ts";
import type { Route } from "./runtime/request.ts";
import { Transport } from "./runtime/transport.ts";
import { type WaitOptions, waitWhile } from "./runtime/wait.ts";
import type { components } from "./schema/platform.ts";

export * from "./runtime/common.ts";

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
  readonly triggers: TriggersResource;
  readonly connections: ConnectionsResource;
  readonly events: EventsResource;
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
    this.triggers = new TriggersResource(this.#transport);
    this.connections = new ConnectionsResource(this.#transport);
    this.events = new EventsResource(this.#transport);
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
   * Find tools for a task in plain English, best match first, across all apps. Example task:
   * `create an issue in my GitHub repository`. Translate a task in another language to English
   * first, and keep names. Among equally good matches, tools of connected apps come first, then
   * tools with a higher `check`. Call `tools.get` for the input schema of a tool. Read `notices`
   * before you use a tool: they report an app that isn't available, that must be connected first,
   * or of which the search found no tool, and a task that probably no tool serves.
   */
  find(task: string, options: FindToolsOptions = {}, call?: CallOptions): Call<ToolsFound> {
    return this.#transport.call(ROUTES.findTools, { ...options, task }, call);
  }

  /**
   * Get a tool with its input schema, its effects and its requirements. Call this before
   * `tools.run`. A schema of more than 6 kB is shortened: call this again with `schema` set to
   * `complete` if you need an argument whose description says that something is left out.
   */
  get(tool: string, options: GetToolOptions = {}, call?: CallOptions): Call<Tool> {
    return this.#transport.call(ROUTES.getTool, { ...options, tool }, call);
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

/** The calls of `triggers`. */
export class TriggersResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * List the trigger types of an app: the events that it sends, and the tools whose lists can be
   * polled.
   */
  listTypes(
    app: string,
    options: ListTriggerTypesOptions = {},
    call?: CallOptions,
  ): Pages<TriggerType, TriggerTypeList> {
    return this.#transport.list(ROUTES.listTriggerTypes, { ...options, app }, call);
  }

  /** List triggers, newest first. */
  list(options: ListTriggersOptions = {}, call?: CallOptions): Pages<Trigger, TriggerList> {
    return this.#transport.list(ROUTES.listTriggers, { ...options }, call);
  }

  /**
   * Create a trigger: what it watches, and what to do with each event. A `poll` trigger reads its
   * list once before this call returns, so that it fires only for later items.
   */
  create(
    name: string,
    watch: TriggerWatch,
    actions: readonly TriggerAction[],
    options: CreateTriggerOptions = {},
    call?: CallOptions,
  ): Call<CreatedTrigger> {
    return this.#transport.call(ROUTES.createTrigger, { ...options, name, watch, actions }, call);
  }

  /**
   * Delete a trigger. Its waiting actions are canceled, and a subscription at the app is removed.
   * Its events stay stored.
   */
  delete(trigger: string, call?: CallOptions): Call<TriggerDeletion> {
    return this.#transport.call(ROUTES.deleteTrigger, { trigger }, call);
  }

  /** Get a trigger. */
  get(trigger: string, call?: CallOptions): Call<Trigger> {
    return this.#transport.call(ROUTES.getTrigger, { trigger }, call);
  }

  /**
   * Update a trigger. Inputs that are left out stay as they are. The kind can't change. A `poll`
   * trigger keeps the items that it has seen, unless its tool or its arguments change.
   */
  update(
    trigger: string,
    version: number,
    options: UpdateTriggerOptions = {},
    call?: CallOptions,
  ): Call<CreatedTrigger> {
    return this.#transport.call(ROUTES.updateTrigger, { ...options, trigger, version }, call);
  }

  /**
   * Fire a trigger: send it an event, or check its list now. A dry run stores and does nothing, and
   * returns what would happen.
   */
  fire(trigger: string, options: FireTriggerOptions = {}, call?: CallOptions): Call<FiredTrigger> {
    return this.#transport.call(ROUTES.fireTrigger, { ...options, trigger }, call);
  }

  /** Pause a trigger. Actions that wait are carried out, unless `drop` is true. */
  pause(trigger: string, options: PauseTriggerOptions = {}, call?: CallOptions): Call<Trigger> {
    return this.#transport.call(ROUTES.pauseTrigger, { ...options, trigger }, call);
  }

  /**
   * Resume a trigger. Its actions then run for the caller. A `poll` trigger fires for the items
   * that it missed, at most 1,000.
   */
  resume(trigger: string, call?: CallOptions): Call<Trigger> {
    return this.#transport.call(ROUTES.resumeTrigger, { trigger }, call);
  }

  /** Replace secrets of a trigger. The old ones remain valid for a time. */
  rotate(
    trigger: string,
    options: RotateTriggerOptions = {},
    call?: CallOptions,
  ): Call<CreatedTrigger> {
    return this.#transport.call(ROUTES.rotateTrigger, { ...options, trigger }, call);
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

  /**
   * Change the label of a connection, make it the default, disable or enable it, or choose what it
   * belongs to at the app.
   */
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

/** The calls of `events`. */
export class EventsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List the events of the last 30 days without their data, newest first. */
  list(options: ListEventsOptions = {}, call?: CallOptions): Pages<Event, EventList> {
    return this.#transport.list(ROUTES.listEvents, { ...options }, call);
  }

  /** Act again on the failed events of a trigger. */
  replayAll(
    trigger: string,
    options: ReplayEventsOptions = {},
    call?: CallOptions,
  ): Call<EventsReplay> {
    return this.#transport.call(ROUTES.replayEvents, { ...options, trigger }, call);
  }

  /** Delete an event and its data. Its waiting actions are canceled. */
  delete(event: string, call?: CallOptions): Call<EventDeletion> {
    return this.#transport.call(ROUTES.deleteEvent, { event }, call);
  }

  /**
   * Get an event with its data and what was done. The data needs the `run` permission. Over HTTP,
   * `Accept: application/cloudevents+json` returns it as a CloudEvent (CloudEvents 1.0.2).
   */
  get(event: string, call?: CallOptions): Call<Event> {
    return this.#transport.call(ROUTES.getEvent, { event }, call);
  }

  /**
   * Act on an event again. Deliveries are sent again with the same `webhook-id`. A run that may
   * have changed something isn't repeated, unless it failed.
   */
  replay(event: string, options: ReplayEventOptions = {}, call?: CallOptions): Call<Event> {
    return this.#transport.call(ROUTES.replayEvent, { ...options, event }, call);
  }

  /**
   * Yields the events that the platform accepts from now on, without their data, or those after the
   * event `after`. It reconnects when the connection is lost, and no event is left out. It ends when
   * `signal` aborts.
   */
  async *stream(options: StreamOptions = {}): AsyncGenerator<Event, void, undefined> {
    // Only programs that follow events load it.
    const { followEvents } = await import("./runtime/event-stream.ts");
    yield* followEvents<Event>(this.#transport, options);
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
  /**
   * A label for the connection, without characters that people can't see. Default: the name of the
   * app, and a number if that is taken.
   */
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

/** Options of `triggers.listTypes`. */
export interface ListTriggerTypesOptions {
  /** The maximum number of results. Default: 20. */
  readonly limit?: number;
  /** The `next_cursor` of the previous page, sent with the same filters. */
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
  /** The new label. Characters that people can't see aren't allowed. */
  readonly label?: string;
  /** True makes the connection the default for its app and replaces the previous default. */
  readonly default?: boolean;
  /** False disables the connection: it can't run tools until it is enabled again. */
  readonly enabled?: boolean;
  /**
   * The ID of a choice by the name of its `context`. Tools use it from then on, also after the user
   * has signed in again.
   */
  readonly context?: Readonly<Record<string, string>>;
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

/** Options of `events.list`. */
export interface ListEventsOptions {
  /** Return only events of this trigger. */
  readonly trigger?: string;
  /** Return only events of this type. */
  readonly type?: string;
  /** Return only events with this status. */
  readonly status?: "acting" | "done" | "filtered" | "failed" | "canceled";
  /** Return only events of this app. */
  readonly app?: string;
  /** Return only events of this connection. */
  readonly connection?: string;
  /** Return only events that were accepted at this time or later. */
  readonly after?: string;
  /** Return only events that were accepted before this time. */
  readonly before?: string;
  /** The maximum number of results. Default: 20. */
  readonly limit?: number;
  /** The `next_cursor` of the previous page, sent with the same filters. */
  readonly cursor?: string;
}

/** Options of `events.replayAll`. */
export interface ReplayEventsOptions {
  /** Replay only events that were accepted at this time or later. */
  readonly after?: string;
  /** Replay only events that were accepted before this time. */
  readonly before?: string;
  /** The maximum number of events, the oldest first. Default: 1000. */
  readonly max?: number;
}

/** Options of `events.replay`. */
export interface ReplayEventOptions {
  /** The IDs of the actions to repeat. Default: all. */
  readonly actions?: readonly string[];
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
  /** Return only runs that this trigger started. */
  readonly trigger?: string;
  /** Return only runs that act on this event. */
  readonly event?: string;
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
   * Include the input schema of each tool, with at most 6 kB. `tools.get` returns those that are
   * longer completely. Default: false.
   */
  readonly schemas?: boolean;
}

/** Options of `tools.get`. */
export interface GetToolOptions {
  /** How much of the input schema to return. Default: "short". */
  readonly schema?: "short" | "complete";
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

/** Options of `triggers.list`. */
export interface ListTriggersOptions {
  /** Return only triggers of this kind. */
  readonly kind?: "schedule" | "poll" | "webhook" | "app" | "platform" | "event";
  /** Return only triggers that watch this app. */
  readonly app?: string;
  /** Return only triggers that watch with this connection. */
  readonly connection?: string;
  /** Return only triggers of this end user. */
  readonly user?: string;
  /** Return only triggers with this status. */
  readonly status?: "active" | "failing" | "paused";
  /** The maximum number of results. Default: 20. */
  readonly limit?: number;
  /** The `next_cursor` of the previous page, sent with the same filters. */
  readonly cursor?: string;
}

/** Options of `triggers.create`. */
export interface CreateTriggerOptions {
  /**
   * A CEL expression over `event`. Events for which it is false are filtered. Events for which it
   * fails are stored as failed.
   */
  readonly filter?: string;
  /**
   * `serial` acts on one event at a time, in the order in which they were accepted. Default:
   * "none".
   */
  readonly order?: "none" | "serial";
  /** How many events are acted on in a minute. Others wait. Default: 60. */
  readonly max_per_minute?: number;
  /**
   * The end user that the trigger belongs to. A key that is bound to an end user can only create
   * triggers for that user.
   */
  readonly user?: string;
  /** Values of your own, at most 20. */
  readonly metadata?: Readonly<Record<string, string>>;
  /**
   * An idempotency key. A request with the same key and the same inputs returns the same trigger,
   * without its secrets.
   */
  readonly idempotency_key?: string;
}

/** Options of `triggers.update`. */
export interface UpdateTriggerOptions {
  /** The new name. Characters that people can't see aren't allowed. */
  readonly name?: string;
  /** What to watch, as a whole. */
  readonly watch?: TriggerWatch;
  /**
   * Whether a `poll` trigger whose tool or arguments change keeps the items that it has seen, or
   * reads the new list once without firing.
   */
  readonly seen_items?: "keep" | "restart";
  /** All actions. An action that delivers to the same address as before keeps its secret. */
  readonly actions?: readonly TriggerAction[];
  /** The new filter. An empty text removes it. */
  readonly filter?: string;
  /** The new order. */
  readonly order?: "none" | "serial";
  /** How many events are acted on in a minute. */
  readonly max_per_minute?: number;
  /** Values of your own, as a whole. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Options of `triggers.fire`. */
export interface FireTriggerOptions {
  /**
   * The data of the event. Without it, a `poll` trigger reads its list now, and another one repeats
   * the data of its last event.
   */
  readonly data?: unknown;
  /** The deduplication key of the event. A trigger accepts a key once in 30 days. */
  readonly id?: string;
  /** Whether to return what would happen, without storing or doing anything. Default: false. */
  readonly dry_run?: boolean;
}

/** Options of `triggers.pause`. */
export interface PauseTriggerOptions {
  /** Whether actions that wait are canceled. Default: false. */
  readonly drop?: boolean;
}

/** Options of `triggers.rotate`. */
export interface RotateTriggerOptions {
  /** The new signing secret of a webhook's sender. Without it, Jackfield creates one. */
  readonly secret?: string;
  /** How long the old secrets remain valid, in seconds. Default: 86400. */
  readonly overlap?: number;
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
 * API key lacks the required permission or access to the app, or the request comes from a web
 * origin that the key isn't bound to. - `not_found` (404): nothing is served at this path. -
 * `app_not_found` (404): the app doesn't exist. - `tool_not_found` (404): the tool doesn't exist. -
 * `run_not_found` (404): the caller has no such run, or the run has no stored result. -
 * `connection_not_found` (404): the connection doesn't exist. - `method_not_offered` (400): the app
 * doesn't support this authentication method. - `return_url_refused` (400): the operator of the
 * service hasn't allowed the origin of `return_url`. - `connection_required` (409): the app isn't
 * connected; a user can connect it at `connect_url`. - `connection_ambiguous` (409): several
 * connections match; `candidates` lists them, and `hint` names the request that chooses one. -
 * `connection_inactive` (409): a user has to reconnect the connection at `reconnect_url`. -
 * `connection_incomplete` (409): the app didn't return a value that the tool takes from the
 * connection, such as the ID of an organization. - `app_not_configured` (409): the app needs an
 * OAuth client, and the operator hasn't configured one. - `link_expired` (410): the connect link
 * was used, or its 15 minutes have passed. - `provider_unavailable` (503): the sign-in server of
 * the app is unavailable. - `secret_unreadable` (500): the stored credentials can't be decrypted
 * with the service's key. - `method_not_allowed` (405): the path doesn't support this method;
 * `Allow` lists the methods that it supports. - `not_acceptable` (406): none of the accepted media
 * types is available. - `request_in_flight` (409): a request with the same idempotency key is in
 * progress. - `scope_missing` (403): the connection lacks `scopes`; a user can grant them at
 * `reconnect_url`. - `invalid_arguments` (422): the arguments don't match the tool's input schema;
 * `errors` has JSON Pointers into the input. - `idempotency_conflict` (422): the idempotency key
 * was used for a different request. - `blocked_address` (422): the app is at an address that the
 * service refuses to connect to, such as a private network. - `body_too_large` (413): the request
 * body is too large. - `wrong_host` (421): the service doesn't serve this host. - `rate_limited`
 * (429): the key, or the network of a client without a key, exceeded its rate limit. -
 * `trigger_not_found` (404): the caller has no such trigger. - `event_not_found` (404): the caller
 * has no such event. - `trigger_changed` (409): the trigger has changed since the caller read it. -
 * `too_many_triggers` (409): the account or the end user has too many triggers. - `data_gone`
 * (409): the data of the event is no longer stored, so it can't be replayed. - `expression_invalid`
 * (422): a filter or a `${…}` expression is invalid; `errors` says where. - `schedule_invalid`
 * (422): the schedule is invalid or never fires. - `poll_not_possible` (422): the tool doesn't list
 * items that can be told apart. - `signing_required` (422): the app or the trigger needs a
 * signature scheme. - `subscription_refused` (422): the app rejected the subscription to its
 * events, or can't reach this service. - `destination_refused` (422): the address can't be reached,
 * or didn't accept the test delivery. - `internal` (500): an error in the service. -
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

/** The number of an app's tools by the level of their `check`. */
export type CheckCounts = components["schemas"]["CheckCounts"];

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

/** One of the things that a connection can belong to. */
export type ConnectionChoice = components["schemas"]["ConnectionChoice"];

/**
 * Something that the connection belongs to at the app, such as an organization. The app's tools use
 * its ID, so callers don't pass it.
 */
export type ConnectionContext = components["schemas"]["ConnectionContext"];

/** A connection to an app. It never includes credentials. */
export type Connection = components["schemas"]["Connection"];

/** A link that a user opens to connect an app. */
export type ConnectLink = components["schemas"]["ConnectLink"];

/** A page of connections. */
export type ConnectionList = components["schemas"]["ConnectionList"];

/** The result of testing a connection. */
export type ConnectionTest = components["schemas"]["ConnectionTest"];

/** A type of trigger that an app has. */
export type TriggerType = components["schemas"]["TriggerType"];

/** A page of trigger types. */
export type TriggerTypeList = components["schemas"]["TriggerTypeList"];

/** A clock. Set one of `cron`, `every` and `at`. */
export type ScheduleWatch = components["schemas"]["ScheduleWatch"];

/**
 * The items that a read tool lists. Jackfield calls the tool at an interval and compares the items
 * with those that it has seen.
 */
export type PollWatch = components["schemas"]["PollWatch"];

/** An address of its own, which any sender can call. */
export type WebhookWatch = components["schemas"]["WebhookWatch"];

/**
 * Events that an app sends by itself. Jackfield subscribes, renews the subscription and removes it.
 */
export type AppWatch = components["schemas"]["AppWatch"];

/** The types of events of Jackfield itself. */
export type PlatformEventType = components["schemas"]["PlatformEventType"];

/** Events of Jackfield itself. */
export type PlatformWatch = components["schemas"]["PlatformWatch"];

/** Events that callers send with `fireTrigger`. */
export type EventWatch = components["schemas"]["EventWatch"];

/** What a trigger watches, by kind. */
export type TriggerWatch = components["schemas"]["TriggerWatch"];

/** Run a tool for each event. */
export type RunAction = components["schemas"]["RunAction"];

/** Deliver each event to an address, signed as Standard Webhooks. */
export type DeliverAction = components["schemas"]["DeliverAction"];

/** What to do with each event. */
export type TriggerAction = components["schemas"]["TriggerAction"];

/** An action of a stored trigger. */
export type StoredAction = components["schemas"]["StoredAction"];

/** An MCP client that subscribed to the events of a trigger (MCP Events, SEP-3415). */
export type TriggerSubscriber = components["schemas"]["TriggerSubscriber"];

/**
 * The status of a trigger:
 *
 * - `active`: the trigger watches. - `failing`: the last 10 checks failed. Checks continue, at most
 * once an hour. - `paused`: the trigger doesn't watch. `status_reason` says why.
 */
export type TriggerStatus = components["schemas"]["TriggerStatus"];

/** The reason for the status of a trigger. */
export type TriggerReason = components["schemas"]["TriggerReason"];

/** The address of a webhook trigger. */
export type TriggerAddress = components["schemas"]["TriggerAddress"];

/** The subscription of an `app` trigger at the app. */
export type AppSubscription = components["schemas"]["AppSubscription"];

/** What a poll found in the first response. */
export type TriggerSample = components["schemas"]["TriggerSample"];

/** The last failed check of a trigger. */
export type TriggerError = components["schemas"]["TriggerError"];

/** A trigger. */
export type Trigger = components["schemas"]["Trigger"];

/** A secret that is returned once. */
export type TriggerSecret = components["schemas"]["TriggerSecret"];

/** An event that was not stored. */
export type EventSample = components["schemas"]["EventSample"];

/** A new trigger. */
export type CreatedTrigger = components["schemas"]["CreatedTrigger"];

/** What a trigger watches. */
export type TriggerKind = components["schemas"]["TriggerKind"];

/** A page of triggers. */
export type TriggerList = components["schemas"]["TriggerList"];

/** A deleted trigger. */
export type TriggerDeletion = components["schemas"]["TriggerDeletion"];

/** The status of an event. The last four are final. */
export type EventStatus = components["schemas"]["EventStatus"];

/** Why an event failed or was canceled, as a code. */
export type EventReasonCode = components["schemas"]["EventReasonCode"];

/** Why an event failed or was canceled. */
export type EventReason = components["schemas"]["EventReason"];

/** The status of an action for one event. */
export type ActionStatus = components["schemas"]["ActionStatus"];

/** One attempt to carry out an action. */
export type ActionAttempt = components["schemas"]["ActionAttempt"];

/** An action for one event. */
export type EventAction = components["schemas"]["EventAction"];

/** An event. Events are stored for 30 days, their data for 7. */
export type Event = components["schemas"]["Event"];

/** The arguments that an action would have. */
export type ActionPreview = components["schemas"]["ActionPreview"];

/** What firing a trigger did, or would do. */
export type FiredTrigger = components["schemas"]["FiredTrigger"];

/** A page of events. */
export type EventList = components["schemas"]["EventList"];

/** An event, as a `deliver` action with the format `cloudevents` sends it (CloudEvents 1.0.2). */
export type CloudEventDelivery = components["schemas"]["CloudEventDelivery"];

/** The number of replayed events. */
export type EventsReplay = components["schemas"]["EventsReplay"];

/** A deleted event. */
export type EventDeletion = components["schemas"]["EventDeletion"];

/** An event, as a `deliver` action with the format `standard` sends it. */
export type EventDelivery = components["schemas"]["EventDelivery"];

/** Hints about the effects of a tool, as in MCP tool annotations. */
export type ToolAnnotations = components["schemas"]["ToolAnnotations"];

/** The HTTP operation that a tool calls. */
export type ToolHttp = components["schemas"]["ToolHttp"];

/**
 * How the requests of a tool compare with those of the vendor's own client. It says what a client
 * sends, not what the service accepts:
 *
 * - `matches_client`: the client sends the same requests for the same inputs. - `matches_example`:
 * a request that the vendor publishes as an example is the same. - `known_endpoint`: the client has
 * the method and the path. The rest wasn't compared, or differs in a way that the service accepts.
 * - `compiled`: the tool was compiled from an API document, and not compared. - `refuted`: the
 * client sends something else. The tool probably fails.
 */
export type CheckLevel = components["schemas"]["CheckLevel"];

/** The package of a vendor's client. */
export type CheckClient = components["schemas"]["CheckClient"];

/** An example that a vendor publishes. */
export type CheckExample = components["schemas"]["CheckExample"];

/** How the requests of a tool were checked. */
export type ToolCheck = components["schemas"]["ToolCheck"];

/** The caller's connections to the app of a tool. */
export type ToolConnection = components["schemas"]["ToolConnection"];

/** A tool that matches a task. */
export type ToolHit = components["schemas"]["ToolHit"];

/**
 * Why the tools found may not be the ones that the task needs:
 *
 * - `no_such_tool`: the search found no tool of the app that the task names. The tools found do
 * something else, or belong to other apps. - `no_such_app`: the task seems to name an app that
 * isn't available. - `connection_required`: the task names an `mcp` app, whose tools can be found
 * once it is connected. - `tools_not_listed`: the task names a connected `mcp` app whose tools
 * haven't been listed yet. - `not_english`: the task doesn't seem to be in English, so the search
 * may not understand it. - `refuted_tool`: the vendor's client sends something else than the best
 * match, which comes last. - `no_match`: no tool matches, or probably none serves the task. The
 * confidence in those found is low.
 */
export type SearchNoticeCode = components["schemas"]["SearchNoticeCode"];

/** A fact about a search that the list of tools doesn't show. */
export type SearchNotice = components["schemas"]["SearchNotice"];

/** The tools that match a task. */
export type ToolsFound = components["schemas"]["ToolsFound"];

/**
 * How much of a tool's input schema to return:
 *
 * - `short`: at most 6 kB, for a model. A longer schema keeps all required arguments. Descriptions
 * name the parts that it leaves out, and it accepts them. - `complete`: all of it, up to 60 kB.
 */
export type SchemaDetail = components["schemas"]["SchemaDetail"];

/** A tool with its input schema. */
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
  listTriggerTypes: { endpoint: "GET /api/v1/apps/{app}/triggers", repeats: true },
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
  listEvents: { endpoint: "GET /api/v1/events", repeats: true },
  replayEvents: { endpoint: "POST /api/v1/events/replay", hasBody: true },
  deleteEvent: { endpoint: "DELETE /api/v1/events/{event}", repeats: true },
  getEvent: { endpoint: "GET /api/v1/events/{event}", repeats: true },
  replayEvent: { endpoint: "POST /api/v1/events/{event}/replay", hasBody: true },
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
  listTriggers: { endpoint: "GET /api/v1/triggers", repeats: true },
  createTrigger: { endpoint: "POST /api/v1/triggers", hasBody: true, repeats: true, hasKey: true },
  deleteTrigger: { endpoint: "DELETE /api/v1/triggers/{trigger}", repeats: true },
  getTrigger: { endpoint: "GET /api/v1/triggers/{trigger}", repeats: true },
  updateTrigger: { endpoint: "PATCH /api/v1/triggers/{trigger}", hasBody: true, repeats: true },
  fireTrigger: { endpoint: "POST /api/v1/triggers/{trigger}/fire", hasBody: true },
  pauseTrigger: { endpoint: "POST /api/v1/triggers/{trigger}/pause", hasBody: true, repeats: true },
  resumeTrigger: { endpoint: "POST /api/v1/triggers/{trigger}/resume", repeats: true },
  rotateTrigger: { endpoint: "POST /api/v1/triggers/{trigger}/rotate", hasBody: true },
} as const satisfies Record<string, Route>;
