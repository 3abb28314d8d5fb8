import type { HttpRequest, HttpResponse } from "../../http/handler.ts";
import { Problem } from "../../http/problem.ts";
import { PAGE_COST } from "../../http/rate-limit.ts";
import type { RequestContext } from "../../http/request-context.ts";
import { negotiate, prefersHtml } from "../../http/response/accept.ts";
import { conditional } from "../../http/response/conditional.ts";
import { documentResponse } from "../../http/response/document-response.ts";
import { renderPage } from "../../lib/html-page/index.ts";
import { leavesSite } from "../../lib/kit/net/url-path.ts";
import { listedPage } from "../../lib/sitemap/index.ts";
import { MAX_PAGE_BYTES, type PageEntry, type Resource } from "../../ports/content.ts";
import { pageLinkHeader } from "../documents/agent-links.ts";
import { pageUrl, type Site } from "../site.ts";
import type { Surface, SurfaceDeps } from "../surface.ts";
import { SEARCH_PATH } from "./documentation-page.ts";
import { addHints } from "./html-hints.ts";
import { markdownPage } from "./markdown-page.ts";
import { isHtml, markdownResponse, prefersMarkdown } from "./markdown-response.ts";
import { mirrorCandidates } from "./mirror.ts";
import { createPageCharge } from "./page-charge.ts";
import type { PageRendition } from "./page-renditions.ts";
import { readResource } from "./read-resource.ts";
import { searchPage } from "./search-page.ts";
import { readSummary } from "./summary.ts";

/** The site's own pages and files: the website that people see. */
export const pages: Surface = {
  path: "/*",
  methods: ["GET"],
  cost: { base: 0, follows: ["page"] },
  mediaTypes: [],
  createHandler: (deps) =>
    deps.proxy?.forward ??
    (async (request, context) => {
      const ownResponse = await findOwnPage(deps, request, context);
      if (ownResponse) return ownResponse;
      // A client that looks for a discovery document must not get an HTML page.
      const notFoundPage =
        prefersHtml(request) &&
        !deps.site.pagesOrigin &&
        !/^\/(agent|\.well-known)\//.test(context.path)
          ? await deps.content.find("/404.html")
          : undefined;
      if (notFoundPage) {
        const headers = { ...resourceHeaders(notFoundPage), vary: "accept" };
        return { ...(await fullResponse(notFoundPage, headers)), status: 404 };
      }
      throw new Problem("not_found", `Nothing is served at ${context.path.slice(0, 200)}.`, {
        hint: "See /agent/site.json for the API, or find pages with /agent/search.",
      });
    }),
};

/**
 * Serves the site's own page or file at a path, with conditional and range requests and a redirect
 * to its canonical path. Pages are served as Markdown if the client prefers that or requests the
 * mirror. Pages of a live site are redirected to. Returns undefined if the site has nothing there.
 */
export async function findOwnPage(
  deps: SurfaceDeps,
  request: HttpRequest,
  context: RequestContext,
): Promise<HttpResponse | undefined> {
  const { site, content, proxy } = deps;
  const { path, query } = context;
  if (proxy) return proxy.fetchOwn(request, context, path === "/support" ? "page" : "document");
  if (leavesSite(path)) return undefined;
  if (site.pagesOrigin)
    return redirectToLiveSite(
      site,
      listedPage(await content.listPages(), query ? `${path}?${query}` : path),
    );
  const resource = await content.find(path);
  if (!resource)
    return (await findMirror(deps, request, context)) ?? findSummaryPage(deps, request, context);
  if (resource.path !== path) {
    const location = resource.path + (query && `?${query}`);
    return { status: 308, headers: { location, "cache-control": "no-cache" }, body: null };
  }
  if (isMarkdown(resource)) return serveMarkdownPage(deps, resource, request, context);
  const isHtmlPage = isHtml(resource.type);
  if (isHtmlPage && resource.size <= MAX_PAGE_BYTES && prefersMarkdown(request))
    return serveMarkdown(deps, resource, request, context);
  if (isHtmlPage) await countPage(deps, request, context);
  const headers = resourceHeaders(
    resource,
    isHtmlPage ? pageLinkHeader(deps.linkHeader(), path) : undefined,
  );
  if (isHtmlPage && site.htmlHints)
    return conditional(request, await addHints(await fullResponse(resource, headers), path, ""));
  const full = conditional(request, await fullResponse(resource, headers));
  if (full.status !== 200 || request.method !== "GET" || request.headers.get("if-range") !== null)
    return full;
  const partial = rangeResponse(resource, headers, request.headers.get("range"));
  if (partial && full.body instanceof ReadableStream) void full.body.cancel();
  return partial ?? full;
}

