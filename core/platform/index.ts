import { table } from "../../generated/platform/operations.ts";
import { processMetricFamilies } from "../domain/process-metrics.ts";
import type { Handler, HttpRequest } from "../http/handler.ts";
import { createMeter } from "../http/meter.ts";
import { operationRoutes } from "../http/operations.ts";
import { createCostTable, createRateLimit, type RateLimitOptions } from "../http/rate-limit.ts";
import type { RequestContext } from "../http/request-context.ts";
import { createRouter, type Route } from "../http/router.ts";
import { withTelemetry } from "../http/telemetry.ts";
import { createMcpEdge } from "../mcp/edge.ts";
import type { Catalog } from "../ports/catalog.ts";
import type { ApiKey, KeyStore } from "../ports/key-store.ts";
import type { Log } from "../ports/log.ts";
import type { ProcessMetrics } from "../ports/process-metrics.ts";
import { Problem } from "../problem.ts";
import { createRun, type Run } from "../run.ts";
import { compileInputs } from "../schema.ts";
import { createAuthenticator } from "./auth/authenticator.ts";
import { requirePermission } from "./auth/permission.ts";
import { redactingLog, redactKeys } from "./auth/redaction.ts";
import { createCatalogViewFactory } from "./catalog-view/create-catalog-view.ts";
import { createToolFinder } from "./catalog-view/tool-finder.ts";
import type { ConnectionsModule } from "./connections/connections.ts";
import type { OperationContext, PlatformContract } from "./contract.ts";
import { redactSecrets } from "./domain/keys/key-format.ts";
import { type McpCaller, platformTools } from "./mcp.ts";
import { operations } from "./operations/index.ts";
import { createRunService, type RunServiceOptions } from "./runs/create-run-service.ts";
import { surfaces } from "./surfaces/index.ts";

/** What the platform service is made of. */
export interface PlatformOptions {
  /** Where it is, in public, without a slash at the end. */
  readonly origin: string;
  readonly catalog: Catalog;
  readonly accounts: KeyStore;
  /** Where runs are kept, and what apps are asked with. */
  readonly runs: Pick<RunServiceOptions, "store" | "outbound"> &
    Partial<Pick<RunServiceOptions, "connections">>;
  /** What `createConnections` returned. */
  readonly connections: ConnectionsModule;
  /** Whether requests for this host, with its port, are answered. */
  allowsHost(host: string): boolean;
  /** What each key is held to; nothing by default. */
  readonly rateLimit?: Pick<RateLimitOptions, "rate" | "limiter"> | undefined;
  /** What each network is held to that shows no good key; nothing by default. */
  readonly refusedLimit?: RateLimitOptions | undefined;
  /** What is told of the process beside what is counted, and who may see it at /metrics; nothing is counted by default. */
  readonly metrics?: { readonly process: ProcessMetrics; isAllowed(request: HttpRequest): boolean };
  /** Where requests and faults are told; nowhere by default. */
  readonly log?: Log;
  /** Makes the ids of requests, which must be UUIDs; random by default. */
  newId?(): string;
  /** Milliseconds since 1970. */
  now?(): number;
}

