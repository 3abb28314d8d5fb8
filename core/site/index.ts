import { table } from "../../generated/site/operations.ts";
import type { Family } from "../domain/exposition.ts";
import type { Asked, Handler } from "../http/handler.ts";
import { createAdmission, pricesOf, type Limit } from "../http/limit.ts";
import { createMeter } from "../http/meter.ts";
import { observed } from "../http/observe.ts";
import { operationRoutes } from "../http/operations.ts";
import { createRouter, type Route } from "../http/router.ts";
import { createMcpEdge } from "../mcp/edge.ts";
import { Problem } from "../problem.ts";
import type { Content } from "../ports/content.ts";
import type { Log } from "../ports/log.ts";
import type { ProcessFigures } from "../ports/process.ts";
import { createRun } from "../run.ts";
import type { Context, SiteContract } from "./contract.ts";
import type { Site } from "./domain/site.ts";
import { siteTools, type Caller } from "./mcp.ts";
import { operations, representations } from "./operations/index.ts";
import { surfaces } from "./surfaces/index.ts";

/** What the site service is made of. */
export interface SiteOptions {
  readonly site: Site;
  readonly content: Content;
  /** Whether requests for this host, with its port, are answered. */
  allowsHost(host: string): boolean;
  /** Whether pages of this origin may call the MCP server from a browser. */
  allowsOrigin(origin: string): boolean;
  /** What each client is held to; nothing by default. */
  readonly limit?: Limit;
  /** What is told of the process beside what is counted, and who may see it at /metrics; nothing is counted by default. */
  readonly metrics?: { readonly process: ProcessFigures; isOpenTo(asked: Asked): boolean };
  /** Where requests and faults are told; nowhere by default. */
  readonly log?: Log;
  /** Makes the ids of requests, which must be UUIDs; random by default. */
  newId?(): string;
}

/** The site service. */
export function createSite(options: SiteOptions): Handler {
  const { site, content, log, limit, metrics, allowsHost, allowsOrigin, newId = () => crypto.randomUUID() } = options;
  const run = createRun<SiteContract>(table, operations);
  const contextOf = (asked: Asked): Context => new RequestContext(site, content, limit?.rate, asked);
  const meter = metrics && createMeter();
  const seen = metrics && { isOpenTo: metrics.isOpenTo, families: () => [...meter!.families(), ...processFamilies(metrics.process)] };
  const admit = limit && createAdmission(limit, (error, id) => log?.fault(error, id));
  const mcp = createMcpEdge<Caller>({
    ...siteTools(site, run, { log, meter }),
    allowsHost,
    allowsOrigin,
    ...(admit && { admit: (asked, cost, { passage }) => admit(asked, cost, passage) }),
  });

  const routes: Route[] = [
    ...operationRoutes<SiteContract>({ table, run, representations, contextOf }),
    ...surfaces.map(({ path, methods, respond }) => ({
      path,
      methods: Object.fromEntries(methods.map((method) => [method, respond({ site, content, metrics: seen })])),
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
  return observed(routed, { log, meter, newId, headersFor });
}

/** A class for the accessor's sake: in an object literal it would make a hidden class for each request. */
class RequestContext implements Context {
  readonly site: Site;
  readonly content: Content;
  readonly rate: Context["rate"];
  readonly #asked: Asked;

  constructor(site: Site, content: Content, rate: Context["rate"], asked: Asked) {
    this.site = site;
    this.content = content;
    this.rate = rate;
    this.#asked = asked;
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
const priceOf = pricesOf(table, "/agent/");

/** Open to every browser page: what is under /agent/ depends on no cookie and no credential. */
const OPEN = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Link, Page-Part, Page-Parts, RateLimit, RateLimit-Policy, Request-Id, Retry-After",
  "x-content-type-options": "nosniff",
};
const CLOSED = { "x-content-type-options": "nosniff" };
const headersFor = (path: string) => (path.startsWith("/agent/") ? OPEN : CLOSED);
