import type { HttpRequest, HttpResponse } from "../../http/handler.ts";
import { negotiate } from "../../http/response/accept.ts";
import { conditional } from "../../http/response/conditional.ts";
import type { Site } from "../site.ts";
import { withFrontMatter } from "./page-front-matter.ts";
import type { PageRendition } from "./page-renditions.ts";

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
export async function markdownResponse(
  request: HttpRequest,
  rendition: PageRendition,
  { site, url, headers = {} }: { site: Site; url: string; headers?: HttpResponse["headers"] },
): Promise<HttpResponse> {
  const { body, etag, length } = site.frontMatter
    ? await withFrontMatter(rendition, url)
    : rendition;
  return conditional(request, {
    status: 200,
    headers: {
      "cache-control": "no-cache",
      vary: "accept",
      ...headers,
      "content-type": "text/markdown; charset=utf-8",
      etag,
      link: `<${url}>; rel="canonical"`,
      // The approximate number of tokens for a language model.
      "x-markdown-tokens": String(Math.ceil(length / 4)),
      ...(site.contentSignal && { "content-signal": site.contentSignal }),
    },
    body,
  });
}
