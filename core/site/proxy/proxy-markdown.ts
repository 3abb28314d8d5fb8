import type { HttpRequest, HttpResponse } from "../../http/handler.ts";
import { PAGE_COST } from "../../http/rate-limit.ts";
import type { RateLimit, RequestContext } from "../../http/request-context.ts";
import { createEtag } from "../../http/response/conditional.ts";
import { setRecent } from "../../lib/kit/net/freshness.ts";
import { MAX_PAGE_BYTES } from "../../ports/content.ts";
import { isHtml, markdownResponse } from "../pages/markdown-response.ts";
import {
  conversionCost,
  createPageCharge,
  FETCH_COST,
  type RaiseCost,
} from "../pages/page-charge.ts";
import type { PageRendition, PageRenditions } from "../pages/page-renditions.ts";
import { pageUrl, type Site } from "../site.ts";
import type { Forward } from "./forwarding.ts";
import { cancelBody, readBodyBytes, varyWithAccept } from "./upstream-response.ts";

/** Dependencies of the Markdown conversion of upstream pages. */
export interface MarkdownProxyDeps {
  readonly site: Site;
  readonly renditions: PageRenditions;
  /** Returns the network of a request. Each has a share of the conversions of large pages. */
  clientKey?(request: HttpRequest): string;
  readonly rateLimit?: RateLimit | undefined;
}

/** Upstream response headers that also apply to the Markdown. */
const COPIED_HEADERS = [
  "age",
  "cache-control",
  "content-language",
  "content-security-policy",
  "expires",
  "last-modified",
  "set-cookie",
  "strict-transport-security",
  "x-robots-tag",
];

/** The maximum number of pages whose last ETag is remembered. */
const MAX_KNOWN_ETAGS = 10_000;

/**
 * Headers of ordinary requests. Only requests without other headers use the cache, because a page
 * may vary by a header and still have the same ETag.
 */
const COMMON_HEADERS =
  /^(accept(-encoding|-charset)?|cache-control|connection|content-length|dnt|from|host|if-.*|pragma|priority|purpose|range|referer|save-data|sec-.*|signature(-.*)?|te|traceparent|tracestate|upgrade-insecure-requests|user-agent|x-requested-with)$/;

/**
 * Converts upstream pages to Markdown. Every request goes to the upstream site, which revalidates
 * cached pages.
 */
export class MarkdownProxy {
  readonly #forward: Forward;
  readonly #deps: MarkdownProxyDeps;
  readonly #lastByTarget = new Map<string, { readonly etag: string; readonly key: string }>();

  constructor(forward: Forward, deps: MarkdownProxyDeps) {
    this.#forward = forward;
    this.#deps = deps;
  }

