import { PERMISSIONS } from "../../generated/table.ts";
import { Problem } from "../http/problem.ts";
import { storageUnavailable, withUnavailableErrors } from "../http/unavailable-errors.ts";
import type { SharedWebhooks } from "../lib/app-webhooks/index.ts";
import { lazy } from "../lib/kit/flow/lazy.ts";
import type { Fetch } from "../lib/kit/net/fetch.ts";
import type { Vault } from "../lib/vault/index.ts";
import type { Catalog } from "../ports/catalog.ts";
import type { JobQueue } from "../ports/job-queue.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { Connection, ConnectionStore } from "../ports/stores/connection-store.ts";
import type { KeyStore } from "../ports/stores/key-store.ts";
import type { Person } from "../ports/stores/people-store.ts";
import { NO_TRACER, type Tracer } from "../ports/tracer.ts";
import { type Actor, isPersonId } from "./auth/actor.ts";
import { type AccountAppsReader, createAccountAppsReader } from "./catalog/account-apps.ts";
import { createOwnAppsReader, type OwnAppsReader } from "./catalog/own-apps.ts";
import { withReadErrors } from "./catalog/problems.ts";
import { type CommandLine, defaultCommandLine } from "./command-line.ts";
import type { ConnectionDeps } from "./connections/connection-deps.ts";
import type { ConnectionService } from "./connections/connection-service.ts";
import { createConnectionService } from "./connections/create-connection-service.ts";
import { createConnectLinks } from "./connections/flow/connect-links.ts";
import { createCredentialTest } from "./connections/manage/credential-test.ts";
import { createRefresh, type RefreshConnection } from "./connections/refresh/refresh.ts";
import type { RefreshResult } from "./connections/refresh/refresh-result.ts";
import { RefreshScheduler } from "./connections/refresh/refresh-scheduler.ts";
import { withSecretProblems } from "./connections/secrets.ts";
import { createToolListReader } from "./tool-lists/tool-list-reader.ts";
import { ToolLists } from "./tool-lists/tool-lists.ts";

export interface ConnectionsOptions {
  /** The public URL of the service, without a trailing slash. */
  readonly origin: string;
  /** Formats commands of the operator, for hints. Default: those of the npm package. */
  readonly commandLine?: CommandLine | undefined;
  readonly store: ConnectionStore;
  /** The jobs that `store` adds. */
  readonly jobQueue: JobQueue;
  /** The vault from `openVault`. Its failures become Problems. */
  readonly vault: Vault;
  readonly outbound: Outbound;
  /**
   * Returns the client for URLs that a remote MCP server names. Default: `outbound`, which is safe
   * only if it can't reach private addresses.
   */
  outboundFor?(server: string): Outbound;
  readonly catalog: Catalog;
  readonly keyStore: Pick<KeyStore, "listApps" | "findApp" | "findKeys">;
  /** Finds a person who is a member of an account. By default nobody is. */
  findMember?(account: string, person: string): Promise<Pick<Person, "name"> | undefined>;
  /** Allowed origins of return URLs, in addition to the service's own and loopback addresses. */
  readonly returnOrigins?: readonly string[] | undefined;
  /** Records token refreshes as spans. Default: nothing is recorded. */
  readonly tracer?: Tracer | undefined;
  /**
   * The apps that send the events of all connections of the operator's OAuth client to one address,
   * by slug. Default: none.
   */
  readonly sharedWebhooks?: ReadonlyMap<string, SharedWebhooks> | undefined;
  /** Milliseconds since 1970. */
  now?(): number;
  /** Receives errors of background work. */
  onError?(error: unknown): void;
  /** Receives the outcome of each token refresh. */
  onRefresh?(outcome: RefreshResult["outcome"]): void;
}

/** Learns of changes to connections. Must not reject. */
export interface ConnectionObserver {
  /** The status of a connection has changed. */
  statusChanged(before: Connection, after: Connection): Promise<void>;
  /** A connection has become the default instead of another that no longer works. */
  defaultChanged(before: Connection, after: Connection): Promise<void>;
}

/**
 * The connections module. Operations and runs use `service`, and the connect pages use `deps`. The
 * server starts and stops `refreshScheduler`.
 */
export interface ConnectionsModule {
  readonly service: ConnectionService;
  readonly deps: ConnectionDeps;
  readonly refresh: RefreshConnection;
  readonly refreshScheduler: RefreshScheduler;
  /** The apps that accounts added, and the tools that remote MCP servers list for connections. */
  readonly accountApps: AccountAppsReader;
  /** The tools of remote MCP servers, by connection. */
  readonly toolLists: ToolLists;
  /** Tells an observer of changes in this process. */
  observe(observer: ConnectionObserver): void;
}

