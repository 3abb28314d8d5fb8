import { table } from "../../generated/site/operations.ts";
import type { Family } from "../domain/exposition.ts";
import type { Asked, Handler } from "../http/handler.ts";
import { createAdmission, pricesOf, type Limit } from "../http/limit.ts";
import { createMeter } from "../http/meter.ts";
import { observed } from "../http/observe.ts";
import { bindingRoutes } from "../http/bindings.ts";
import { operationRoutes } from "../http/operations.ts";
import { createRouter, type Route } from "../http/router.ts";
import { createMcpEdge } from "../mcp/edge.ts";
import { Problem } from "../problem.ts";
import type { Content } from "../ports/content.ts";
import type { Log } from "../ports/log.ts";
import type { ProcessFigures } from "../ports/process.ts";
import { createRun } from "../run.ts";
import { compileInputs } from "../schema.ts";
import { around, bindings, failureAt, givenId } from "./bindings/index.ts";
import type { Commerce } from "./checkouts/commerce.ts";
import { tellingStorage } from "./checkouts/kept.ts";
import type { Context, SiteBindings, SiteContract } from "./contract.ts";
import type { Site } from "./domain/site.ts";
import { siteTools, type Caller } from "./mcp.ts";
import { operations, representations } from "./operations/index.ts";
import { agentLinks } from "./surfaces/agent-links.ts";
import { frontOf } from "./surfaces/front.ts";
import { hostedRoutes } from "./surfaces/hosted.ts";
import { markdownForms } from "./surfaces/markdown-form.ts";
import { surfaces } from "./surfaces/index.ts";
import { pages } from "./surfaces/pages.ts";
import type { Behind } from "./surfaces/passing.ts";
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
  const { site, content, log, limit, metrics, allowsHost, allowsOrigin, clientOf = () => "", newId = () => crypto.randomUUID() } = options;
  const commerce: Commerce | undefined = options.commerce && {
    ...options.commerce,
    storage: tellingStorage(options.commerce.storage, (sentence) => log?.notice(sentence)),
    site,
    now: Date.now,
  };
  const parseInput = compileInputs(table);
  const run = createRun<SiteContract>(parseInput, operations);
  const shared = { site, content, commerce, rate: limit?.rate, clientOf };
  const contextOf = (asked: Asked): Context => new RequestContext(shared, asked);
  const meter = metrics && createMeter();
  const seen = metrics && { isOpenTo: metrics.isOpenTo, families: () => [...meter!.families(), ...processFamilies(metrics.process)] };
  const admit = limit && createAdmission(limit, (error, id) => log?.fault(error, id));
  const mcp = createMcpEdge<Caller>({
    ...siteTools(site, run, { log, meter }),
    allowsHost,
    allowsOrigin,
    ...(admit && { admit: (asked, cost, { passage }) => admit(asked, cost, passage) }),
  });

  const links = agentLinks(surfaces, { sells: commerce !== undefined });
  const forms = markdownForms();
  const front = options.behind && frontOf(options.behind, { site, links, forms, admit });
  const sources: Sources = { site, content, commerce, metrics: seen, links, forms, admit, front };
  const routes: Route[] = [
    ...operationRoutes<SiteContract>({ table, run, representations, contextOf }),
    ...bindingRoutes<SiteBindings>({ table, bindings, parseInput, contextOf, around }),
    ...hostedRoutes(sources),
    ...surfaces.map((surface) => ({
      path: pathOf(surface, site),
      methods: Object.fromEntries(surface.methods.map((method) => [method, surface.respond(sources)])),
      // What a site behind does with its own paths is its own affair.
      ...(front && !/^\/(agent|\.jackfield)\//.test(pathOf(surface, site)) && { otherwise: front.pass }),
      ...(front && surface === pages && { methods: {} }),
    })),
  ];
  const router = createRouter(routes);

  // No promise where there is nothing to wait for.
  const routed: typeof router = (asked, passage) => {
    const { path, host } = passage;
    if (path === "/mcp") {
      passage.route = path;
      return mcp(asked, { context: contextOf(asked), passage, requestId: passage.id });
    }
    if (!allowsHost(host)) {
      throw new Problem("wrong_host", `Requests for the host ${host} are not answered here.`, {
        hint: `This site is ${site.origin}/.`,
      });
    }
    if (!admit) return router(asked, passage);
    const { cost, route } = priceOf(asked.method, path);
    if (route) passage.route = route;
    const admitted = cost > 0 ? admit(asked, cost, passage) : undefined;
    return admitted ? admitted.then(() => router(asked, passage)) : router(asked, passage);
  };
  return observed(routed, { log, meter, newId: (asked) => givenId(asked) ?? newId(), failureAt, headersFor });
}

/** What a request's context has from the service, whatever the request. */
interface Shared extends Pick<Context, "site" | "content" | "commerce" | "rate"> {
  clientOf(asked: Asked): string;
}

/** A class for the accessors' sake: in an object literal they would make a hidden class for each request. */
class RequestContext implements Context {
  readonly #shared: Shared;
  readonly #asked: Asked;

  constructor(shared: Shared, asked: Asked) {
    this.#shared = shared;
    this.#asked = asked;
  }

  get site(): Site {
    return this.#shared.site;
  }

  get content(): Content {
    return this.#shared.content;
  }

  get commerce(): Commerce | undefined {
    return this.#shared.commerce;
  }

  get rate(): Context["rate"] {
    return this.#shared.rate;
  }

  get identity(): string {
    const credential = this.#asked.headers.get("authorization");
    return credential === null ? `network ${this.#shared.clientOf(this.#asked)}` : `credential ${credential}`;
  }

  get signal(): AbortSignal {
    return this.#asked.signal;
  }
}

function processFamilies({ runtime, startedSeconds, residentBytes }: ProcessFigures): Family[] {
  const one = (name: string, help: string, value: number, labels = {}): Family => ({ name, help, type: "gauge", samples: [{ labels, value }] });
  return [
    one("process_resident_memory_bytes", "What the process has in memory.", residentBytes()),
    one("process_start_time_seconds", "When the process began, since 1970.", startedSeconds),
    one("jackfield_build_info", "What runs: the interface's version, and the runtime.", 1, { version: table.version, runtime }),
  ];
}

/** People's page loads, and the documents that are the same for everyone, cost nothing. */
const prices = pricesOf(table, "/agent/");
/** The payment provider is no client. */
const priceOf: typeof prices = (method, path) => prices(method, path.startsWith("/agent/commerce/webhooks/") ? "/" : path);

/** Open to every browser page: what is under /agent/ depends on no cookie and no credential. */
const OPEN = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Idempotency-Key, Idempotent-Replayed, Link, Page-Part, Page-Parts, RateLimit, RateLimit-Policy, Request-Id, Retry-After",
  "x-content-type-options": "nosniff",
};
const CLOSED = { "x-content-type-options": "nosniff" };
const headersFor = (path: string) => (path.startsWith("/agent/") ? OPEN : CLOSED);
