import { Problem } from "../../http/problem.ts";
import {
  decodeText,
  type PageFormat,
  readHtml,
  readMarkdown,
  splitParts,
} from "../../lib/page-reader/index.ts";
import { MAX_PAGE_BYTES, type Resource } from "../../ports/content.ts";
import { pathWithin } from "../address.ts";
import type { Operation, Output, Representation } from "../contract.ts";
import { PART_CHARACTERS, pageUrl } from "../site.ts";

export const readPage: Operation<"readPage"> = async (
  { url: requestedUrl, format = "markdown", part },
  { content, site, signal },
) => {
  const path = pathWithin(site, requestedUrl);
  const resource = await content.find(path);
  if (!resource) {
    throw new Problem("page_not_found", `There is no page at ${pageUrl(site, path)}.`, {
      hint: "Search for pages by words in their paths. Fetch generated documents such as /llms.txt at their own URL.",
    });
  }
  const url = pageUrl(site, resource.path);
  const { title, content: fullText } = await readResource(resource, url, format);
  signal.throwIfAborted();

  const parts = splitParts(fullText, PART_CHARACTERS);
  const selected = parts[part - 1];
  if (selected === undefined) {
    throw new Problem(
      "part_not_found",
      `Part ${part} doesn't exist. The last part of ${url} is ${parts.length}.`,
    );
  }
  return {
    url,
    title,
    format,
    content: selected,
    part,
    parts: parts.length,
    length: fullText.length,
  };
};

/** Reads a page. Throws the `Problem` "unreadable_page" if it is too large or not text. */
export async function readResource(
  resource: Resource,
  url: string,
  format: PageFormat,
): Promise<{ title: string; content: string }> {
  const mediaType = resource.type.split(";", 1)[0]!.trim().toLowerCase();
  if (resource.size > MAX_PAGE_BYTES) {
    throw new Problem(
      "unreadable_page",
      `${url} has ${resource.size} bytes; the limit is ${MAX_PAGE_BYTES} bytes.`,
    );
  }
  if (mediaType === "text/html" || mediaType === "application/xhtml+xml") {
    return readHtml(await decodeResource(resource, url), { url, format });
  }
  if (mediaType === "text/markdown" || mediaType === "text/plain") {
    const source = await decodeResource(resource, url);
    if (mediaType === "text/plain") return { title: "", content: source };
    return readMarkdown(source, { url, format });
  }
  throw new Problem("unreadable_page", `${url} has the unsupported media type "${mediaType}".`, {
    hint: "Fetch the URL directly. Only HTML, Markdown and plain text can be read.",
  });
}

/** Decodes the text of a page. Throws the `Problem` "unreadable_page" if it has NUL characters. */
async function decodeResource(resource: Resource, url: string): Promise<string> {
  const text = decodeText(await resource.bytes(), resource.type);
  if (!text.includes("\0")) return text;
  throw new Problem(
    "unreadable_page",
    `${url} has the media type "${resource.type}" but contains binary data.`,
  );
}

const FORMATS = { "text/markdown": "markdown", "text/plain": "text" } as const;
const MEDIA_TYPES = { markdown: "text/markdown", text: "text/plain" } as const;

/**
 * A page as text, with its metadata in headers. `format` takes precedence over the Accept header.
 */
export const pageRepresentation: Representation<"readPage"> = {
  offers: ["text/markdown", "text/plain", "application/json"],

  resolve(accepted, sent) {
    if (accepted === "application/json") return { mediaType: accepted, input: sent };
    const format = sent["format"];
    if (format === undefined)
      return { mediaType: accepted, input: { ...sent, format: FORMATS[accepted] } };
    return { mediaType: format === "text" ? MEDIA_TYPES.text : MEDIA_TYPES.markdown, input: sent };
  },

  headers: (page) => ({
    link: linkHeader(page),
    "page-part": String(page.part),
    "page-parts": String(page.parts),
  }),

  body: ({ content }) => content,
};

/**
 * Returns the Link header (RFC 8288). The next part is a path because the service serves it, even
 * if the page is on another origin.
 */
function linkHeader({ url, format, part, parts }: Output<"readPage">): string {
  const canonical = `<${url}>; rel="canonical"`;
  if (part >= parts) return canonical;
  const next = new URLSearchParams({ url, format, part: String(part + 1) });
  return `${canonical}, </agent/read?${next}>; rel="next"`;
}
