import { table } from "../../generated/platform/operations.ts";
import type { Handler, HttpRequest } from "../http/handler.ts";
import { compileInputs } from "../http/input-schema.ts";
import { createMeter } from "../http/meter.ts";
import { operationRoutes } from "../http/operation-routes.ts";
import { Problem } from "../http/problem.ts";
import { processMetricFamilies } from "../http/process-metrics.ts";
import { createCostTable, createRateLimit, type RateLimitOptions } from "../http/rate-limit.ts";
import type { RequestContext } from "../http/request-context.ts";
import { createRouter, type Route } from "../http/router.ts";
import { createRun, type Run } from "../http/run-operation.ts";
import { withTelemetry } from "../http/telemetry.ts";
import { storageUnavailable, withUnavailableErrors } from "../http/unavailable-errors.ts";
import { createMcpEdge } from "../mcp/edge.ts";
import type { Catalog } from "../ports/catalog.ts";
import type { ApiKey, KeyStore } from "../ports/key-store.ts";
import type { Log } from "../ports/log.ts";
import type { ProcessMetrics } from "../ports/process-metrics.ts";
import { createAuthenticator } from "./auth/authenticator.ts";
import { redactSecrets } from "./auth/key-format.ts";
import { noOauthProblem, OAUTH_PATHS } from "./auth/no-oauth.ts";
import { requirePermission } from "./auth/permission.ts";
import { redactingLog, redactKeys } from "./auth/redaction.ts";
import { createCatalogViewFactory } from "./catalog/create-catalog-view.ts";
import { createToolFinder } from "./catalog/tool-finder.ts";
import type { ConnectionsModule } from "./connections/connections.ts";
import type { OperationContext, PlatformContract } from "./contract.ts";
import { type McpCaller, platformTools } from "./mcp.ts";
import { operations } from "./operations/index.ts";
import { surfaces } from "./pages/index.ts";
import { API_PREFIX, KEY_ROUTE, keyFromPath } from "./paths.ts";
import { headersFor, PREFLIGHT_HEADERS } from "./response-headers.ts";
import { createRunService, type RunServiceOptions } from "./runs/create-run-service.ts";

/** Dependencies and settings of the platform service. */
export interface PlatformOptions {
  /** The public origin, without a slash at the end. */
  readonly origin: string;
  readonly catalog: Catalog;
  readonly keyStore: KeyStore;
  /** The run store and the HTTP client for apps. */
  readonly runs: Pick<RunServiceOptions, "store" | "outbound"> &
    Partial<Pick<RunServiceOptions, "connections">>;
  /** The result of `createConnections`. */
  readonly connections: ConnectionsModule;
  /** Returns whether the service serves this host. `host` includes the port. */
  allowsHost(host: string): boolean;
  /** The rate limit of each API key. Default: none. */
  readonly rateLimit?: Pick<RateLimitOptions, "rate" | "limiter"> | undefined;
  /** The rate limit of each network for requests without a valid API key. Default: none. */
  readonly refusedLimit?: RateLimitOptions | undefined;
  /** Process metrics, and who may read /metrics. Default: no metrics. */
  readonly metrics?: { readonly process: ProcessMetrics; isAllowed(request: HttpRequest): boolean };
  /** Receives request entries and errors. API keys are redacted. Default: no log. */
  readonly log?: Log;
  /** Creates request IDs, which must be UUIDs. Default: random. */
  newId?(): string;
  /** Returns the time in milliseconds since 1970. Default: `Date.now`. */
  now?(): number;
}

