import { escapeHtml, renderShell } from "../../domain/shell.ts";
import { negotiate } from "../../http/accept.ts";
import type { HttpRequest, HttpResponse } from "../../http/handler.ts";
import { PAGE_SECURITY_HEADERS } from "../../http/response.ts";
import { headResponse, type RouteHandler, type RouteMatch } from "../../http/router.ts";
import { Problem } from "../../problem.ts";
import { mirrorCandidates } from "../domain/mirror.ts";
import { decodeText } from "../domain/reading/index.ts";
import type { Site } from "../domain/site.ts";
import { pageLinkHeader } from "./agent-links.ts";
import { createForwarder, type UpstreamOptions } from "./forwarding.ts";
import { addHints, stripHints } from "./html-hints.ts";
import { isHtml, prefersMarkdown } from "./markdown-cache.ts";
import {
  cancelBody,
  createMarkdownProxy,
  type MarkdownProxyDeps,
  readBodyBytes,
  varyWithAccept,
} from "./proxy-markdown.ts";

/** What stands behind the service, as the surfaces ask it. */
export interface UpstreamProxy {
  /** Has the origin answer. */
  readonly forward: RouteHandler;
  /** The origin's own document or page at a path: what it answers, unless that says that it has none. */
  fetchOwn(
    request: HttpRequest,
    match: RouteMatch,
    kind: "document" | "page",
  ): Promise<HttpResponse | undefined>;
  /** The text of the origin's own document, if it has one; the `Problem` "unreadable_page" where it is packed or over 512 KiB. */
  fetchText(request: HttpRequest, path: string): Promise<string | undefined>;
}

/** The site behind: everything is passed on; its pages say what there is for agents, and may be had as Markdown. */
export function createProxy(
  upstream: UpstreamOptions,
  deps: MarkdownProxyDeps & { readonly links: string },
): UpstreamProxy {
  const { site, links: linkHeader } = deps;
  const forward = createForwarder(upstream, site);
  const markdown = createMarkdownProxy(forward, deps);

  const handle = async (request: HttpRequest, match: RouteMatch): Promise<HttpResponse> => {
    const target = requestTarget(match);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (
      isRead &&
      prefersMarkdown(request) &&
      request.headers.get("authorization") === null &&
      request.headers.get("range") === null
    ) {
      return withLinks(await markdown.serveNegotiated(request, match), match);
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
    if (isRead && upstreamResponse.status === 404 && match.path.endsWith(".md")) {
      const mirror = await markdown
        .serveMirror(request, match, mirrorCandidates(match.path))
        .catch((error: unknown) => {
          cancelBody(upstreamResponse);
          throw error;
        });
      if (mirror) return cancelBody(upstreamResponse), mirror;
    }
    match.context.isProxied = true;
    if (!isRead) return upstreamResponse;
    return isHinted && isHintedVariant(request, upstreamResponse)
      ? addHints(withLinks(upstreamResponse, match), match.path, match.query)
      : withLinks(upstreamResponse, match);
  };

  /** A page says what there is besides it, and that it depends on Accept. */
  const withLinks = (upstreamResponse: HttpResponse, { path, query }: RouteMatch): HttpResponse => {
    if (
      upstreamResponse.status !== 200 ||
      !isHtml(String(upstreamResponse.headers["content-type"] ?? ""))
    )
      return upstreamResponse;
    const link = [upstreamResponse.headers["link"] ?? []].flat();
    upstreamResponse.headers["link"] = [...link, pageLinkHeader(linkHeader, path, query)];
    upstreamResponse.headers["vary"] = varyWithAccept(upstreamResponse.headers);
    return upstreamResponse;
  };

  return {
    forward: async (request, match) => {
      try {
        const response = await handle(request, match);
        return request.method === "HEAD" ? headResponse(response) : response;
      } catch (error) {
        if (
          error instanceof Problem &&
          error.code === "origin_unreachable" &&
          prefersHtmlPage(request)
        )
          return unreachablePage(site, error);
        throw error;
      }
    },
    async fetchOwn(request, match, kind) {
      const upstreamResponse = await forward(request, requestTarget(match));
      if (!isOwnContent(upstreamResponse, kind)) return cancelBody(upstreamResponse), undefined;
      match.context.isProxied = true;
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
          `The site behind this service answers ${upstreamResponse.status} for ${path}.`,
        );
      }
      if (upstreamResponse.status !== 200 || !isOwnContent(upstreamResponse, "document"))
        return cancelBody(upstreamResponse), undefined;
      if (!/^(identity)?$/i.test(String(upstreamResponse.headers["content-encoding"] ?? ""))) {
        cancelBody(upstreamResponse);
        throw new Problem(
          "unreadable_page",
          `The site behind this service packs ${path}, though it was asked not to.`,
        );
      }
      return decodeText(
        await readBodyBytes(upstreamResponse, 512 * 1024),
        String(upstreamResponse.headers["content-type"] ?? ""),
      );
    },
  };
}

/** A 304 says nothing of what it is of: it is a hinted page's if the client knows one. */
const isHintedVariant = ({ headers }: HttpRequest, { status }: HttpResponse) =>
  status !== 304 || stripHints(headers.get("if-none-match")) !== headers.get("if-none-match");

const requestTarget = ({ path, query }: RouteMatch): string => (query ? `${path}?${query}` : path);

/** A page is no document: sites that answer everything with their front page have none at all. */
function isOwnContent({ status, headers }: HttpResponse, kind: "document" | "page"): boolean {
  if (status === 429 || status >= 500 || status === 304) return true;
  if (kind === "page" && status >= 300 && status < 400) return true;
  return (
    (status === 200 || status === 206) &&
    (kind === "page" || !isHtml(String(headers["content-type"] ?? "")))
  );
}

const prefersHtmlPage = ({ headers }: HttpRequest) =>
  negotiate(headers.get("accept"), ["application/problem+json", "text/html"]) === "text/html";

function unreachablePage(site: Site, { message, headers }: Problem): HttpResponse {
  const main = `<h1>The site gives no answer</h1>\n<p>${escapeHtml(message)} Please try again in a moment.</p>`;
  return {
    status: 502,
    headers: {
      ...headers,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...PAGE_SECURITY_HEADERS,
    },
    body: renderShell(site, { title: "The site gives no answer", main }),
  };
}