  /**
   * Serves a page to a client that prefers Markdown. The upstream site may return Markdown
   * itself.
   */
  serveNegotiated(request: HttpRequest, context: RequestContext): Promise<HttpResponse> {
    const accept = request.headers.get("accept") ?? "";
    return this.#serve(request, context, withQuery(context.path, context), {
      accept: /text\/html|\*\/\*/i.test(accept) ? accept : `${accept}, text/html;q=0.1`,
      raiseCost: createPageCharge(this.#deps.rateLimit, request, context),
    });
  }

  /**
   * Serves the first of these paths that is an upstream page. A lookup that finds no page costs as
   * much as a page, because each path is requested upstream.
   */
  async serveMirror(
    request: HttpRequest,
    context: RequestContext,
    paths: readonly string[],
  ): Promise<HttpResponse | undefined> {
    const raiseCost = createPageCharge(this.#deps.rateLimit, request, context);
    if (paths.length > 0) await raiseCost(PAGE_COST);
    for (const path of paths) {
      const response = await this.#serve(request, context, withQuery(path, context), {
        accept: "text/html",
        raiseCost,
      });
      if (!context.isProxied) return response;
      context.isProxied = undefined;
      cancelBody(response);
    }
    if (paths.length > 0) await raiseCost(FETCH_COST);
    return undefined;
  }

  /**
   * Serves an upstream page as Markdown, and any other upstream response unchanged. A page that the
   * upstream site confirms as unchanged has the price of a cached page.
   */
  async #serve(
    request: HttpRequest,
    context: RequestContext,
    target: string,
    { accept, raiseCost }: { accept: string; raiseCost: RaiseCost },
  ): Promise<HttpResponse> {
    const { site, renditions, clientKey } = this.#deps;
    const isPrivate =
      request.headers.get("cookie") !== null || request.headers.get("authorization") !== null;
    const cacheTarget =
      isPrivate || !hasOnlyCommonHeaders(request)
        ? undefined
        : `${target} ${request.headers.get("accept-language") ?? ""}`;
    const lastSeen = cacheTarget === undefined ? undefined : this.#lastByTarget.get(cacheTarget);
    const cached = lastSeen && renditions.get(lastSeen.key);
    const headers = {
      accept,
      "accept-encoding": "identity",
      "if-none-match": cached && lastSeen?.etag,
      "if-modified-since": undefined,
      "if-match": undefined,
      "if-unmodified-since": undefined,
      "if-range": undefined,
      range: undefined,
    };
    const upstreamResponse = await this.#forward(request, target, { method: "GET", headers });
    const isUnchanged = upstreamResponse.status === 304 && cached !== undefined;
    if (!isUnchanged && !isConvertible(upstreamResponse)) {
      context.isProxied = true;
      return upstreamResponse;
    }
    try {
      await raiseCost(isUnchanged ? PAGE_COST : FETCH_COST);
    } catch (error) {
      cancelBody(upstreamResponse);
      throw error;
    }
    const responseHeaders = markdownHeaders(upstreamResponse, isPrivate);
    const url = pageUrl(site, target);
    return markdownResponse(
      request,
      isUnchanged
        ? cached
        : await this.#convert(url, upstreamResponse, {
            client: clientKey?.(request),
            cacheTarget,
            mayCache: !isPrivate,
            raiseCost,
          }),
      {
        site,
        url,
        headers: responseHeaders,
      },
    );
  }

  async #convert(
    url: string,
    upstreamResponse: HttpResponse,
    {
      client,
      cacheTarget,
      mayCache,
      raiseCost,
    }: {
      client: string | undefined;
      cacheTarget: string | undefined;
      mayCache: boolean;
      raiseCost: RaiseCost;
    },
  ): Promise<PageRendition> {
    const { renditions } = this.#deps;
    const bytes = await readBodyBytes(upstreamResponse, MAX_PAGE_BYTES);
    const type = String(upstreamResponse.headers["content-type"]);
    const convertBytes = async (key?: string) => {
      await raiseCost(conversionCost(bytes.byteLength));
      return renditions.convert(key, { bytes, type, url, format: "markdown" }, client);
    };
    const isCacheable =
      mayCache &&
      upstreamResponse.headers["set-cookie"] === undefined &&
      !/\b(no-store|private)\b/i.test(String(upstreamResponse.headers["cache-control"] ?? "")) &&
      !/\*|\bcookie\b/i.test(String(upstreamResponse.headers["vary"] ?? ""));
    if (!isCacheable) return convertBytes();
    const etag =
      typeof upstreamResponse.headers["etag"] === "string"
        ? upstreamResponse.headers["etag"]
        : undefined;
    // The key is a digest of the HTML, because an equal ETag is only trusted if upstream returns
    // 304.
    const key = `${type} ${url} ${await createEtag(bytes)}`;
    if (etag !== undefined && cacheTarget !== undefined)
      setRecent(this.#lastByTarget, cacheTarget, { etag, key }, MAX_KNOWN_ETAGS);
    return renditions.get(key) ?? convertBytes(key);
  }
}

const hasOnlyCommonHeaders = ({ headers }: HttpRequest): boolean => {
  for (const [name] of headers.entries?.() ?? [])
    if (name !== "accept-language" && !COMMON_HEADERS.test(name)) return false;
  return true;
};

const withQuery = (path: string, { query }: RequestContext): string =>
  query ? `${path}?${query}` : path;

const isConvertible = ({ status, headers }: HttpResponse): boolean =>
  status === 200 &&
  isHtml(String(headers["content-type"] ?? "")) &&
  /^(identity)?$/i.test(String(headers["content-encoding"] ?? "")) &&
  Number(headers["content-length"] ?? 0) <= MAX_PAGE_BYTES;

/**
 * Returns the headers of a page's Markdown. Responses to requests with credentials must not be
 * cached.
 */
function markdownHeaders({ headers }: HttpResponse, isPrivate: boolean): HttpResponse["headers"] {
  const copied = Object.fromEntries(
    COPIED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  );
  return {
    ...copied,
    ...(isPrivate && { "cache-control": "private, no-store" }),
    vary: varyWithAccept(headers),
  };
}
