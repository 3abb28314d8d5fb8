import { negotiate } from "../../http/accept.ts";
import { conditional, createEtag } from "../../http/conditional.ts";
import type { HttpRequest, HttpResponse } from "../../http/handler.ts";
import { readHtml } from "../../lib/page-reader/index.ts";
import type { Site } from "../site.ts";

/** The default maximum size of the cache in bytes. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** A page as Markdown. */
export interface MarkdownRendition {
  readonly body: Uint8Array;
  /** Differs from the ETag of the HTML page. */
  readonly etag: string;
  /** The approximate number of tokens for a language model. */
  readonly tokens: number;
}

/** A cache of pages as Markdown. */
export interface MarkdownCache {
  /** `key` identifies one version of the HTML: it must change with the HTML. */
  get(key: string): MarkdownRendition | undefined;
  /**
   * Converts the HTML of the page at `url` to Markdown, and stores the result if there is a key.
   */
  convert(key: string | undefined, url: string, html: string): Promise<MarkdownRendition>;
}

/**
 * Creates a cache that evicts the least recently used pages. `maxBytes` is the maximum total size.
 */
export function createMarkdownCache(maxBytes = CACHE_BYTES): MarkdownCache {
  const renditions = new Map<string, MarkdownRendition>();
  let bytes = 0;
  const entrySize = (key: string, { body }: MarkdownRendition) =>
    body.byteLength + 2 * key.length + 256;
  const evict = (key: string) => {
    const rendition = renditions.get(key);
    if (rendition && renditions.delete(key)) bytes -= entrySize(key, rendition);
  };
  return {
    get(key) {
      const rendition = renditions.get(key);
      if (rendition && renditions.delete(key)) renditions.set(key, rendition);
      return rendition;
    },
    async convert(key, url, html) {
      const { content } = readHtml(html, { url, format: "markdown" });
      const rendition = {
        body: new TextEncoder().encode(content),
        etag: await createEtag(content),
        tokens: Math.ceil(content.length / 4),
      };
      if (key === undefined || entrySize(key, rendition) > maxBytes) return rendition;
      evict(key);
      renditions.set(key, rendition);
      bytes += entrySize(key, rendition);
      for (const oldest of renditions.keys()) {
        if (bytes <= maxBytes) break;
        evict(oldest);
      }
      return rendition;
    },
  };
}

/**
 * Returns whether Accept prefers Markdown to HTML. If it weighs them equally, the client gets HTML.
 */
export function prefersMarkdown({ headers }: Pick<HttpRequest, "headers">): boolean {
  const accept = headers.get("accept");
  return (
    accept !== null &&
    /text\/(markdown|\*)/i.test(accept) &&
    negotiate(accept, ["text/html", "text/markdown"]) === "text/markdown"
  );
}

/** Returns whether a Content-Type is HTML or XHTML. */
export const isHtml = (type: string): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(type);

/**
 * Creates the response with a page's Markdown. `url` is the page's URL, which becomes the canonical
 * link.
 */
export function markdownResponse(
  request: HttpRequest,
  { body, etag, tokens }: MarkdownRendition,
  { site, url, headers = {} }: { site: Site; url: string; headers?: HttpResponse["headers"] },
): HttpResponse {
  return conditional(request, {
    status: 200,
    headers: {
      "cache-control": "no-cache",
      vary: "accept",
      ...headers,
      "content-type": "text/markdown; charset=utf-8",
      etag,
      link: `<${url}>; rel="canonical"`,
      "x-markdown-tokens": String(tokens),
      ...(site.contentSignal && { "content-signal": site.contentSignal }),
    },
    body,
  });
}