/** Creates the connections module. No background work runs until `refreshScheduler` is started. */
export function createConnections(options: ConnectionsOptions): ConnectionsModule {
  const { origin, returnOrigins = [], now = Date.now, onError = () => {} } = options;
  const catalog = withReadErrors(options.catalog, onError);
  const keyStore = withUnavailableErrors(
    options.keyStore,
    storageUnavailable("Account storage is unavailable."),
  );
  const store = withUnavailableErrors(
    options.store,
    storageUnavailable("The connection storage is unavailable."),
  );
  const vault = withSecretProblems(options.vault);
  const ownApps = createOwnAppsReader(keyStore, now);
  const toolListReader = createToolListReader(store, { now, onError });
  const observers: ConnectionObserver[] = [];
  const deps: ConnectionDeps = {
    origin,
    commandLine: options.commandLine ?? defaultCommandLine,
    store,
    vault,
    links: createConnectLinks({ origin, vault, now }),
    sharedWebhooks: options.sharedWebhooks ?? new Map(),
    ...createClients(options, catalog, ownApps),
    ...createAppResolver(catalog, ownApps),
    ...createActorFinder(options, keyStore, now),
    isAllowedReturnUrl: createReturnUrlCheck([origin, ...returnOrigins]),
    listTools: (connection) =>
      toolLists.refresh(connection, { timeoutMs: LIST_TOOLS_MILLISECONDS }),
    onStatusChange(before, after) {
      toolListReader.forget(after);
      for (const observer of observers) void observer.statusChanged(before, after);
    },
    onDefaultChange(before, after) {
      toolListReader.forget(after);
      for (const observer of observers) void observer.defaultChanged(before, after);
    },
    now,
    onError,
  };
  const { outbound } = options;
  const refresh = createRefresh(deps, options.onRefresh);
  const toolLists = new ToolLists({ ...deps, outbound, refresh, reader: toolListReader });
  const service = lazy(() =>
    createConnectionService(deps, refresh, (connected, tool, timeoutMs) =>
      toolLists.isGone(connected, tool, timeoutMs),
    ),
  );
  return {
    deps,
    refresh,
    accountApps: createAccountAppsReader({ catalog, ownApps, toolLists }),
    toolLists,
    get service() {
      return service();
    },
    refreshScheduler: new RefreshScheduler(deps, refresh, {
      queue: options.jobQueue,
      listTools: (connection) => toolLists.runJob(connection),
      parkToolList: (connection) => toolLists.parkJob(connection),
      tracer: options.tracer ?? NO_TRACER,
    }),
    observe: (observer) => void observers.push(observer),
  };
}

/** Creates the functions that send requests to apps. */
function createClients(
  { outbound, outboundFor = () => outbound }: ConnectionsOptions,
  catalog: Pick<Catalog, "findTool">,
  ownApps: OwnAppsReader,
): Pick<ConnectionDeps, "fetch" | "fetchFor" | "testCredentials"> {
  return {
    fetch: toFetch(outbound),
    fetchFor: (server) => toFetch(outboundFor(server)),
    testCredentials: createCredentialTest({
      outbound,
      findTool: async (account, { record, isOwn }, name) =>
        isOwn
          ? (await ownApps.read(account)).get(record.slug)?.tools.find((tool) => tool.name === name)
          : catalog.findTool(name),
    }),
  };
}

function createAppResolver(
  catalog: Catalog,
  ownApps: OwnAppsReader,
): Pick<ConnectionDeps, "resolveApp" | "forgetOwnApps"> {
  return {
    async resolveApp(account, slug) {
      const own = (await ownApps.read(account)).get(slug)?.record;
      const record = own ?? (await catalog.findApp(slug));
      if (record) return { record, isOwn: own !== undefined };
      if (catalog.apps.length === 0)
        throw new Problem("catalog_not_ready", catalog.progress ?? "The app catalog is not ready.");
      throw new Problem("app_not_found", `App "${slug.slice(0, 100)}" no longer exists.`);
    },
    forgetOwnApps: (account) => ownApps.forget(account),
  };
}

function createActorFinder(
  { findMember = async () => undefined }: ConnectionsOptions,
  keyStore: ConnectionsOptions["keyStore"],
  now: () => number,
): Pick<ConnectionDeps, "findActiveActor" | "findActiveActors"> {
  const findPeople = (account: string, ids: readonly string[]) =>
    Promise.all(
      ids.map(async (id): Promise<Actor[]> => {
        const person = await findMember(account, id);
        return person ? [{ id, account, name: person.name, permissions: PERMISSIONS }] : [];
      }),
    );
  const findActiveActors: ConnectionDeps["findActiveActors"] = async (account, ids) => {
    const people = await findPeople(account, ids.filter(isPersonId));
    const keyIds = ids.filter((id) => !isPersonId(id));
    const keys = keyIds.length > 0 ? await keyStore.findKeys(account, keyIds) : [];
    return [
      ...people.flat(),
      ...keys.filter(
        ({ revoked, expires }) =>
          revoked === undefined && (expires === undefined || Date.parse(expires) > now()),
      ),
    ];
  };
  return {
    findActiveActor: async (account, id) => (await findActiveActors(account, [id]))[0],
    findActiveActors,
  };
}

/** Returns whether the connect flow may send people back to a URL. */
function createReturnUrlCheck(origins: readonly string[]): (url: string) => boolean {
  const allowedOrigins = new Set(origins);
  return (text) => {
    const url = URL.parse(text);
    if (!url || url.username || url.password || !/^https?:$/.test(url.protocol)) return false;
    return (
      allowedOrigins.has(url.origin) ||
      /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
    );
  };
}

/** How long a sign-in waits for the tools of a remote MCP server. */
const LIST_TOOLS_MILLISECONDS = 3_000;

const toFetch =
  (outbound: Outbound): Fetch =>
  (url, options) =>
    outbound.fetch(url, options);
