import { table } from "../../generated/site/operations.ts";
import { processMetricFamilies } from "../domain/process-metrics.ts";
import { DIRECTORY_PATH } from "../domain/signatures/agent.ts";
import { createAgentVerifier } from "../http/agents/agent-verifier.ts";
import type { NonceStore } from "../http/agents/nonce-store.ts";
import { bufferBody } from "../http/buffered-body.ts";
import type { Handler, HttpRequest } from "../http/handler.ts";
import { createMeter } from "../http/meter.ts";
import { operationRoutes } from "../http/operations.ts";
import { protocolRoutes } from "../http/protocol-operations.ts";
import { createCostTable, createRateLimit, type RateLimitOptions } from "../http/rate-limit.ts";
import { createRouter, type Route } from "../http/router.ts";
import { withTelemetry } from "../http/telemetry.ts";
import { createMcpEdge } from "../mcp/edge.ts";
import type { ContentSource } from "../ports/content.ts";
import type { Log } from "../ports/log.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { ProcessMetrics } from "../ports/process-metrics.ts";
import type { SigningKeys } from "../ports/signing.ts";
import { Problem } from "../problem.ts";
import { createRun } from "../run.ts";
import { compileInputs } from "../schema.ts";
import {
  errorResponderFor,
  protocolMiddleware,
  protocolOperations,
  requestIdFrom,
} from "./bindings/index.ts";
import type { Commerce } from "./checkouts/commerce.ts";
import { withUnavailableErrors } from "./checkouts/storage-errors.ts";
import { createContextFactory } from "./context.ts";
import type { SiteContract, SiteProtocols } from "./contract.ts";
import type { Site } from "./domain/site.ts";
import { type Caller, siteTools } from "./mcp.ts";
import { operations, representations } from "./operations/index.ts";
import { agentLinkHeader } from "./surfaces/agent-links.ts";
import { listAgentResources } from "./surfaces/agent-resources.ts";
import type { UpstreamOptions } from "./surfaces/forwarding.ts";
import { hostedRoutes } from "./surfaces/hosted.ts";
import { surfaces } from "./surfaces/index.ts";
import { createMarkdownCache } from "./surfaces/markdown-cache.ts";
import { NO_OAUTH_PATHS, noOauthRoutes } from "./surfaces/no-oauth.ts";
import { pages } from "./surfaces/pages.ts";
import { createProxy } from "./surfaces/proxy.ts";
import { type SurfaceDeps, surfacePath } from "./surfaces/surface.ts";

/** What the site service is made of. */
export interface SiteOptions {
  readonly site: Site;
  readonly content: ContentSource;
  /** The site that this one stands in front of: what is not its own it passes on. */
  readonly upstream?: UpstreamOptions;
  /** Whether requests for this host, with its port, are answered. */
  allowsHost(host: string): boolean;
  /** Whether pages of this origin may call the MCP server from a browser. */
  allowsOrigin(origin: string): boolean;
  /** What each client is held to; nothing by default. */
  readonly rateLimit?: RateLimitOptions;
  /** Who takes the money, and where checkouts are kept; nothing is for sale by default. */
  readonly commerce?: Pick<Commerce, "payments" | "storage" | "profiles">;
  /** Fetches the key directories of agents that sign their requests (Web Bot Auth); by default signatures are not looked at. */
  readonly directories?: Outbound;
  /** Remembers the nonces of agents' signatures for several processes; by default each process remembers its own. */
  readonly nonces?: NonceStore | undefined;
  /** The keys that the service's own directory publishes; by default it has none. */
  readonly signing?: SigningKeys | undefined;
  /** The network that a request comes from, for those who show no credential; everyone is one by default. */
  clientKey?(request: HttpRequest): string;
  /** What is told of the process beside what is counted, and who may see it at /metrics; nothing is counted by default. */
  readonly metrics?: { readonly process: ProcessMetrics; isAllowed(request: HttpRequest): boolean };
  /** Where requests and faults are told; nowhere by default. */
  readonly log?: Log;
  /** Makes the ids of requests, which must be UUIDs; random by default. */
  newId?(): string;
}

/** The site service. */
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
    storage: withUnavailableErrors(options.commerce.storage, (message) => log?.warn(message)),
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
    ...surfaces.map((surface) => ({
      path: surfacePath(surface, site),
      methods: Object.fromEntries(
        surface.methods.map((method) => [method, surface.createHandler(deps)]),
      ),
      // What a site behind does with its own paths is its own affair.
      ...(proxy &&
        !/^\/(agent|\.jackfield)\//.test(surfacePath(surface, site)) && {
          fallback: proxy.forward,
        }),
      ...(proxy && surface === pages && { methods: {} }),
    })),
  ];
  const router = createRouter(routes);

  // No promise where there is nothing to wait for.
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
      throw new Problem("wrong_host", `Requests for the host ${host} are not answered here.`, {
        hint: `This site is ${site.origin}/.`,
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

/** Two sites that looked for each other's keys to answer for their own would wait for each other. */
const acceptsSignatures = (path: string) => path !== DIRECTORY_PATH;

/** What opens a page at the payment provider: never done uncounted, whichever way it is asked for. */
const CHECKOUT_OPERATIONS = ["createCheckout", "createUcpCheckout", "createAcpCheckout"];
const CREATE_CHECKOUT_TOOL = table.operations.createCheckout.tool?.name;
/** People's page loads, and the documents that are the same for everyone, cost nothing. */
const costTable = createCostTable(table, "/agent/", CHECKOUT_OPERATIONS);
/** The payment provider is no client. */
const requestCostFor: typeof costTable = (method, path) =>
  costTable(method, path.startsWith("/agent/commerce/webhooks/") ? "/" : path);

/** Open to every browser page: what is under /agent/, and every document that says what is served, depends on no cookie and no credential. */
const OPEN_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "ETag, Idempotency-Key, Idempotent-Replayed, Link, Page-Part, Page-Parts, RateLimit, RateLimit-Policy, Request-Id, Retry-After, Signature-Outcome",
  "x-content-type-options": "nosniff",
};
const CLOSED_HEADERS = { "x-content-type-options": "nosniff" };
const DOCUMENT_PATHS: ReadonlySet<string> = new Set([
  ...surfaces.flatMap(({ path, link }) => (link ? [path] : [])),
  ...NO_OAUTH_PATHS,
]);
const headersFor = (path: string) =>
  /^\/(agent|\.well-known)\//.test(path) || DOCUMENT_PATHS.has(path)
    ? OPEN_HEADERS
    : CLOSED_HEADERS;
