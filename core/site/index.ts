import { table } from "../../generated/site/operations.ts";
import { bufferBody } from "../http/buffered-body.ts";
import type { Handler, HttpRequest } from "../http/handler.ts";
import { compileInputs } from "../http/input-schema.ts";
import { createMeter } from "../http/meter.ts";
import { operationRoutes } from "../http/operation-routes.ts";
import { Problem } from "../http/problem.ts";
import { processMetricFamilies } from "../http/process-metrics.ts";
import { protocolRoutes } from "../http/protocol-routes.ts";
import { createRateLimit, type RateLimitOptions } from "../http/rate-limit.ts";
import { createRouter, type Route } from "../http/router.ts";
import { createRun } from "../http/run-operation.ts";
import { withTelemetry } from "../http/telemetry.ts";
import { withUnavailableErrors } from "../http/unavailable-errors.ts";
import type { NonceStore } from "../lib/http-signatures/index.ts";
import { createAgentVerifier, DIRECTORY_PATH } from "../lib/http-signatures/index.ts";
import { createMcpEdge } from "../mcp/edge.ts";
import type { ContentSource } from "../ports/content.ts";
import type { Log } from "../ports/log.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { ProcessMetrics } from "../ports/process-metrics.ts";
import type { SigningKeys } from "../ports/signing.ts";
import type { Commerce } from "./checkout/commerce.ts";
import { createContextFactory } from "./context.ts";
import type { SiteContract, SiteProtocols } from "./contract.ts";
import { agentLinkHeader } from "./documents/agent-links.ts";
import { listAgentResources } from "./documents/agent-resources.ts";
import { type Caller, siteTools } from "./mcp.ts";
import { noOauthRoutes } from "./no-oauth.ts";
import { operations, representations } from "./operations/index.ts";
import { CREATE_CHECKOUT_TOOL, requestCostFor } from "./operations/request-cost.ts";
import { hostedRoutes } from "./pages/hosted.ts";
import { createMarkdownCache } from "./pages/markdown-cache.ts";
import { pages } from "./pages/pages.ts";
import {
  errorResponderFor,
  protocolMiddleware,
  protocolOperations,
  requestIdFrom,
} from "./protocols/index.ts";
import type { UpstreamOptions } from "./proxy/forwarding.ts";
import { createProxy } from "./proxy/proxy.ts";
import { headersFor } from "./response-headers.ts";
import type { Site } from "./site.ts";
import { type Surface, type SurfaceDeps, surfacePath } from "./surface.ts";
import { surfaces } from "./surfaces.ts";

/** The options of `createSite`. */
export interface SiteOptions {
  readonly site: Site;
  readonly content: ContentSource;
  /** The site behind the reverse proxy. It receives all requests that aren't for the service. */
  readonly upstream?: UpstreamOptions;
  /** Returns whether the service serves a host, given with its port. */
  allowsHost(host: string): boolean;
  /** Returns whether browser pages of an origin may call the MCP server. */
  allowsOrigin(origin: string): boolean;
  /** The rate limit of each client. By default, there is none. */
  readonly rateLimit?: RateLimitOptions;
  /** The payment provider and the checkout store. By default, the site sells nothing. */
  readonly commerce?: Pick<Commerce, "payments" | "checkoutStore" | "profiles">;
  /** Fetches the key directories of agents (Web Bot Auth). By default, signatures are ignored. */
  readonly directories?: Outbound;
  /** Shares the nonces of signatures between processes. By default, each process has its own. */
  readonly nonces?: NonceStore | undefined;
  /** The keys that the service publishes in its own key directory. By default, there is none. */
  readonly signing?: SigningKeys | undefined;
  /** Returns the network of a request. By default, all clients are one network. */
  clientKey?(request: HttpRequest): string;
  /** The process metrics, and who may read /metrics. By default, there are no metrics. */
  readonly metrics?: { readonly process: ProcessMetrics; isAllowed(request: HttpRequest): boolean };
  /** Receives requests and errors. By default, nothing is logged. */
  readonly log?: Log;
  /** Creates request IDs, which must be UUIDs. By default, they are random. */
  newId?(): string;
}

