import { table } from "../../generated/site/operations.ts";
import type { Handler, HttpRequest } from "../http/handler.ts";
import { bufferBody } from "../http/input/buffered-body.ts";
import { compileInputs } from "../http/input/input-schema.ts";
import { createHandler, type Service } from "../http/pipeline.ts";
import { createRateLimit, PAGE_COST, type RateLimitOptions } from "../http/rate-limit.ts";
import type { RequestContext } from "../http/request-context.ts";
import { respondWithNotFoundPage } from "../http/response/not-found-page.ts";
import { operationRoutes } from "../http/routing/operation-routes.ts";
import { protocolRoutes } from "../http/routing/protocol-routes.ts";
import type { Route } from "../http/routing/route.ts";
import { createRouter } from "../http/routing/router.ts";
import { createRun } from "../http/routing/run-operation.ts";
import { createMeter } from "../http/telemetry/meter.ts";
import { createMetricsSource, type MetricsOptions } from "../http/telemetry/metrics-source.ts";
import { withUnavailableErrors } from "../http/unavailable-errors.ts";
import {
  type AgentVerifier,
  createAgentVerifier,
  type NonceStore,
} from "../lib/http-signatures/index.ts";
import type { ContentSelectors } from "../lib/page-reader/index.ts";
import { createMcpEdge } from "../mcp/edge.ts";
import type { ContentSource } from "../ports/content.ts";
import type { Log } from "../ports/log.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { PageConverter } from "../ports/page-converter.ts";
import type { SigningKeys } from "../ports/signing.ts";
import type { Tracer } from "../ports/tracer.ts";
import type { Commerce } from "./checkout/commerce.ts";
import { watchSales } from "./checkout/sales.ts";
import { type Caller, createContextFactory, type SharedContext } from "./context.ts";
import type { SiteContract, SiteProtocols } from "./contract.ts";
import { agentLinkHeader } from "./documents/agent-links.ts";
import { MCP_PATH } from "./documents/agent-resource.ts";
import { listAgentResources } from "./documents/agent-resources.ts";
import { createFullText } from "./documents/text/full-text.ts";
import { fetchKeyDirectory } from "./fetch-key-directory.ts";
import { siteTools } from "./mcp.ts";
import { noOauthRoutes } from "./no-oauth.ts";
import { operations, representations } from "./operations/index.ts";
import { hostedRoutes } from "./pages/hosted.ts";
import { notFoundPage } from "./pages/not-found-page.ts";
import { createPageRenditions } from "./pages/page-renditions.ts";
import { rulesFor } from "./path-rules.ts";
import { protocolMiddleware, protocolOperations, requestIdFrom } from "./protocols/index.ts";
import { describeUcpProblem, ucpTools } from "./protocols/ucp/mcp-tools.ts";
import { UCP_MCP_PATH } from "./protocols/ucp/versions.ts";
import type { UpstreamOptions } from "./proxy/forwarding.ts";
import { createProxy } from "./proxy/proxy.ts";
import type { Site } from "./site.ts";
import type { SurfaceDeps } from "./surface.ts";
import { surfaceRoutes } from "./surface-routes.ts";
import { surfaces } from "./surfaces.ts";

/** The options of `createSite`. */
export interface SiteOptions {
  /** The service reads it for each request, so its name and description may change. */
  readonly site: Site;
  readonly content: ContentSource;
  /** Converts large pages. By default, they are converted on the event loop. */
  readonly convertLargePage?: PageConverter | undefined;
  /** The elements of HTML pages to read and to leave out. By default, the reader chooses them. */
  readonly selectors?: ContentSelectors | undefined;
  /** The site behind the reverse proxy. It receives all requests that aren't for the service. */
  readonly upstream?: UpstreamOptions;
  /** Returns whether the service serves a host, given with its port. */
  allowsHost(host: string): boolean;
  /** Returns whether browser pages of an origin may call the MCP server. */
  allowsOrigin(origin: string): boolean;
  /** The rate limit of each client. By default, there is none. */
  readonly rateLimit?: RateLimitOptions;
  /** The payment provider and the checkout store. By default, the site sells nothing. */
  readonly commerce?: Pick<Commerce, "payments" | "checkoutStore" | "profiles" | "localProfiles">;
  /** Fetches the key directories of agents (Web Bot Auth). By default, signatures are ignored. */
  readonly directories?: Outbound;
  /** Keeps the nonces of signatures. By default, each process has its own, in memory. */
  readonly nonces?: NonceStore | undefined;
  /** The keys that the service publishes in its own key directory. By default, there is none. */
  readonly signing?: SigningKeys | undefined;
  /** Returns the network of a request. By default, all clients are one network. */
  clientKey?(request: HttpRequest): string;
  /** The process metrics, and who may read /metrics. By default, there are no metrics. */
  readonly metrics?: MetricsOptions;
  /** Receives requests and errors. By default, nothing is logged. */
  readonly log?: Log;
  /** Records the traces of requests. By default, there are none. */
  readonly tracer?: Tracer | undefined;
  /**
   * Receives a function that writes the texts that take long, such as /llms-full.txt, unless they are
   * up to date. Call it repeatedly in the background. By default, the first request starts it.
   */
  onBackgroundWork?(refresh: () => Promise<void>): void;
  /** Creates request IDs, which must be UUIDs. By default, they are random. */
  newId?(): string;
}

