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
import { createForwarder, type UpstreamOptions } from "./forwarding.ts";
import {
  cancelBody,
  createMarkdownProxy,
  type MarkdownProxyDeps,
  readBodyBytes,
  varyWithAccept,
} from "./proxy-markdown.ts";

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
export function createProxy(
  upstream: UpstreamOptions,
  deps: MarkdownProxyDeps & { links(): string },
): UpstreamProxy {
  const { site, links: linkHeader } = deps;
  const forward = createForwarder(upstream, site);
  const markdown = createMarkdownProxy(forward, deps);

  const handle = async (request: HttpRequest, context: RequestContext): Promise<HttpResponse> => {
    const target = requestTarget(context);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (
      isRead &&
      prefersMarkdown(request) &&
      request.headers.get("authorization") === null &&
      request.headers.get("range") === null
    ) {
      return withLinks(await markdown.serveNegotiated(request, context), context);
    }
    const isHinted =
      site.htmlHints && isRead && /text\/html/i.test(request.headers.get("accept") ?? "");
    const upstreamResponse = await forward(
      request,
      target,
      isHinted
        ? {
            headers: {
              "accept-encoding": "identity",
              "if-none-match": stripHints(request.headers.get("if-none-match")),
              "if-range": undefined,
              range: undefined,
            },
          }
        : {},
    );
    if (isRead && upstreamResponse.status === 404 && context.path.endsWith(".md")) {
      const mirror = await markdown
        .serveMirror(request, context, mirrorCandidates(context.path))
        .catch((error: unknown) => {
          cancelBody(upstreamResponse);
          throw error;
        });
      if (mirror) {
        cancelBody(upstreamResponse);
        return mirror;
      }
    }
    context.isProxied = true;
    if (!isRead) return upstreamResponse;
    return isHinted && isHintedVariant(request, upstreamResponse)
      ? addHints(withLinks(upstreamResponse, context), context.path, context.query)
      : withLinks(upstreamResponse, context);
  };

  /** Adds the Link header of a page, and Accept to its Vary header. */
  const withLinks = (
    upstreamResponse: HttpResponse,
    { path, query }: RequestContext,
  ): HttpResponse => {
    if (
      upstreamResponse.status !== 200 ||
      !isHtml(String(upstreamResponse.headers["content-type"] ?? ""))
    )
      return upstreamResponse;
    const link = [upstreamResponse.headers["link"] ?? []].flat();
    upstreamResponse.headers["link"] = [...link, pageLinkHeader(linkHeader(), path, query)];
    upstreamResponse.headers["vary"] = varyWithAccept(upstreamResponse.headers);
    return upstreamResponse;
  };

  return {
    forward: async (request, context) => {
      try {
        const response = await handle(request, context);
        return request.method === "HEAD" ? headResponse(response) : response;
      } catch (error) {
        if (error instanceof Problem && error.code === "origin_unreachable" && prefersHtml(request))
          return unreachablePage(site, error);
        throw error;
      }
    },
    async fetchOwn(request, context, kind) {
      const upstreamResponse = await forward(request, requestTarget(context));
      if (!isOwnContent(upstreamResponse, kind)) {
        cancelBody(upstreamResponse);
        return undefined;
      }
      context.isProxied = true;
      return upstreamResponse;
    },
    async fetchText(request, path) {
      const plainHeaders = {
        "if-none-match": undefined,
        "if-modified-since": undefined,
        range: undefined,
        "if-range": undefined,
        "accept-encoding": "identity",
      };
      const upstreamResponse = await forward(request, path, {
        method: "GET",
        headers: plainHeaders,
      });
      if (upstreamResponse.status >= 500 || upstreamResponse.status === 429) {
        cancelBody(upstreamResponse);
        throw new Problem(
          "origin_unreachable",
          `The upstream site returned status ${upstreamResponse.status} for "${path}".`,
          { hint: "Try again in a few seconds." },
        );
      }
      if (upstreamResponse.status !== 200 || !isOwnContent(upstreamResponse, "document")) {
        cancelBody(upstreamResponse);
        return undefined;
      }
      if (!/^(identity)?$/i.test(String(upstreamResponse.headers["content-encoding"] ?? ""))) {
        cancelBody(upstreamResponse);
        throw new Problem(
          "unreadable_page",
          `The upstream site compresses "${path}" despite "Accept-Encoding: identity".`,
          { hint: "Ask the operator to serve the file uncompressed." },
        );
      }
      return decodeText(
        await readBodyBytes(upstreamResponse, 512 * 1024),
        String(upstreamResponse.headers["content-type"] ?? ""),
      );
    },
  };
}

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
