import { MAX_PAGE_BYTES, type Resource } from "../../ports/content.ts";
import { Problem } from "../../problem.ts";
import type { Operation, Output, Representation } from "../contract.ts";
import { pathWithin } from "../domain/address.ts";
import {
  decodeText,
  type PageFormat,
  readHtml,
  readMarkdown,
  splitParts,
} from "../domain/reading/index.ts";
import { PART_CHARACTERS, pageUrl } from "../domain/site.ts";

export const readPage: Operation<"readPage"> = async (
  { url: requestedUrl, format = "markdown", part },
  { content, site, signal },
) => {
  const path = pathWithin(site, requestedUrl);
  const resource = await content.find(path);
  if (!resource) {
    throw new Problem("page_not_found", `There is no page at ${pageUrl(site, path)}.`, {
      hint: "Search finds pages by the words of their paths. Generated documents such as /llms.txt are fetched at their own address.",
    });
  }
  const url = pageUrl(site, resource.path);
  const { title, content: fullText } = await readResource(resource, url, format);
  signal.throwIfAborted();

  const parts = splitParts(fullText, PART_CHARACTERS);
  const selected = parts[part - 1];
  if (selected === undefined) {
    throw new Problem("part_not_found", `part is ${part}: ${url} has ${parts.length}.`);
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

/** What a page says; throws the `Problem` "unreadable_page" where it is no text, or too large. */
export async function readResource(
  resource: Resource,
  url: string,
  format: PageFormat,
): Promise<{ title: string; content: string }> {
  const mediaType = resource.type.split(";", 1)[0]!.trim().toLowerCase();
  if (resource.size > MAX_PAGE_BYTES) {
    throw new Problem(
      "unreadable_page",
      `${url} has ${resource.size} bytes: pages are read up to ${MAX_PAGE_BYTES}.`,
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
  throw new Problem(
    "unreadable_page",
    `${url} is ${mediaType}: only HTML, Markdown and plain text can be read.`,
    {
      hint: "Fetch the URL itself for its bytes.",
    },
  );
}

/** The text of a page; a `Problem` if it is none, whatever its name says. */
async function decodeResource(resource: Resource, url: string): Promise<string> {
  const text = decodeText(await resource.bytes(), resource.type);
  if (!text.includes("\0")) return text;
  throw new Problem("unreadable_page", `${url} is called ${resource.type}, but is no text.`);
}

const FORMATS = { "text/markdown": "markdown", "text/plain": "text" } as const;
const MEDIA_TYPES = { markdown: "text/markdown", text: "text/plain" } as const;

/** The content alone, with what else the record says in the headers. `format` wins over what Accept says of the form. */
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

/** RFC 8288. The next part is ours and the page may be another's: a path, which is read against what was asked. */
function linkHeader({ url, format, part, parts }: Output<"readPage">): string {
  const canonical = `<${url}>; rel="canonical"`;
  if (part >= parts) return canonical;
  const next = new URLSearchParams({ url, format, part: String(part + 1) });
  return `${canonical}, </agent/read?${next}>; rel="next"`;
}
