import { table } from "../../generated/site/operations.ts";
import { hostOf, splitUrl, type Asked, type Handler } from "../http/handler.ts";
import { observed } from "../http/observe.ts";
import { operationRoutes } from "../http/operations.ts";
import { createRouter, type Route } from "../http/router.ts";
import { createMcpEdge } from "../mcp/edge.ts";
import { Problem } from "../problem.ts";
import type { Content } from "../ports/content.ts";
import type { Log } from "../ports/log.ts";
import { createRun } from "../run.ts";
import type { Context, SiteContract } from "./contract.ts";
import type { Site } from "./domain/site.ts";
import { siteTools } from "./mcp.ts";
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
  /** Where requests and faults are told; nowhere by default. */
  readonly log?: Log;
  /** Makes the ids of requests, which must be UUIDs; random by default. */
  newId?(): string;
}

/** The site service. */
export function createSite(options: SiteOptions): Handler {
  const { site, content, log, allowsHost, allowsOrigin, newId = () => crypto.randomUUID() } = options;
  const run = createRun<SiteContract>(table, operations);
  const contextOf = (asked: Asked): Context => new RequestContext(site, content, asked);
  const mcp = createMcpEdge({ ...siteTools(site, run, log), allowsHost, allowsOrigin });

  const routes: Route[] = [
    ...operationRoutes<SiteContract>({ table, run, representations, contextOf }),
    ...surfaces.map(({ path, methods, respond }) => ({
      path,
      methods: Object.fromEntries(methods.map((method) => [method, respond({ site, content })])),
    })),
  ];
  const router = createRouter(routes);

  const routed: typeof router = (asked, requestId) => {
    if (splitUrl(asked.url).path === "/mcp") return mcp(asked, { context: contextOf(asked), requestId });
    const host = hostOf(asked.url);
    if (!allowsHost(host)) {
      throw new Problem("wrong_host", `Requests for the host ${host} are not answered here.`, {
        hint: `This site is ${site.origin}/.`,
      });
    }
    return router(asked, requestId);
  };
  return observed(routed, { log, newId, headersFor });
}

/** A class for the accessor's sake: in an object literal it would make a hidden class for each request. */
class RequestContext implements Context {
  readonly site: Site;
  readonly content: Content;
  readonly #asked: Asked;

  constructor(site: Site, content: Content, asked: Asked) {
    this.site = site;
    this.content = content;
    this.#asked = asked;
  }

  get signal(): AbortSignal {
    return this.#asked.signal;
  }
}

/** Open to every browser page: what is under /agent/ depends on no cookie and no credential. */
const OPEN = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Link, Page-Part, Page-Parts, Request-Id, Retry-After",
  "x-content-type-options": "nosniff",
};
const CLOSED = { "x-content-type-options": "nosniff" };
const headersFor = (path: string) => (path.startsWith("/agent/") ? OPEN : CLOSED);
