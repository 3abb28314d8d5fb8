import { Problem } from "../../http/problem.ts";
import { textBefore } from "../../lib/kit/text/text-before.ts";
import type { PageSource } from "../../lib/page-reader/index.ts";
import { MAX_PAGE_BYTES, type Resource } from "../../ports/content.ts";
import { conversionCost, type RaiseCost } from "./page-charge.ts";
import type { PageRendition, PageRenditions } from "./page-renditions.ts";

interface ReadResourceOptions {
  /** The URL of the page. Relative links resolve against it. */
  readonly url: string;
  readonly format: PageSource["format"];
  readonly renditions: PageRenditions;
  /**
   * The network of the client. Each has a share of the conversions of large pages. Absent if the
   * service itself reads the page.
   */
  readonly client?: string | undefined;
  /** Called before a conversion. By default, nobody is charged. */
  readonly raiseCost?: RaiseCost | undefined;
}

const READABLE_TYPE =
  /^\s*(text\/html|application\/xhtml\+xml|text\/markdown|text\/plain)\s*(;|$)/i;

/**
 * Returns a page in a format, from the cache or converted. Throws the `Problem`
 * "unreadable_page" if it is too large, too complex or not text.
 */
export async function readResource(
  resource: Resource,
  { url, format, renditions, client, raiseCost }: ReadResourceOptions,
): Promise<PageRendition> {
  if (!READABLE_TYPE.test(resource.type)) {
    const mediaType = textBefore(resource.type, ";").trim().toLowerCase();
    throw new Problem("unreadable_page", `${url} has the unsupported media type "${mediaType}".`, {
      hint: "Fetch the URL directly. Only HTML, Markdown and plain text can be read.",
    });
  }
  if (resource.size > MAX_PAGE_BYTES) {
    throw new Problem(
      "unreadable_page",
      `${url} has ${resource.size} bytes; the limit is ${MAX_PAGE_BYTES} bytes.`,
      { hint: "Request the page as HTML." },
    );
  }
  const key = `${format} ${url} ${resource.etag}`;
  const cached = renditions.get(key);
  if (cached) return cached;
  await raiseCost?.(conversionCost(resource.size));
  const bytes = await resource.bytes();
  return renditions.convert(key, { bytes, type: resource.type, url, format }, client);
}
