import { table } from "../../generated/platform/operations.ts";
import type { Handler } from "../http/handler.ts";
import { createHandler } from "../http/pipeline.ts";
import { respondWithNotFoundPage } from "../http/response/not-found-page.ts";
import { operationRoutes } from "../http/routing/operation-routes.ts";
import type { Route } from "../http/routing/route.ts";
import { createRouter } from "../http/routing/router.ts";
import { createMetricsSource } from "../http/telemetry/metrics-source.ts";
import { storageUnavailable, withUnavailableErrors } from "../http/unavailable-errors.ts";
import { chain } from "../lib/kit/flow/chain.ts";
import { requireValue } from "../lib/kit/require-value.ts";
import type { ApiKey } from "../ports/stores/key-store.ts";
import { type AccountModule, type AccountOptions, createAccount } from "./account/index.ts";
import { SERVER_METADATA_PATH } from "./account/mcp-clients/addresses.ts";
import { authenticateRequests, countAttempts } from "./auth/authenticate-requests.ts";
import { createAuthenticator } from "./auth/authenticator.ts";
import { explainOAuthPath } from "./auth/no-oauth.ts";
import { requirePermission } from "./auth/permission.ts";
import { redactKeys } from "./auth/redaction.ts";
import { createContextFactory } from "./context.ts";
import type { PlatformContract } from "./contract.ts";
import { createMcpRoutes } from "./mcp-routes.ts";
import { representations } from "./operations/index.ts";
import { surfaces } from "./pages/index.ts";
import { notFoundPage } from "./pages/not-found-page.ts";
import type { SurfaceDeps } from "./pages/surface.ts";
import { redactPath, rulesFor } from "./path-rules.ts";
import type { PlatformOptions } from "./platform-options.ts";
import { streamRoute, surfaceRoute } from "./routes.ts";
import { createSharedServices, type SharedServices } from "./shared-services.ts";

export type { PlatformOptions } from "./platform-options.ts";

/** Creates the platform service. */
export function createPlatform(options: PlatformOptions): Handler {
  const services = createSharedServices(options);
  const account = options.account && openAccount(options.account, options, services);
  const routes = createRoutes(options, services, account);
  options.account?.closing?.addEventListener("abort", () => services.triggers.streams.close());
  const { origin, keyStore, grantStore, now, keyHint, networkLimit } = services;
  const handle = createHandler<ApiKey>({
    router: createRouter(routes, {
      rulesFor,
      hint: "See /openapi.json for the paths of this service.",
      explainPath: (path) => explainOAuthPath(path, keyHint, account && SERVER_METADATA_PATH),
      respondToError: respondWithNotFoundPage(notFoundPage),
    }),
    origin,
    allowsHost: options.allowsHost,
    authenticate: authenticateRequests(
      createAuthenticator({ keyStore, grantStore, now, keyHint }),
      keyHint,
      networkLimit,
    ),
    authorize: (actor, permission) => requirePermission(actor, permission, keyHint),
    rateLimit: services.rateLimit,
    openLimit: services.openLimit,
    redactPath,
    log: services.log,
    meter: services.meter,
    tracer: options.tracer,
    createRequestId: options.newId ?? (() => crypto.randomUUID()),
  });
  return (request) => chain(handle(request), redactKeys);
}

function openAccount(
  account: AccountOptions,
  { connections, runs, triggers }: PlatformOptions,
  services: SharedServices,
): AccountModule {
  const { run, onError, networkLimit } = services;
  const createPageContext = createContextFactory(services.context, "page");
  return createAccount(account, {
    origins: services.origins,
    commandLine: services.commandLine,
    catalog: services.catalog,
    connections: connections.deps,
    keyStore: services.keyStore,
    forgetOwnApps: connections.deps.forgetOwnApps,
    get runs() {
      return services.context.runs;
    },
    runStore: withUnavailableErrors(
      runs.store,
      storageUnavailable("Stored runs are unavailable.", onError),
    ),
    catalogViewFor: services.catalogViewFor,
    runPlatform: (name, input, actor, request, context) =>
      run(name, input, createPageContext(request, context, actor)),
    now: services.now,
    onError,
    webhookSchemes: triggers?.webhookSchemes ?? [],
    grantStore: requireValue(services.grantStore, "the store of an account's grants"),
    countAttempts: (request, context) =>
      networkLimit && countAttempts(networkLimit, request, context),
  });
}

function createRoutes(
  options: PlatformOptions,
  services: SharedServices,
  account: AccountModule | undefined,
): readonly Route<ApiKey>[] {
  const deps = createSurfaceDeps(options, services, account);
  return [
    ...operationRoutes<PlatformContract, ApiKey>({
      table,
      run: services.run,
      representations,
      createContext: createContextFactory(services.context, "api"),
      rulesFor,
    }),
    streamRoute(services.triggers),
    ...createMcpRoutes(options, services),
    ...surfaces.map((surface) => surfaceRoute(surface, deps)),
    ...(account?.routes ?? []),
  ];
}

function createSurfaceDeps(
  { connections, triggers, metrics }: PlatformOptions,
  services: SharedServices,
  account: AccountModule | undefined,
): SurfaceDeps {
  const { origin, commandLine, catalog, keyStore, onError, networkLimit, meter } = services;
  return {
    origin,
    account,
    commandLine,
    catalog,
    keyStore,
    connections,
    get webhooks() {
      return triggers?.webhooks;
    },
    get sharedWebhooks() {
      return triggers?.sharedWebhooks;
    },
    readJobStats: triggers?.readJobStats,
    onError,
    countAttempt: (request, context) =>
      networkLimit && countAttempts(networkLimit, request, context).count(),
    networkOf: services.context.networkOf,
    metrics: metrics && meter && createMetricsSource(metrics, meter, table.version),
  };
}