/** Creates the platform service. */
export function createPlatform(options: PlatformOptions): Handler {
  const {
    origin,
    catalog,
    connections,
    metrics,
    allowsHost,
    newId = () => crypto.randomUUID(),
    now = Date.now,
  } = options;
  const log = options.log && redactingLog(options.log);
  const onError = (error: unknown, id = "") => log?.error(error, id);
  const keyStore = withUnavailableErrors(
    options.keyStore,
    storageUnavailable("Account storage is unavailable.", onError),
  );
  const authenticator = createAuthenticator({ keyStore, now });
  const catalogViewFor = createCatalogViewFactory({
    catalog,
    keyStore,
    findRankedTools: createToolFinder(catalog),
    now,
  });
  const runs = createRunService({
    connections: connections.service,
    ...options.runs,
    now,
    onError,
  });
  const run = withPermissionCheck(createRun<PlatformContract>(compileInputs(table), operations));
  const meter = metrics && createMeter();
  const metricsSource = metrics && {
    isAllowed: metrics.isAllowed,
    families: () => [
      ...meter!.families(),
      ...processMetricFamilies(metrics.process, table.version),
    ],
  };
  const checkKeyLimit =
    options.rateLimit &&
    createRateLimit(
      { name: "key", ...options.rateLimit, clientKey: (_, { key }) => `key ${key}` },
      onError,
    );
  const checkFailedAuthLimit =
    options.refusedLimit &&
    createRateLimit(
      {
        name: "network",
        ...options.refusedLimit,
        clientKey: (request, context) =>
          `refused ${options.refusedLimit!.clientKey(request, context)}`,
      },
      onError,
    );

  const createOperationContext = (request: HttpRequest, key: ApiKey): OperationContext => ({
    key,
    catalogView: catalogViewFor(key),
    connections: connections.service,
    runs,
    origin,
    // A getter because creating the signal costs more than the rest of most requests.
    get signal() {
      return request.signal;
    },
  });

  /**
   * Returns the API key of a request. A rejected request counts toward the limit of its network.
   */
  const authenticate = async (
    request: HttpRequest,
    context: RequestContext,
    secret: string | undefined,
  ): Promise<ApiKey> => {
    try {
      const key = await (secret === undefined
        ? authenticator.fromHeader(request.headers.get("authorization"))
        : authenticator.fromSecret(secret));
      context.key = key.id;
      return key;
    } catch (error) {
      if (error instanceof Problem && error.status === 401)
        await checkFailedAuthLimit?.(request, { cost: 1 }, context);
      throw error;
    }
  };

  const mcp = createMcpEdge<McpCaller>({
    ...platformTools(run, { log, meter }),
    allowsHost,
    // Safe for every origin because requests need an API key, which browsers never add
    // automatically.
    allowsOrigin: () => true,
    cacheScope: "private",
    async checkRateLimit(request, { cost }, caller) {
      const key = await authenticate(request, caller.requestContext, caller.secret);
      caller.context = createOperationContext(request, key);
      await checkKeyLimit?.(request, { cost }, caller.requestContext);
    },
  });

  const keysByContext = new WeakMap<RequestContext, ApiKey>();
  const surfaceDeps = {
    origin,
    catalog,
    keyStore,
    connections,
    metrics: metricsSource,
  };
  const routes: Route[] = [
    ...operationRoutes<PlatformContract>({
      table,
      run,
      representations: {},
      createContext: (request, context) =>
        createOperationContext(request, keysByContext.get(context)!),
    }),
    ...surfaces.map(({ path, methods, createHandler }) => ({
      path,
      methods: Object.fromEntries(methods.map((method) => [method, createHandler(surfaceDeps)])),
    })),
  ];
  const router = createRouter(routes, { hint: "See /openapi.json for the paths of this service." });

  const route: typeof router = async (request, context) => {
    const { path } = context;
    const keyInPath = keyFromPath(path);
    // Replace the path before anything can log it, because it may contain an API key.
    if (keyInPath !== undefined) context.path = context.route = KEY_ROUTE;
    else context.path = redactSecrets(path);
    // Keep the token out of the log, because anyone who has it can open the connect link.
    if (path.startsWith("/connect/")) context.route = "/connect/{token}";
    if (path === "/mcp" || keyInPath !== undefined) {
      context.route ??= path;
      const caller = {
        requestContext: context,
        requestId: context.id,
        secret: keyInPath,
      } as McpCaller;
      return mcp(request, caller);
    }
    if (!allowsHost(context.host)) {
      throw new Problem(
        "wrong_host",
        `This service doesn't serve host ${JSON.stringify(context.host)}.`,
        { hint: `Send requests to ${origin}/.` },
      );
    }
    if (request.method === "OPTIONS" && path.startsWith(API_PREFIX))
      return { status: 204, headers: { ...PREFLIGHT_HEADERS }, body: null };
    if (path.startsWith(API_PREFIX)) {
      const cost = costOf(request.method, path);
      if (cost.route) context.route = cost.route;
      keysByContext.set(context, await authenticate(request, context, undefined));
      await checkKeyLimit?.(request, cost, context);
    } else if (OAUTH_PATHS.test(path)) throw noOauthProblem();
    return router(request, context);
  };
  const handler = withTelemetry(route, { log, meter, createRequestId: newId, headersFor });
  return async (request) => redactKeys(await handler(request));
}

/** Checks the permission of the API key before each operation. */
const withPermissionCheck =
  (run: Run<PlatformContract>): Run<PlatformContract> =>
  (name, input, operationContext) => {
    requirePermission(operationContext.key, table.operations[name].permission!);
    return run(name, input, operationContext);
  };

const costOf = createCostTable(table, "/api/v1/");
