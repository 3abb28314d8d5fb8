import { chain } from "../../lib/kit/chain.ts";
import { pathIndexFor } from "../../lib/page-search/index.ts";
import type { Operation } from "../contract.ts";
import { pageUrl } from "../site.ts";

export const searchPages: Operation<"searchPages"> = ({ q, limit }, { content, site }) =>
  chain(content.listPages(), (pages) => {
    const { tokens, total, matches } = pathIndexFor(pages).search(q, limit);
    const hits = matches.map(({ page: { path, title, modified }, matched }) => ({
      url: pageUrl(site, path),
      title,
      matched,
      modified,
    }));
    return { words: tokens, total, hits };
  });
