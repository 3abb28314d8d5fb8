import type { HttpRequest, HttpResponse } from "../../http/handler.ts";
import { Problem } from "../../http/problem.ts";
import type { RequestContext } from "../../http/request-context.ts";
import { prefersHtml } from "../../http/response/accept.ts";
import { headResponse } from "../../http/routing/compile-route.ts";
import type { OpenHandler } from "../../http/routing/route.ts";
import { articlePage, html, renderPage } from "../../lib/html-page/index.ts";
import { decodeText } from "../../lib/page-reader/index.ts";
import { pageLinkHeader } from "../documents/agent-links.ts";
import { addHints, stripHints } from "../pages/html-hints.ts";
import { isHtml, prefersMarkdown } from "../pages/markdown-response.ts";
import { mirrorCandidates } from "../pages/mirror.ts";
import type { Site } from "../site.ts";
import { createForwarder, type Forward, type UpstreamOptions } from "./forwarding.ts";
import { MarkdownProxy, type MarkdownProxyDeps } from "./proxy-markdown.ts";
import { cancelBody, readBodyBytes, varyWithAccept } from "./upstream-response.ts";

/** The upstream site, as the surfaces use it. */
export interface UpstreamProxy {
  /** Forwards a request to the upstream site. */
  readonly forward: OpenHandler;
  /** Returns the upstream site's own document or page at a path, or undefined if it has none. */
  fetchOwn(
    request: HttpRequest,
    context: RequestContext,
    kind: "document" | "page",
  ): Promise<HttpResponse | undefined>;
  /**
   * Returns the text of the upstream site's own document, or undefined if it has none. Throws the
   * `Problem` `unreadable_page` if the document is compressed or exceeds 512 KiB.
   */
  fetchText(request: HttpRequest, path: string): Promise<string | undefined>;
}

/**
 * Creates the reverse proxy. It adds agent links to upstream pages and serves them as Markdown on
 * request.
 */
export const createProxy = (upstream: UpstreamOptions, deps: ProxyDeps): UpstreamProxy =>
  new SiteProxy(upstream, deps);

interface ProxyDeps extends MarkdownProxyDeps {
  /** Returns the Link header of the site. */
  links(): string;
}

class SiteProxy implements UpstreamProxy {
  readonly #site: Site;
  readonly #links: () => string;
  readonly #forward: Forward;
  readonly #markdown: MarkdownProxy;

  constructor(upstream: UpstreamOptions, deps: ProxyDeps) {
    this.#site = deps.site;
    this.#links = deps.links;
    this.#forward = createForwarder(upstream, deps.site);
    this.#markdown = new MarkdownProxy(this.#forward, deps);
  }

