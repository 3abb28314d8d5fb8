import { collectBytes } from "../../http/bytes.ts";
import { createEtag } from "../../http/conditional.ts";
import type { HttpRequest, HttpResponse } from "../../http/handler.ts";
import { Problem } from "../../http/problem.ts";
import { OPERATION_COST, type RateLimit } from "../../http/rate-limit.ts";
import type { RequestContext } from "../../http/request-context.ts";
import { setRecent } from "../../lib/kit/freshness.ts";
import { decodeText } from "../../lib/page-reader/index.ts";
import { MAX_PAGE_BYTES } from "../../ports/content.ts";
import {
  isHtml,
  type MarkdownCache,
  type MarkdownRendition,
  markdownResponse,
} from "../pages/markdown-cache.ts";
import { pageUrl, type Site } from "../site.ts";
import type { Forward } from "./forwarding.ts";

/** Dependencies of the Markdown conversion of upstream pages. */
export interface MarkdownProxyDeps {
  readonly site: Site;
  readonly markdownCache: MarkdownCache;
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
export function createMarkdownProxy(
  forward: Forward,
  { site, markdownCache, rateLimit }: MarkdownProxyDeps,
) {
  const lastByTarget = new Map<string, { readonly etag: string; readonly key: string }>();

  /**
   * Serves an upstream page as Markdown, and any other upstream response unchanged. Charges the
   * rate limit for a page unless `isCounted`.
   */
  async function serveMarkdown(
    request: HttpRequest,
    context: RequestContext,
    target: string,
    { accept, isCounted }: { accept: string; isCounted?: true },
  ): Promise<HttpResponse> {
    const isPrivate =
      request.headers.get("cookie") !== null || request.headers.get("authorization") !== null;
    const cacheTarget =
      isPrivate || !hasOnlyCommonHeaders(request)
        ? undefined
        : `${target} ${request.headers.get("accept-language") ?? ""}`;
    const lastSeen = cacheTarget === undefined ? undefined : lastByTarget.get(cacheTarget);
    const cached = lastSeen && markdownCache.get(lastSeen.key);
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
    const upstreamResponse = await forward(request, target, { method: "GET", headers });
    const isUnchanged = upstreamResponse.status === 304 && cached !== undefined;
    if (!isUnchanged && !isConvertible(upstreamResponse)) {
      context.isProxied = true;
      return upstreamResponse;
    }
    try {
      if (!isCounted) await rateLimit?.take(request, context, { cost: OPERATION_COST });
    } catch (error) {
      cancelBody(upstreamResponse);
      throw error;
    }
    const responseHeaders = markdownHeaders(upstreamResponse, isPrivate);
    const url = pageUrl(site, target);
    return markdownResponse(
      request,
      isUnchanged ? cached : await convert(url, upstreamResponse, cacheTarget, !isPrivate),
      {
        site,
        url,
        headers: responseHeaders,
      },
    );
  }

  async function convert(
    url: string,
    upstreamResponse: HttpResponse,
    cacheTarget: string | undefined,
    mayCache: boolean,
  ): Promise<MarkdownRendition> {
    const bytes = await readBodyBytes(upstreamResponse, MAX_PAGE_BYTES);
    const html = decodeText(bytes, String(upstreamResponse.headers["content-type"]));
    const isCacheable =
      mayCache &&
      upstreamResponse.headers["set-cookie"] === undefined &&
      !/\b(no-store|private)\b/i.test(String(upstreamResponse.headers["cache-control"] ?? "")) &&
      !/\*|\bcookie\b/i.test(String(upstreamResponse.headers["vary"] ?? ""));
    if (!isCacheable) return markdownCache.convert(undefined, url, html);
    const etag =
      typeof upstreamResponse.headers["etag"] === "string"
        ? upstreamResponse.headers["etag"]
        : undefined;
    // The key is a digest of the HTML, because an equal ETag is only trusted if upstream returns
    // 304.
    const key = `${url} ${await createEtag(html)}`;
    if (etag !== undefined && cacheTarget !== undefined)
      setRecent(lastByTarget, cacheTarget, { etag, key }, MAX_KNOWN_ETAGS);
    return markdownCache.get(key) ?? markdownCache.convert(key, url, html);
  }

  return {
    /**
     * Serves a page to a client that prefers Markdown. The upstream site may return Markdown
     * itself.
     */
    serveNegotiated(request: HttpRequest, context: RequestContext): Promise<HttpResponse> {
      const accept = request.headers.get("accept") ?? "";
      return serveMarkdown(request, context, withQuery(context.path, context), {
        accept: /text\/html|\*\/\*/i.test(accept) ? accept : `${accept}, text/html;q=0.1`,
      });
    },
    /**
     * Serves the first of these paths that is an upstream page. The lookup costs as much as an
     * operation, because each path is requested upstream.
     */
    async serveMirror(
      request: HttpRequest,
      context: RequestContext,
      paths: readonly string[],
    ): Promise<HttpResponse | undefined> {
      if (paths.length > 0) await rateLimit?.take(request, context, { cost: OPERATION_COST });
      for (const path of paths) {
        const response = await serveMarkdown(request, context, withQuery(path, context), {
          accept: "text/html",
          isCounted: true,
        });
        if (!context.isProxied) return response;
        context.isProxied = undefined;
        cancelBody(response);
      }
      return undefined;
    },
  };
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

/** Returns the Vary header with `accept` added. */
export function varyWithAccept({ vary: current = [] }: HttpResponse["headers"]): string | string[] {
  const vary = [current].flat().join(", ");
  if (/(^|,)\s*(accept|\*)\s*(,|$)/i.test(vary)) return current;
  return vary ? `${vary}, accept` : "accept";
}

/** Cancels a response body that nobody will read. */
export function cancelBody({ body }: HttpResponse): void {
  if (body instanceof ReadableStream) void body.cancel().catch(() => {});
}

/** Reads a response body. Throws the `Problem` `unreadable_page` if it exceeds `maxBytes`. */
export async function readBodyBytes({ body }: HttpResponse, maxBytes: number): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body instanceof Uint8Array) return body;
  return collectBytes(
    body,
    maxBytes,
    () =>
      new Problem(
        "unreadable_page",
        `The page exceeds ${maxBytes} bytes, the limit for conversion.`,
        { hint: "Request the page as HTML." },
      ),
  );
}