/** The platform service. */
export function createPlatform(options: PlatformOptions): Handler {
  const {
    origin,
    catalog,
    accounts,
    connections,
    metrics,
    allowsHost,
    newId = () => crypto.randomUUID(),
    now = Date.now,
  } = options;
  const log = options.log && redactingLog(options.log);
  const onError = (error: unknown, id = "") => log?.error(error, id);
  const authenticator = createAuthenticator({ accounts, now, onError });
  const catalogViewFor = createCatalogViewFactory({
    catalog,
    accounts,
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
  const takeKeyAllowance =
    options.rateLimit &&
    createRateLimit(
      { name: "key", ...options.rateLimit, clientKey: (_, { key }) => `key ${key}` },
      onError,
    );
  const takeFailedAuthAllowance =
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
    // Made where it is asked for: it costs more than most of a request.
    get signal() {
      return request.signal;
    },
  });

  /** Whose request it is. A refused one counts for the network that it comes from. */
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
        await takeFailedAuthAllowance?.(request, { cost: 1 }, context);
      throw error;
    }
  };

  const mcp = createMcpEdge<McpCaller>({
    ...platformTools(run, { log, meter }),
    allowsHost,
    // A page of any origin may call: without a key it learns nothing, and no browser adds one by itself.
    allowsOrigin: () => true,
    cacheScope: "private",
    async checkRateLimit(request, { cost }, caller) {
      const key = await authenticate(request, caller.requestContext, caller.secret);
      caller.context = createOperationContext(request, key);
      await takeKeyAllowance?.(request, { cost }, caller.requestContext);
    },
  });

  const keysByContext = new WeakMap<RequestContext, ApiKey>();
  const surfaceDeps = {
    origin,
    catalog,
    accounts,
    connections: connections,
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
  const router = createRouter(routes, { hint: "/openapi.json says what is served." });

  const route: typeof router = async (request, context) => {
    const { path } = context;
    const keyInPath = /^\/mcp\/k\/([^/]+)$/.exec(path)?.[1];
    // From here on nobody sees what may be a key: not in a log, not in an error.
    if (keyInPath !== undefined) context.path = context.route = KEY_ROUTE;
    else context.path = redactSecrets(path);
    // Whoever has a link can open it: no log has one, whatever stands behind it.
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
        `Requests for the host ${context.host} are not answered here.`,
        { hint: `This service is ${origin}/.` },
      );
    }
    if (request.method === "OPTIONS" && path.startsWith(API_PREFIX))
      return { status: 204, headers: { ...PREFLIGHT_HEADERS }, body: null };
    if (path.startsWith(API_PREFIX)) {
      const cost = costOf(request.method, path);
      if (cost.route) context.route = cost.route;
      keysByContext.set(context, await authenticate(request, context, undefined));
      await takeKeyAllowance?.(request, cost, context);
    } else if (OAUTH_PATHS.test(path)) throw oauthUnsupported();
    return router(request, context);
  };
  const handler = withTelemetry(route, { log, meter, createRequestId: newId, headersFor });
  return async (request) => redactKeys(await handler(request));
}

/** Carries out what the key has the permission for. */
const withPermissionCheck =
  (run: Run<PlatformContract>): Run<PlatformContract> =>
  (name, input, operationContext) => {
    requirePermission(operationContext.key, table.operations[name].permission!);
    return run(name, input, operationContext);
  };

const API_PREFIX = "/api/";
const KEY_ROUTE = "/mcp/k/{key}";
const costOf = createCostTable(table, "/api/v1/");

/** Where clients look for OAuth, and for a way to register: before and after the path of the MCP server too. */
const OAUTH_PATHS =
  /^\/\.well-known\/(oauth-|openid-)|\/\.well-known\/openid-configuration$|^\/(oauth2?\/)?(authorize|token|register|revoke|introspect)$/;

const oauthUnsupported = () =>
  new Problem(
    "not_found",
    "There is no OAuth here, and nothing to register for: a key is sent with each request.",
    {
      hint: "Send Authorization: Bearer <key>. The person who runs this service makes keys: npm run keys -- create --name laptop --permissions read,connect,run.",
    },
  );

/** Answered before a key is asked for: browsers send none with it (Fetch, CORS-preflight). `*` would not cover Authorization. */
const PREFLIGHT_HEADERS = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers": "authorization, content-type, accept, idempotency-key",
  "access-control-max-age": "86400",
};

const NO_STORE_HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
  "x-content-type-options": "nosniff",
};
const API_HEADERS = {
  ...NO_STORE_HEADERS,
  vary: "authorization",
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "RateLimit, RateLimit-Policy, Request-Id, Retry-After, WWW-Authenticate",
};
const MCP_HEADERS = { ...NO_STORE_HEADERS, vary: "authorization" };
const DEFAULT_HEADERS = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };

/** What every answer at a path says: those for keys may be read by pages of every origin, and kept by nobody. */
const headersFor = (path: string) =>
  path.startsWith(API_PREFIX)
    ? API_HEADERS
    : path === "/mcp" || path === KEY_ROUTE || path.includes("jf_live_")
      ? MCP_HEADERS
      : DEFAULT_HEADERS;
