import { pathIndexFor } from "../../lib/page-search/index.ts";
import type { Operation } from "../contract.ts";
import { pageUrl } from "../site.ts";

export const searchPages: Operation<"searchPages"> = async ({ q, limit }, { content, site }) => {
  const { tokens, total, matches } = pathIndexFor(await content.listPages()).search(q, limit);
  const hits = matches.map(({ page: { path, title, modified }, matched }) => ({
    url: pageUrl(site, path),
    title,
    matched,
    modified,
  }));
  return { words: tokens, total, hits };
};