/** Serves the Markdown mirror at a path, if a page has its mirror there. */
async function findMirror(
  deps: SurfaceDeps,
  request: HttpRequest,
  context: RequestContext,
): Promise<HttpResponse | undefined> {
  for (const path of mirrorCandidates(context.path)) {
    const resource = await deps.content.find(path);
    if (resource && isHtml(resource.type)) return serveMarkdown(deps, resource, request, context);
    if (resource && isMarkdown(resource))
      return serveMarkdownPage(deps, resource, request, context, true);
  }
  return undefined;
}

/**
 * Serves what a site with a table of contents has besides its pages: the search for people, and its
 * first page as the home page.
 */
async function findSummaryPage(
  deps: SurfaceDeps,
  request: HttpRequest,
  context: RequestContext,
): Promise<HttpResponse | undefined> {
  const { site, content } = deps;
  const { path, query } = context;
  if (path !== "/" && path !== SEARCH_PATH) return undefined;
  const summary = await readSummary(content);
  const first = summary?.[0]?.pages[0];
  if (!summary || !first) return undefined;
  if (path === "/")
    return {
      status: 307,
      headers: { location: first.path, "cache-control": "no-cache" },
      body: null,
    };
  await countPage(deps, request, context);
  const words = new URLSearchParams(query).get("q") ?? "";
  const { headers, body } = await renderPage(await searchPage(site, content, summary, words));
  return { status: 200, headers: { ...headers, "cache-control": "no-store" }, body };
}

/**
 * Charges a page that is served as it is. Clients above their rate get it nevertheless, because
 * people read the site, too.
 */
async function countPage(
  { rateLimit }: SurfaceDeps,
  request: HttpRequest,
  context: RequestContext,
): Promise<void> {
  try {
    await rateLimit?.take(request, context, { cost: PAGE_COST });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "rate_limited") throw error;
  }
}

/** Serves a page as Markdown. */
async function serveMarkdown(
  { site, renditions, clientKey, rateLimit }: SurfaceDeps,
  resource: Resource,
  request: HttpRequest,
  context: RequestContext,
): Promise<HttpResponse> {
  const raiseCost = createPageCharge(rateLimit, request, context);
  await raiseCost(PAGE_COST);
  const url = pageUrl(site, resource.path);
  const rendition = await readResource(resource, {
    url,
    format: "markdown",
    renditions,
    client: clientKey(request),
    raiseCost,
  });
  return markdownResponse(request, rendition, {
    site,
    url,
    headers: { "last-modified": new Date(resource.modified).toUTCString() },
  });
}

/**
 * Redirects temporarily (307), because the list of pages may change. Returns undefined if the
 * page's URL is the requested one.
 */
function redirectToLiveSite(
  { origin, pagesOrigin }: Site,
  page: PageEntry | undefined,
): HttpResponse | undefined {
  if (!page || !pagesOrigin || pagesOrigin === origin) return undefined;
  return {
    status: 307,
    headers: { location: pagesOrigin + page.path, "cache-control": "no-cache" },
    body: null,
  };
}

