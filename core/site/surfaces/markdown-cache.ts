import { negotiate } from "../../http/accept.ts";
import { conditional, createEtag } from "../../http/conditional.ts";
import type { HttpRequest, HttpResponse } from "../../http/handler.ts";
import { readHtml } from "../domain/reading/index.ts";
import type { Site } from "../domain/site.ts";

/** The most bytes of Markdown that are kept, all together. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** A page as Markdown. */
export interface MarkdownRendition {
  readonly body: Uint8Array;
  /** Its own, which no other form of the page has. */
  readonly etag: string;
  /** About how many tokens a language model takes it for. */
  readonly tokens: number;
}

/** Pages as Markdown, made when they are first asked for. */
export interface MarkdownCache {
  /** By what the HTML is known by, which must be another whenever it changes. */
  get(key: string): MarkdownRendition | undefined;
  /** Makes Markdown of the HTML of the page at `url`; keeps it under the key, if there is one. */
  convert(key: string | undefined, url: string, html: string): Promise<MarkdownRendition>;
}

/** Keeps what was made in bounds: what was longest unused goes first. */
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

/** Whether a client would rather have a page's Markdown than the page; one that likes both the same gets the page. */
export function prefersMarkdown({ headers }: Pick<HttpRequest, "headers">): boolean {
  const accept = headers.get("accept");
  return (
    accept !== null &&
    /text\/(markdown|\*)/i.test(accept) &&
    negotiate(accept, ["text/html", "text/markdown"]) === "text/markdown"
  );
}

/** Whether a media type is a page's. */
export const isHtml = (type: string): boolean =>
  /^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(type);

/** A page's Markdown as an answer: it says whose it is, in which the page's own address is meant. */
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
