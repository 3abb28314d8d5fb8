import { table } from "../../generated/site/operations.ts";
import { processFamilies } from "../domain/process-families.ts";
import { DIRECTORY_PATH } from "../domain/signatures/agent.ts";
import { createAgents } from "../http/agents/agents.ts";
import type { Replays } from "../http/agents/replays.ts";
import { bindingRoutes } from "../http/bindings.ts";
import type { Asked, Handler } from "../http/handler.ts";
import { holdBody } from "../http/held-body.ts";
import { createAdmission, type Limit, pricesOf } from "../http/limit.ts";
import { createMeter } from "../http/meter.ts";
import { observed } from "../http/observe.ts";
import { operationRoutes } from "../http/operations.ts";
import { createRouter, type Route } from "../http/router.ts";
import { createMcpEdge } from "../mcp/edge.ts";
import type { Content } from "../ports/content.ts";
import type { Log } from "../ports/log.ts";
import type { Outbound } from "../ports/outbound.ts";
import type { ProcessFigures } from "../ports/process.ts";
import type { SigningKeys } from "../ports/signing.ts";
import { Problem } from "../problem.ts";
import { createRun } from "../run.ts";
import { compileInputs } from "../schema.ts";
import { around, bindings, failureAt, givenId } from "./bindings/index.ts";
import type { Commerce } from "./checkouts/commerce.ts";
import { tellingStorage } from "./checkouts/kept.ts";
import { contextsOf } from "./context.ts";
import type { SiteBindings, SiteContract } from "./contract.ts";
import type { Site } from "./domain/site.ts";
import { type Caller, siteTools } from "./mcp.ts";
import { operations, representations } from "./operations/index.ts";
import { agentLinks } from "./surfaces/agent-links.ts";
import { frontOf } from "./surfaces/front.ts";
import { hostedRoutes } from "./surfaces/hosted.ts";
import { surfaces } from "./surfaces/index.ts";
import { markdownForms } from "./surfaces/markdown-form.ts";
import { NO_OAUTH_PATHS, noOauthRoutes } from "./surfaces/no-oauth.ts";
import { pages } from "./surfaces/pages.ts";
import type { Behind } from "./surfaces/passing.ts";
import { servedBy } from "./surfaces/served.ts";
import { pathOf, type Sources } from "./surfaces/surface.ts";