/** Creates the request handler of the site service. */
export function createSite(options: SiteOptions): Handler {
  const {
    site,
    content,
    log,
    rateLimit,
    metrics,
    allowsHost,
    allowsOrigin,
    clientKey = () => "",
    newId = () => crypto.randomUUID(),
  } = options;
  const commerce: Commerce | undefined = options.commerce && {
    ...options.commerce,
    checkoutStore: withUnavailableErrors(options.commerce.checkoutStore, {
      code: "payments_unavailable",
      message: "Checkout storage is unavailable.",
      onError: (error, method) =>
        log?.warn(
          `Checkout storage failed in ${method}: ${error instanceof Error ? error.message : error}`,
        ),
    }),
    site,
    now: Date.now,
  };
  const parseInput = compileInputs(table);
  const run = createRun<SiteContract>(parseInput, operations);
  const agents =
    options.directories &&
    createAgentVerifier({
      outbound: options.directories,
      nonces: options.nonces,
      origin: site.origin,
      now: Date.now,
    });
  const resources = listAgentResources(surfaces, site, {
    sells: commerce !== undefined,
    signs: options.signing !== undefined,
  });
  const createContext = createContextFactory({
    site,
    content,
    commerce,
    rate: rateLimit?.rate,
    verifiedRate: agents && rateLimit?.verified?.rate,
    resources,
    clientKey,
  });
  const meter = metrics && createMeter();
  const metricsSource = metrics && {
    isAllowed: metrics.isAllowed,
    families: () => [
      ...meter!.families(),
      ...processMetricFamilies(metrics.process, table.version),
    ],
  };
  const checkRateLimit =
    rateLimit && createRateLimit(rateLimit, (error, id) => log?.error(error, id));
  const mcp = createMcpEdge<Caller>({
    ...siteTools(site, run, { log, meter }),
    allowsHost,
    allowsOrigin,
    ...(checkRateLimit && {
      checkRateLimit: (request, { cost, tool }, { requestContext }) =>
        checkRateLimit(
          request,
          {
            cost,
            ...(tool !== undefined && tool === CREATE_CHECKOUT_TOOL && { requiresLimiter: true }),
          },
          requestContext,
        ),
    }),
  });

  const linkHeader = agentLinkHeader(resources);
  const markdownCache = createMarkdownCache();
  const proxy =
    options.upstream &&
    createProxy(
      { clientKey, ...options.upstream },
      { site, links: linkHeader, markdownCache, checkRateLimit },
    );
  const deps: SurfaceDeps = {
    site,
    content,
    commerce,
    resources,
    signing: options.signing,
    metrics: metricsSource,
    linkHeader,
    markdownCache,
    checkRateLimit,
    proxy,
  };
  const routes: Route[] = [
    ...operationRoutes<SiteContract>({ table, run, representations, createContext }),
    ...protocolRoutes<SiteProtocols>({
      table,
      operations: protocolOperations,
      parseInput,
      createContext,
      middleware: protocolMiddleware,
    }),
    ...hostedRoutes(deps),
    ...noOauthRoutes(deps),
    ...surfaces.map((surface) => surfaceRoute(surface, deps)),
  ];
  const router = createRouter(routes);

  // Stays synchronous if nothing has to be awaited.
  const routeRequest: typeof router = (request, context) => {
    const { path, host } = context;
    if (path === "/mcp") {
      context.route = path;
      return mcp(request, {
        context: createContext(request, context),
        requestContext: context,
        requestId: context.id,
      });
    }
    if (!allowsHost(host)) {
      throw new Problem("wrong_host", `This service doesn't serve host ${JSON.stringify(host)}.`, {
        hint: `Send requests to ${site.origin}/.`,
      });
    }
    if (!checkRateLimit) return router(request, context);
    const requestCost = requestCostFor(request.method, path);
    if (requestCost.route) context.route = requestCost.route;
    const pending =
      requestCost.cost > 0 ? checkRateLimit(request, requestCost, context) : undefined;
    return pending ? pending.then(() => router(request, context)) : router(request, context);
  };
  const verifyAndRoute: typeof router = async (request, context) => {
    const buffered = bufferBody(request);
    try {
      context.verdict = await agents!.verify(request, clientKey(request), buffered.content);
    } catch (error) {
      log?.error(error, context.id);
      context.verdict = { outcome: "unverified", reason: "directory_unreachable" };
    }
    return routeRequest(buffered.request, context);
  };
  const dispatch: typeof router = agents
    ? (request, context) => {
        const isSigned = request.headers.get("signature-input") !== null;
        return isSigned && acceptsSignatures(context.path) && allowsHost(context.host)
          ? verifyAndRoute(request, context)
          : routeRequest(request, context);
      }
    : routeRequest;
  return withTelemetry(dispatch, {
    log,
    meter,
    createRequestId: (request) => requestIdFrom(request) ?? newId(),
    errorResponderFor,
    headersFor,
  });
}

function surfaceRoute(surface: Surface, deps: SurfaceDeps): Route {
  const path = surfacePath(surface, deps.site);
  const methods = Object.fromEntries(
    surface.methods.map((method) => [method, surface.createHandler(deps)]),
  );
  if (!deps.proxy) return { path, methods };
  return {
    path,
    methods: surface === pages ? {} : methods,
    // Other methods go to the upstream on all paths that may be its own.
    ...(!/^\/(agent|\.jackfield)\//.test(path) && { fallback: deps.proxy.forward }),
  };
}

/**
 * Requests for the key directory aren't verified, or two sites could wait for each other's keys.
 */
const acceptsSignatures = (path: string) => path !== DIRECTORY_PATH;