async function fullResponse(
  resource: Resource,
  headers: HttpResponse["headers"],
): Promise<HttpResponse> {
  const body = resource.size <= 256 * 1024 ? await resource.bytes() : resource.stream();
  return { status: 200, headers: { ...headers, "content-length": String(resource.size) }, body };
}

/**
 * Serves a single byte range (RFC 9110 §14.2). Returns undefined for any other value of Range,
 * which is ignored.
 */
function rangeResponse(
  resource: Resource,
  headers: HttpResponse["headers"],
  range: string | null,
): HttpResponse | undefined {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  const start = first === "" ? Math.max(resource.size - Number(last), 0) : Number(first);
  const end =
    first === "" || last === "" ? resource.size - 1 : Math.min(Number(last), resource.size - 1);
  if (start > end)
    return {
      status: 416,
      headers: { ...headers, "content-range": `bytes */${resource.size}` },
      body: null,
    };
  return {
    status: 206,
    headers: {
      ...headers,
      "content-range": `bytes ${start}-${end}/${resource.size}`,
      "content-length": String(end - start + 1),
    },
    body: resource.stream(start, end),
  };
}

/** Returns the headers of a resource. Resources with an HTML and a Markdown form vary by Accept. */
const resourceHeaders = (
  { type, etag, modified }: Resource,
  link?: string,
): HttpResponse["headers"] => ({
  "content-type": type,
  etag,
  "last-modified": new Date(modified).toUTCString(),
  "accept-ranges": "bytes",
  "cache-control": "no-cache",
  ...((link || type.startsWith("text/markdown")) && { vary: "accept" }),
  ...(link && { link }),
});

const isMarkdown = ({ type }: Resource) => type.startsWith("text/markdown");

/**
 * Serves a Markdown page: as HTML for browsers, otherwise as `/agent/read` returns it, with absolute
 * links. `isMirror` is set for its Markdown mirror, which is never HTML. Serves the source if it is
 * too large or too complex, or if the client's rate doesn't allow to convert a large page.
 */
async function serveMarkdownPage(
  deps: SurfaceDeps,
  resource: Resource,
  request: HttpRequest,
  context: RequestContext,
  isMirror = false,
): Promise<HttpResponse> {
  const { site, renditions, clientKey, rateLimit } = deps;
  await countPage(deps, request, context);
  const isSource = isMirror || acceptsMarkdown(request);
  const url = pageUrl(site, resource.path);
  const page = await readResource(resource, {
    url,
    format: isSource ? "markdown" : "html",
    renditions,
    client: clientKey(request),
    raiseCost: createPageCharge(rateLimit, request, context, PAGE_COST),
  }).catch((error: unknown) => {
    const code = error instanceof Problem && error.code;
    if (code === "unreadable_page" || code === "rate_limited") return undefined;
    throw error;
  });
  if (!page) return conditional(request, await fullResponse(resource, resourceHeaders(resource)));
  const modified = { "last-modified": new Date(resource.modified).toUTCString() };
  return isSource
    ? markdownResponse(request, page, { site, url, headers: modified })
    : renderedResponse(deps, resource, page, request);
}

/** Creates the response with a Markdown page for browsers. */
async function renderedResponse(
  { site, content, linkHeader }: SurfaceDeps,
  { path }: Resource,
  page: PageRendition,
  request: HttpRequest,
): Promise<HttpResponse> {
  const document = markdownPage(site, page, path, await readSummary(content));
  const response = await documentResponse(request, document, "text/html");
  const link = pageLinkHeader(linkHeader(), path);
  return { ...response, headers: { ...response.headers, vary: "accept", link } };
}

/** Returns whether a client gets a Markdown page as it is. Browsers get it as HTML. */
const acceptsMarkdown = (request: HttpRequest) =>
  negotiate(request.headers.get("accept"), ["text/markdown", "text/html"]) !== "text/html";
