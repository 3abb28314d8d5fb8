import { Problem } from "../../http/problem.ts";
import { pathWithin } from "../address.ts";
import type { Operation } from "../contract.ts";
import { FETCH_COST } from "../pages/page-charge.ts";
import { withFrontMatter } from "../pages/page-front-matter.ts";
import { readResource } from "../pages/read-resource.ts";
import { pageUrl } from "../site.ts";

export const readPage: Operation<"readPage"> = async (
  { url: requestedUrl, format = "markdown", part, frontmatter },
  { content, site, renditions, network, raiseCost, signal },
) => {
  const path = pathWithin(site, requestedUrl);
  const resource = await content.find(path, () => raiseCost(FETCH_COST));
  if (!resource) {
    throw new Problem("page_not_found", `There is no page at ${pageUrl(site, path)}.`, {
      hint: "Search for pages by words in their paths. Fetch generated documents such as /llms.txt at their own URL.",
    });
  }
  const url = pageUrl(site, resource.path);
  const rendition = await readResource(resource, {
    url,
    format,
    renditions,
    client: network,
    raiseCost,
  });
  const hasFrontMatter = format === "markdown" && (frontmatter ?? site.frontMatter ?? false);
  const { title, body, partEnds, length } = hasFrontMatter
    ? await withFrontMatter(rendition, url)
    : rendition;
  signal.throwIfAborted();

  const parts = partEnds.length;
  const end = partEnds[part - 1];
  if (end === undefined) {
    throw new Problem(
      "part_not_found",
      `Part ${part} doesn't exist. The last part of ${url} is ${parts}.`,
    );
  }
  return {
    url,
    title,
    format,
    content: decoder.decode(body.subarray(partEnds[part - 2] ?? 0, end)),
    part,
    parts,
    length,
  };
};

/** Keeps a byte order mark, which is part of the content. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
