import { table } from "../../generated/site/operations.ts";
import type { Handler, HttpRequest } from "../http/handler.ts";
import { bufferBody } from "../http/input/buffered-body.ts";
import { createHandler, type Service } from "../http/pipeline.ts";
import { PAGE_COST } from "../http/rate-limit.ts";
import type { RequestContext } from "../http/request-context.ts";
import { respondWithNotFoundPage } from "../http/response/not-found-page.ts";
import { operationRoutes } from "../http/routing/operation-routes.ts";
import { protocolRoutes } from "../http/routing/protocol-routes.ts";
import type { Route } from "../http/routing/route.ts";
import { createRouter } from "../http/routing/router.ts";
import { createMetricsSource } from "../http/telemetry/metrics-source.ts";
import type { AgentVerifier } from "../lib/http-signatures/index.ts";
import { type Caller, createContextFactory } from "./context.ts";
import type { SiteContract, SiteProtocols } from "./contract.ts";
import { createFullText } from "./documents/text/full-text.ts";
import { createMcpRoutes } from "./mcp-routes.ts";
import { noOauthRoutes } from "./no-oauth.ts";
import { representations } from "./operations/index.ts";
import { hostedRoutes } from "./pages/hosted.ts";
import { notFoundPage } from "./pages/not-found-page.ts";
import { rulesFor } from "./path-rules.ts";
import { protocolMiddleware, protocolOperations, requestIdFrom } from "./protocols/index.ts";
import { createProxy } from "./proxy/proxy.ts";
import { createSharedServices, type SharedServices } from "./shared-services.ts";
import type { SiteOptions } from "./site-options.ts";
import type { SurfaceDeps } from "./surface.ts";
import { surfaceRoutes } from "./surface-routes.ts";
import { surfaces } from "./surfaces.ts";

export type { SiteOptions } from "./site-options.ts";

/** Creates the request handler of the site service. */
export function createSite(options: SiteOptions): Handler {
  const { site, allowsHost, newId = () => crypto.randomUUID() } = options;
  const services = createSharedServices(options);
  const { agents, clientKey, rateLimit, onError } = services;
  const deps = createSurfaceDeps(options, services);
  options.onBackgroundWork?.(() => deps.fullText.refresh());
  const routes: readonly Route<Caller>[] = [
    ...createApiRoutes(services),
    ...createMcpRoutes(options, services),
    ...hostedRoutes(deps, rulesFor),
    ...noOauthRoutes(deps, rulesFor),
    ...surfaces.flatMap((surface) => surfaceRoutes(surface, deps)),
  ];
  return createHandler<Caller>({
    router: createRouter(routes, {
      rulesFor,
      hint: NOT_FOUND_HINT,
      respondToError: respondWithNotFoundPage((problem) => notFoundPage(site, problem)),
    }),
    origin: site.origin,
    allowsHost,
    authenticate: authenticateAgents(agents, clientKey, onError),
    rateLimit,
    openLimit: rateLimit,
    log: options.log,
    meter: services.meter,
    tracer: options.tracer,
    createRequestId: (request) => requestIdFrom(request) ?? newId(),
  });
}

function createSurfaceDeps(
  { metrics, signing, upstream }: SiteOptions,
  services: SharedServices,
): SurfaceDeps {
  const { site, content, renditions, clientKey, rateLimit, linkHeader, meter } = services;
  return {
    site,
    content,
    commerce: services.commerce,
    sells: services.sells,
    resources: services.resources,
    signing,
    metrics: metrics && meter && createMetricsSource(metrics, meter, table.version),
    linkHeader,
    renditions,
    fullText: createFullText({ site, content, renditions }),
    clientKey,
    rateLimit,
    proxy:
      upstream &&
      createProxy(
        { clientKey, ...upstream },
        { site, links: linkHeader, renditions, clientKey, rateLimit },
      ),
  };
}

/** Creates the routes of the operations: ours, and those of the protocols. */
function createApiRoutes({ run, parseInput, context }: SharedServices): readonly Route<Caller>[] {
  const createContext = createContextFactory({ ...context, protocol: "http" });
  return [
    ...operationRoutes<SiteContract, Caller>({
      table,
      run,
      representations,
      createContext,
      rulesFor,
      costs: OPERATION_COSTS,
      requiresLimiter: CHECKOUT_OPERATIONS,
    }),
    ...protocolRoutes<SiteProtocols, Caller>({
      table,
      operations: protocolOperations,
      parseInput,
      createContext,
      rulesFor,
      requiresLimiter: CHECKOUT_OPERATIONS,
      middleware: protocolMiddleware,
    }),
  ];
}

/** Verifies the signatures of requests. A request without one is anonymous. */
function authenticateAgents(
  agents: AgentVerifier | undefined,
  clientKey: (request: HttpRequest) => string,
  onError: (error: unknown, requestId: string) => void,
): Service<Caller>["authenticate"] {
  const verify = async (verifier: AgentVerifier, request: HttpRequest, context: RequestContext) => {
    const buffered = bufferBody(request);
    context.verdict = await verifier
      .verify(request, clientKey(request), buffered.content)
      .catch((error: unknown) => {
        onError(error, context.id);
        return { outcome: "unverified", reason: "directory_unreachable" } as const;
      });
    return { request: buffered.request, caller: context.verdict };
  };
  return (request, context) =>
    agents && request.headers.get("signature-input") !== null
      ? verify(agents, request, context)
      : { request, caller: undefined };
}

/** The operations that open a page at the payment provider. */
const CHECKOUT_OPERATIONS: ReadonlySet<string> = new Set([
  "createCheckout",
  "createUcpCheckout",
  "createAcpCheckout",
]);

/** The costs of operations other than 1. Reading a page raises its cost if there is work to do. */
const OPERATION_COSTS = { readPage: { base: PAGE_COST, follows: ["page"] } } as const;

const NOT_FOUND_HINT = "See /agent/site.json for the available endpoints.";