/** What the site service is made of. */
export interface SiteOptions {
  readonly site: Site;
  readonly content: Content;
  /** The site that this one stands in front of: what is not its own it passes on. */
  readonly behind?: Behind;
  /** Whether requests for this host, with its port, are answered. */
  allowsHost(host: string): boolean;
  /** Whether pages of this origin may call the MCP server from a browser. */
  allowsOrigin(origin: string): boolean;
  /** What each client is held to; nothing by default. */
  readonly limit?: Limit;
  /** Who takes the money, and where checkouts are kept; nothing is for sale by default. */
  readonly commerce?: Pick<Commerce, "payments" | "storage" | "profiles">;
  /** Fetches the key directories of agents that sign their requests (Web Bot Auth); by default signatures are not looked at. */
  readonly directories?: Outbound;
  /** Remembers the nonces of agents' signatures for several processes; by default each process remembers its own. */
  readonly replays?: Replays | undefined;
  /** The keys that the service's own directory publishes; by default it has none. */
  readonly signing?: SigningKeys | undefined;
  /** The network that a request comes from, for those who show no credential; everyone is one by default. */
  clientOf?(asked: Asked): string;
  /** What is told of the process beside what is counted, and who may see it at /metrics; nothing is counted by default. */
  readonly metrics?: { readonly process: ProcessFigures; isOpenTo(asked: Asked): boolean };
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
    limit,
    metrics,
    allowsHost,
    allowsOrigin,
    clientOf = () => "",
    newId = () => crypto.randomUUID(),
  } = options;
  const commerce: Commerce | undefined = options.commerce && {
    ...options.commerce,
    storage: tellingStorage(options.commerce.storage, (sentence) => log?.notice(sentence)),
    site,
    now: Date.now,
  };
  const parseInput = compileInputs(table);
  const run = createRun<SiteContract>(parseInput, operations);
  const agents =
    options.directories &&
    createAgents({
      outbound: options.directories,
      replays: options.replays,
      origin: site.origin,
      now: Date.now,
    });
  const served = servedBy(surfaces, site, {
    sells: commerce !== undefined,
    signs: options.signing !== undefined,
  });
  const contextOf = contextsOf({
    site,
    content,
    commerce,
    rate: limit?.rate,
    verifiedRate: agents && limit?.verified?.rate,
    served,
    clientOf,
  });
  const meter = metrics && createMeter();
  const seen = metrics && {
    isOpenTo: metrics.isOpenTo,
    families: () => [...meter!.families(), ...processFamilies(metrics.process, table.version)],
  };
  const admit = limit && createAdmission(limit, (error, id) => log?.fault(error, id));
  const mcp = createMcpEdge<Caller>({
    ...siteTools(site, run, { log, meter }),
    allowsHost,
    allowsOrigin,
    ...(admit && {
      admit: (asked, { cost, tool }, { passage }) =>
        admit(
          asked,
          { cost, ...(tool !== undefined && tool === CREATING_TOOL && { mustCount: true }) },
          passage,
        ),
    }),
  });

  const links = agentLinks(served);
  const forms = markdownForms();
  const front =
    options.behind && frontOf({ clientOf, ...options.behind }, { site, links, forms, admit });
  const sources: Sources = {
    site,
    content,
    commerce,
    served,
    signing: options.signing,
    metrics: seen,
    links,
    forms,
    admit,
    front,
  };
  const routes: Route[] = [
    ...operationRoutes<SiteContract>({ table, run, representations, contextOf }),
    ...bindingRoutes<SiteBindings>({ table, bindings, parseInput, contextOf, around }),
    ...hostedRoutes(sources),
    ...noOauthRoutes(sources),
    ...surfaces.map((surface) => ({
      path: pathOf(surface, site),
      methods: Object.fromEntries(
        surface.methods.map((method) => [method, surface.respond(sources)]),
      ),
      // What a site behind does with its own paths is its own affair.
      ...(front &&
        !/^\/(agent|\.jackfield)\//.test(pathOf(surface, site)) && { otherwise: front.pass }),
      ...(front && surface === pages && { methods: {} }),
    })),
  ];
  const router = createRouter(routes);

  // No promise where there is nothing to wait for.
  const routed: typeof router = (asked, passage) => {
    const { path, host } = passage;
    if (path === "/mcp") {
      passage.route = path;
      return mcp(asked, { context: contextOf(asked, passage), passage, requestId: passage.id });
    }
    if (!allowsHost(host)) {
      throw new Problem("wrong_host", `Requests for the host ${host} are not answered here.`, {
        hint: `This site is ${site.origin}/.`,
      });
    }
    if (!admit) return router(asked, passage);
    const price = priceOf(asked.method, path);
    if (price.route) passage.route = price.route;
    const admitted = price.cost > 0 ? admit(asked, price, passage) : undefined;
    return admitted ? admitted.then(() => router(asked, passage)) : router(asked, passage);
  };
  const verified: typeof router = async (asked, passage) => {
    const held = holdBody(asked);
    try {
      passage.signed = await agents!.verify(asked, clientOf(asked), held.content);
    } catch (error) {
      log?.fault(error, passage.id);
      passage.signed = { outcome: "unverified", reason: "directory_unreachable" };
    }
    return routed(held.asked, passage);
  };
  const known: typeof router = agents
    ? (asked, passage) => {
        const isSigned = asked.headers.get("signature-input") !== null;
        return isSigned && isForAgents(passage.path) && allowsHost(passage.host)
          ? verified(asked, passage)
          : routed(asked, passage);
      }
    : routed;
  return observed(known, {
    log,
    meter,
    newId: (asked) => givenId(asked) ?? newId(),
    failureAt,
    headersFor,
  });
}

/** Two sites that looked for each other's keys to answer for their own would wait for each other. */
const isForAgents = (path: string) => path !== DIRECTORY_PATH;

/** What opens a page at the payment provider: never done uncounted, whichever way it is asked for. */
const CREATING = ["createCheckout", "createUcpCheckout", "createAcpCheckout"];
const CREATING_TOOL = table.operations.createCheckout.tool?.name;
/** People's page loads, and the documents that are the same for everyone, cost nothing. */
const prices = pricesOf(table, "/agent/", CREATING);
/** The payment provider is no client. */
const priceOf: typeof prices = (method, path) =>
  prices(method, path.startsWith("/agent/commerce/webhooks/") ? "/" : path);

/** Open to every browser page: what is under /agent/, and every document that says what is served, depends on no cookie and no credential. */
const OPEN = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "ETag, Idempotency-Key, Idempotent-Replayed, Link, Page-Part, Page-Parts, RateLimit, RateLimit-Policy, Request-Id, Retry-After, Signature-Outcome",
  "x-content-type-options": "nosniff",
};
const CLOSED = { "x-content-type-options": "nosniff" };
const DOCUMENTS: ReadonlySet<string> = new Set([
  ...surfaces.flatMap(({ path, link }) => (link ? [path] : [])),
  ...NO_OAUTH_PATHS,
]);
const headersFor = (path: string) =>
  /^\/(agent|\.well-known)\//.test(path) || DOCUMENTS.has(path) ? OPEN : CLOSED;