  readonly forward: OpenHandler = async (request, context) => {
    try {
      const response = await this.#handle(request, context);
      return request.method === "HEAD" ? headResponse(response) : response;
    } catch (error) {
      if (error instanceof Problem && error.code === "origin_unreachable" && prefersHtml(request))
        return unreachablePage(this.#site, error);
      throw error;
    }
  };

  async fetchOwn(
    request: HttpRequest,
    context: RequestContext,
    kind: "document" | "page",
  ): Promise<HttpResponse | undefined> {
    const upstreamResponse = await this.#forward(request, requestTarget(context));
    if (!isOwnContent(upstreamResponse, kind)) {
      cancelBody(upstreamResponse);
      return undefined;
    }
    context.isProxied = true;
    return upstreamResponse;
  }

  async fetchText(request: HttpRequest, path: string): Promise<string | undefined> {
    const upstreamResponse = await this.#forward(request, path, {
      method: "GET",
      headers: PLAIN_HEADERS,
    });
    const { status, headers } = upstreamResponse;
    if (status >= 500 || status === 429) {
      cancelBody(upstreamResponse);
      throw new Problem(
        "origin_unreachable",
        `The upstream site returned status ${status} for "${path}".`,
        { hint: "Try again in a few seconds." },
      );
    }
    if (status !== 200 || !isOwnContent(upstreamResponse, "document")) {
      cancelBody(upstreamResponse);
      return undefined;
    }
    if (!/^(identity)?$/i.test(String(headers["content-encoding"] ?? ""))) {
      cancelBody(upstreamResponse);
      throw new Problem(
        "unreadable_page",
        `The upstream site compresses "${path}" despite "Accept-Encoding: identity".`,
        { hint: "Ask the operator to serve the file uncompressed." },
      );
    }
    const bytes = await readBodyBytes(upstreamResponse, 512 * 1024);
    return decodeText(bytes, String(headers["content-type"] ?? ""));
  }

  async #handle(request: HttpRequest, context: RequestContext): Promise<HttpResponse> {
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (
      isRead &&
      prefersMarkdown(request) &&
      request.headers.get("authorization") === null &&
      request.headers.get("range") === null
    ) {
      return this.#withLinks(await this.#markdown.serveNegotiated(request, context), context);
    }
    const isHinted =
      this.#site.htmlHints && isRead && /text\/html/i.test(request.headers.get("accept") ?? "");
    const upstreamResponse = await this.#forward(
      request,
      requestTarget(context),
      isHinted ? { headers: hintedHeaders(request) } : {},
    );
    if (isRead && upstreamResponse.status === 404 && context.path.endsWith(".md")) {
      const mirror = await this.#serveMirror(request, context, upstreamResponse);
      if (mirror) return mirror;
    }
    context.isProxied = true;
    if (!isRead) return upstreamResponse;
    const linked = this.#withLinks(upstreamResponse, context);
    return isHinted && isHintedVariant(request, upstreamResponse)
      ? addHints(linked, context.path, context.query)
      : linked;
  }

  /** Serves the page of a missing Markdown file, unless it is missing, too. */
  async #serveMirror(
    request: HttpRequest,
    context: RequestContext,
    missing: HttpResponse,
  ): Promise<HttpResponse | undefined> {
    const mirror = await this.#markdown
      .serveMirror(request, context, mirrorCandidates(context.path))
      .catch((error: unknown) => {
        cancelBody(missing);
        throw error;
      });
    if (mirror) cancelBody(missing);
    return mirror;
  }

  /** Adds the Link header of a page, and Accept to its Vary header. */
  #withLinks(upstreamResponse: HttpResponse, { path, query }: RequestContext): HttpResponse {
    const { status, headers } = upstreamResponse;
    if (status !== 200 || !isHtml(String(headers["content-type"] ?? ""))) return upstreamResponse;
    const link = [headers["link"] ?? []].flat();
    headers["link"] = [...link, pageLinkHeader(this.#links(), path, query)];
    headers["vary"] = varyWithAccept(headers);
    return upstreamResponse;
  }
}

/** The headers of requests for a document in full. */
const PLAIN_HEADERS = {
  "if-none-match": undefined,
  "if-modified-since": undefined,
  range: undefined,
  "if-range": undefined,
  "accept-encoding": "identity",
};

/** The headers of requests for a page to which hints are added. */
const hintedHeaders = ({ headers }: HttpRequest) => ({
  "accept-encoding": "identity",
  "if-none-match": stripHints(headers.get("if-none-match")),
  "if-range": undefined,
  range: undefined,
});

/**
 * A 304 doesn't state which variant it confirms. It confirms a page with hints if the client has
 * the ETag of one.
 */
const isHintedVariant = ({ headers }: HttpRequest, { status }: HttpResponse) =>
  status !== 304 || stripHints(headers.get("if-none-match")) !== headers.get("if-none-match");

const requestTarget = ({ path, query }: RequestContext): string =>
  query ? `${path}?${query}` : path;

/**
 * Returns whether a response is the upstream site's own content. HTML isn't a document, because
 * some sites return their home page for every path. Status 304, 429 and 5xx count as own content.
 */
function isOwnContent({ status, headers }: HttpResponse, kind: "document" | "page"): boolean {
  if (status === 429 || status >= 500 || status === 304) return true;
  if (kind === "page" && status >= 300 && status < 400) return true;
  return (
    (status === 200 || status === 206) &&
    (kind === "page" || !isHtml(String(headers["content-type"] ?? "")))
  );
}

async function unreachablePage(site: Site, { message, headers }: Problem): Promise<HttpResponse> {
  const main = html`<h1>Site unavailable</h1>
<p>${message} Try again in a few seconds.</p>`;
  const page = await renderPage(
    articlePage({ siteName: site.name, title: "Site unavailable", main }),
  );
  return {
    status: 502,
    headers: { ...headers, ...page.headers, "cache-control": "no-store" },
    body: page.body,
  };
}
