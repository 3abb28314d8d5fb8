import { Problem } from "../../http/problem.ts";
import {
  decodeText,
  type PageFormat,
  readHtml,
  readMarkdown,
} from "../../lib/page-reader/index.ts";
import { MAX_PAGE_BYTES, type Resource } from "../../ports/content.ts";

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