/** Creates the request handler of the site service. */
export function createSite(options: SiteOptions): Handler {
  const {
    site,
    content,
    log,
    tracer,
    metrics,
    allowsHost,
    allowsOrigin,
    clientKey = () => "",
    newId = () => crypto.randomUUID(),
  } = options;
  const sales = options.commerce && watchSales(options.commerce.payments, () => Date.now());
  const sells = () => sales?.isOpen() ?? false;
  const commerce: Commerce | undefined = options.commerce && {
    ...options.commerce,
    payments: sales!.payments,
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
      fetchDirectory: fetchKeyDirectory(options.directories),
      nonces: options.nonces,
      origin: site.origin,
      now: Date.now,
    });
  const { resources, linkHeader } = createDiscovery(site, sells, options.signing !== undefined);
  const rateLimit =
    options.rateLimit && createRateLimit(options.rateLimit, (error, id) => log?.error(error, id));
  const renditions = createPageRenditions({
    convertLarge: options.convertLargePage,
    selectors: options.selectors,
  });
  const shared: Omit<SharedContext, "protocol"> = {
    site,
    content,
    commerce,
    renditions,
    rateLimit,
    rate: options.rateLimit?.rate,
    verifiedRate: agents && options.rateLimit?.verified?.rate,
    sells,
    resources,
    clientKey,
  };
  const createContext = createContextFactory({ ...shared, protocol: "http" });
  const createMcpContext = createContextFactory({ ...shared, protocol: "mcp" });
  const meter = metrics && createMeter();
  const proxy =
    options.upstream &&
    createProxy(
      { clientKey, ...options.upstream },
      { site, links: linkHeader, renditions, clientKey, rateLimit },
    );
  const fullText = createFullText({ site, content, renditions });
  const deps: SurfaceDeps = {
    site,
    content,
    commerce,
    sells,
    resources,
    signing: options.signing,
    metrics: metrics && createMetricsSource(metrics, meter!, table.version),
    linkHeader,
    renditions,
    fullText,
    clientKey,
    rateLimit,
    proxy,
  };
  options.onBackgroundWork?.(() => fullText.refresh());
  const routes: Route<Caller>[] = [
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
    {
      ...rulesFor(MCP_PATH),
      path: MCP_PATH,
      ...createMcpEdge({
        ...siteTools(site, run, sells, { log, meter, tracer }),
        allowsOrigin,
        rateLimit,
        costs: { [READ_PAGE_TOOL]: PAGE_COST },
        requiresLimiter: (tool) => tool === CREATE_CHECKOUT_TOOL,
        createContext: createMcpContext,
      }),
    },
    {
      // Like /mcp, it answers web pages of the site only, whereas UCP over REST is open to all.
      ...rulesFor(MCP_PATH),
      path: UCP_MCP_PATH,
      ...createMcpEdge({
        ...ucpTools(site, { operations: protocolOperations, parseInput, log, meter, tracer }),
        allowsOrigin,
        rateLimit,
        requiresLimiter: (tool) => tool === CREATE_CHECKOUT_TOOL,
        describeProblem: describeUcpProblem,
        createContext: createMcpContext,
      }),
    },
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
    authenticate: authenticateAgents(agents, clientKey, (error, id) => log?.error(error, id)),
    rateLimit,
    openLimit: rateLimit,
    log,
    meter,
    tracer,
    createRequestId: (request) => requestIdFrom(request) ?? newId(),
  });
}

/** Returns what discovery documents and pages list, with and without products. */
function createDiscovery(site: Site, sells: () => boolean, signs: boolean) {
  const list = (sells: boolean) => {
    const resources = listAgentResources(surfaces, site, { sells, signs });
    return { resources, linkHeader: agentLinkHeader(resources) };
  };
  const withProducts = list(true);
  const withoutProducts = list(false);
  const current = () => (sells() ? withProducts : withoutProducts);
  return {
    resources: () => current().resources,
    linkHeader: () => current().linkHeader,
  };
}

/** Verifies the signatures of requests. A request without one is anonymous. */
function authenticateAgents(
  agents: AgentVerifier | undefined,
  clientKey: (request: HttpRequest) => string,
  onError: (error: unknown, requestId: string) => void,
): Service<Caller>["authenticate"] {
  const verify = async (request: HttpRequest, context: RequestContext) => {
    const buffered = bufferBody(request);
    context.verdict = await agents!
      .verify(request, clientKey(request), buffered.content)
      .catch((error: unknown) => {
        onError(error, context.id);
        return { outcome: "unverified", reason: "directory_unreachable" } as const;
      });
    return { request: buffered.request, caller: context.verdict };
  };
  return (request, context) =>
    agents && request.headers.get("signature-input") !== null
      ? verify(request, context)
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

const READ_PAGE_TOOL = table.operations.readPage.tool!.name;
const CREATE_CHECKOUT_TOOL = table.operations.createCheckout.tool?.name;

const NOT_FOUND_HINT = "See /agent/site.json for the available endpoints.";
