import { table } from "../../generated/platform/operations.ts";
import type { Handler, HttpRequest } from "../http/handler.ts";
import { compileInputs } from "../http/input/input-schema.ts";
import { createOwnOrigins } from "../http/origins/own-origins.ts";
import { createHandler } from "../http/pipeline.ts";
import { createRateLimit, type RateLimitOptions } from "../http/rate-limit.ts";
import { respondWithNotFoundPage } from "../http/response/not-found-page.ts";
import { operationRoutes } from "../http/routing/operation-routes.ts";
import type { Route } from "../http/routing/route.ts";
import { createRouter } from "../http/routing/router.ts";
import { createRun } from "../http/routing/run-operation.ts";
import { createMeter } from "../http/telemetry/meter.ts";
import { createMetricsSource, type MetricsOptions } from "../http/telemetry/metrics-source.ts";
import { storageUnavailable, withUnavailableErrors } from "../http/unavailable-errors.ts";
import { chain } from "../lib/kit/flow/chain.ts";
import { createMcpEdge } from "../mcp/edge.ts";
import type { Catalog } from "../ports/catalog.ts";
import type { Log } from "../ports/log.ts";
import type { ApiKey, KeyStore } from "../ports/stores/key-store.ts";
import type { Tracer } from "../ports/tracer.ts";
import { toNetwork } from "./account/access/client.ts";
import { type AccountOptions, createAccount } from "./account/index.ts";
import { KEYS_PATH } from "./account/keys/keys-page.ts";
import { RESOURCE_METADATA_PATH, SERVER_METADATA_PATH } from "./account/mcp-clients/addresses.ts";
import { toPageOrigin } from "./account/operator.ts";
import { authenticateRequests, countAttempts } from "./auth/authenticate-requests.ts";
import { createAuthenticator } from "./auth/authenticator.ts";
import { createKeyHint } from "./auth/key-hint.ts";
import { createNetworkLimit } from "./auth/network-limit.ts";
import { explainOAuthPath } from "./auth/no-oauth.ts";
import { withResourceMetadata } from "./auth/oauth-challenge.ts";
import { requirePermission } from "./auth/permission.ts";
import { redactingLog, redactKeys } from "./auth/redaction.ts";
import { createCatalogViewFactory } from "./catalog/create-catalog-view.ts";
import { withReadErrors } from "./catalog/problems.ts";
import { createToolFinder } from "./catalog/search/tool-finder.ts";
import { type CommandLine, defaultCommandLine } from "./command-line.ts";
import { createContextFactory } from "./context.ts";
import type { OperationContext, PlatformContract } from "./contract.ts";
import type { ConnectionsModule } from "./create-connections.ts";
import { platformTools } from "./mcp.ts";
import { MISPLACED_INPUTS } from "./misplaced-inputs.ts";
import { operations, representations } from "./operations/index.ts";
import { surfaces } from "./pages/index.ts";
import { notFoundPage } from "./pages/not-found-page.ts";
import type { SurfaceDeps } from "./pages/surface.ts";
import { KEY_ROUTE, MCP_ROUTE, redactPath, rulesFor } from "./path-rules.ts";
import { streamRoute, surfaceRoute } from "./routes.ts";
import { createRunService, type RunServiceOptions } from "./runs/create-run-service.ts";
import { createEventsExtension } from "./triggers/mcp-events/methods.ts";
import { NO_TRIGGERS } from "./triggers/no-triggers.ts";
import type { TriggersModule } from "./triggers/triggers.ts";

/** Dependencies and settings of the platform service. */
export interface PlatformOptions {
  /** The public origin, without a slash at the end. */
  readonly origin: string;
  /** Other origins by which clients reach the service. Default: only loopback names. */
  readonly otherOrigins?: readonly string[] | undefined;
  /** Formats commands of the operator, for hints. Default: those of the npm package. */
  readonly commandLine?: CommandLine | undefined;
  readonly catalog: Catalog;
  readonly keyStore: KeyStore;
  /** The run store and the HTTP client for apps. */
  readonly runs: Pick<RunServiceOptions, "store" | "outbound" | "publicOutbound" | "loadComposer"> &
    Partial<Pick<RunServiceOptions, "connections">>;
  /** The result of `createConnections`. */
  readonly connections: ConnectionsModule;
  /** The result of `createTriggers`. Default: operations on triggers and events are unavailable. */
  readonly triggers?:
    | Pick<
        TriggersModule,
        | "service"
        | "events"
        | "webhooks"
        | "sharedWebhooks"
        | "webhookSchemes"
        | "streams"
        | "mcpEvents"
        | "readJobStats"
      >
    | undefined;
  /** Lets people sign in. Default: nobody can. */
  readonly account?: AccountOptions | undefined;
  /** Returns whether the service serves this host. `host` includes the port. */
  allowsHost(host: string): boolean;
  /** The rate limit of each API key. Default: none. */
  readonly rateLimit?: Pick<RateLimitOptions, "rate" | "limiter"> | undefined;
  /** The rate limit of each network for requests without a valid API key. Default: none. */
  readonly unauthenticatedLimit?: RateLimitOptions | undefined;
  /** Process metrics, and who may read /metrics. Default: no metrics. */
  readonly metrics?: MetricsOptions;
  /** Receives request entries and errors. API keys are redacted. Default: no log. */
  readonly log?: Log;
  /** Records the traces of requests and runs. Default: none. */
  readonly tracer?: Tracer | undefined;
  /** Creates request IDs, which must be UUIDs. Default: random. */
  newId?(): string;
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  now?(): number;
}

