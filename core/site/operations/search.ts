import type { Operation } from "../contract.ts";
import { indexOf } from "../domain/search.ts";
import { pageUrl } from "../domain/site.ts";

export const searchPages: Operation<"searchPages"> = async ({ q, limit }, { content, site }) => {
  const { words, total, found } = indexOf(await content.pages()).search(q, limit);
  const hits = found.map(({ page: { path, title, modified }, matched }) => ({
    url: pageUrl(site, path),
    title,
    matched,
    modified,
  }));
  return { words, total, hits };
};
