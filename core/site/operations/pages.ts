import { Problem } from "../../http/problem.ts";
import { splitParts } from "../../lib/page-reader/index.ts";
import { pathWithin } from "../address.ts";
import type { Operation } from "../contract.ts";
import { readResource } from "../pages/read-resource.ts";
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
