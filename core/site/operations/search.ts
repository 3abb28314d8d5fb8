import { chain } from "../../lib/kit/flow/chain.ts";
import { pageIndexFor } from "../../lib/page-search/index.ts";
import type { Operation } from "../contract.ts";
import { pageUrl } from "../site.ts";

export const searchPages: Operation<"searchPages"> = ({ q, limit }, { content, site }) =>
  chain(content.listPages(), (pages) => {
    const { tokens, total, matches } = pageIndexFor(pages, site.search ?? "text").search(q, limit);
    const hits = matches.map(({ page: { path, title, modified }, matched, snippet }) => ({
      url: pageUrl(site, path),
      title,
      matched,
      snippet,
      modified,
    }));
    return { words: tokens, total, hits };
  });