/** Creates the platform service. */
export function createPlatform(options: PlatformOptions): Handler {
  const {
    origin,
    commandLine = defaultCommandLine,
    connections,
    triggers = NO_TRIGGERS,
    metrics,
    tracer,
    allowsHost,
    newId = () => crypto.randomUUID(),
    now = Date.now,
  } = options;
  const origins = createOwnOrigins(origin, options.otherOrigins);
  const log = options.log && redactingLog(options.log);
  const onError = (error: unknown, id = "") => log?.error(error, id);
  const catalog = withReadErrors(options.catalog, onError);
  const keyStore = withUnavailableErrors(
    options.keyStore,
    storageUnavailable("Account storage is unavailable.", onError),
  );
  const grantStore =
    options.account &&
    withUnavailableErrors(
      options.account.grantStore,
      storageUnavailable("Account storage is unavailable.", onError),
    );
  const catalogViewFor = createCatalogViewFactory({
    catalog,
    keyStore,
    accountApps: connections.accountApps,
    findRankedTools: createToolFinder(catalog),
  });
  const runs = createRunService({
    connections: connections.service,
    ...options.runs,
    tracer,
    now,
    onError,
  });
  const run = createRun<PlatformContract>(compileInputs(table, MISPLACED_INPUTS), operations);
  const keyHint = createKeyHint(
    commandLine,
    options.account && `${toPageOrigin(origin)}${KEYS_PATH}`,
  );
  const meter = metrics && createMeter();
  const rateLimit =
    options.rateLimit &&
    createRateLimit(
      { name: "key", ...options.rateLimit, clientKey: (_, { key }) => `key ${key}` },
      onError,
    );
  const networkLimit =
    options.unauthenticatedLimit && createNetworkLimit(options.unauthenticatedLimit, onError);
  const openLimit =
    options.unauthenticatedLimit &&
    createNetworkLimit(options.unauthenticatedLimit, onError, "open");
  const clientKey = options.account?.clientKey;
  const networkOf = (request: HttpRequest) => clientKey && toNetwork(clientKey(request));
  const shared = {
    catalogViewFor,
    connections: connections.service,
    runs,
    triggers: triggers.service,
    events: triggers.events,
    origin,
    networkOf,
  };
  const mcp = createMcpEdge<ApiKey, OperationContext>({
    ...platformTools(run, {
      origin,
      log,
      meter,
      tracer,
      authorize: ({ actor }, permission) => requirePermission(actor, permission, keyHint),
    }),
    // Safe for every origin because requests need an API key, which browsers never add
    // automatically.
    allowsOrigin: () => true,
    cacheScope: "private",
    rateLimit,
    extension: options.triggers && createEventsExtension(options.triggers.mcpEvents),
    createContext: createContextFactory({ ...shared, source: "mcp" }),
  });
  const signInMcp = options.account
    ? {
        ...mcp,
        respondToError: withResourceMetadata(
          mcp.respondToError,
          (request) => `${origins.usedBy(request)}${RESOURCE_METADATA_PATH}`,
        ),
      }
    : mcp;
  const createPageContext = createContextFactory({ ...shared, source: "page" });
  const account =
    options.account &&
    createAccount(options.account, {
      origins,
      commandLine,
      catalog,
      connections: connections.deps,
      keyStore,
      forgetOwnApps: connections.deps.forgetOwnApps,
      runs,
      runStore: withUnavailableErrors(
        options.runs.store,
        storageUnavailable("Stored runs are unavailable.", onError),
      ),
      catalogViewFor,
      runPlatform: (name, input, actor, request, context) =>
        run(name, input, createPageContext(request, context, actor)),
      now,
      onError,
      webhookSchemes: options.triggers?.webhookSchemes ?? [],
      grantStore: grantStore!,
      countAttempts: (request, context) =>
        networkLimit && countAttempts(networkLimit, request, context),
    });
  const deps: SurfaceDeps = {
    origin,
    account,
    commandLine,
    catalog,
    keyStore,
    connections,
    webhooks: options.triggers?.webhooks,
    sharedWebhooks: options.triggers?.sharedWebhooks,
    readJobStats: options.triggers?.readJobStats,
    onError,
    countAttempt: (request, context) =>
      networkLimit && countAttempts(networkLimit, request, context).count(),
    networkOf,
    metrics: metrics && createMetricsSource(metrics, meter!, table.version),
  };
  const routes: Route<ApiKey>[] = [
    ...operationRoutes<PlatformContract, ApiKey>({
      table,
      run,
      representations,
      createContext: createContextFactory({ ...shared, source: "api" }),
      rulesFor,
    }),
    streamRoute(triggers.streams),
    { ...rulesFor(MCP_ROUTE), path: MCP_ROUTE, isExact: true, ...signInMcp },
    { ...rulesFor(KEY_ROUTE), path: KEY_ROUTE, isExact: true, ...mcp },
    ...surfaces.map((surface) => surfaceRoute(surface, deps)),
    ...(account?.routes ?? []),
  ];
  options.account?.closing?.addEventListener("abort", () => triggers.streams.close());
  const handle = createHandler<ApiKey>({
    router: createRouter(routes, {
      rulesFor,
      hint: "See /openapi.json for the paths of this service.",
      explainPath: (path) => explainOAuthPath(path, keyHint, account && SERVER_METADATA_PATH),
      respondToError: respondWithNotFoundPage(notFoundPage),
    }),
    origin,
    allowsHost,
    authenticate: authenticateRequests(
      createAuthenticator({ keyStore, grantStore, now, keyHint }),
      keyHint,
      networkLimit,
    ),
    authorize: (actor, permission) => requirePermission(actor, permission, keyHint),
    rateLimit,
    openLimit,
    redactPath,
    log,
    meter,
    tracer,
    createRequestId: newId,
  });
  return (request) => chain(handle(request), redactKeys);
}
