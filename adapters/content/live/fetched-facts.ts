import type { Resource } from "../../../core/ports/content.ts";
import { type PageFactsOptions, type ReadPage, readPageFacts } from "../page-facts.ts";
import type { CrawledPage } from "./crawl.ts";
import { readRobotsTag } from "./robots-tag.ts";

/** Reads the facts of fetched pages. */
interface FetchedFacts {
  read(resource: Resource, bytes: Uint8Array): ReadPage;
  /** Reads the facts for a crawl of a page that was just fetched, without parsing it again. */
  readForCrawl(resource: Resource): Promise<CrawledPage>;
}

/** Creates a reader for the pages of one origin. It remembers the page that it read last. */
export function createFetchedFacts(
  origin: string,
  options: Pick<PageFactsOptions, "keepsText" | "selectors">,
): FetchedFacts {
  let last: { readonly resource: Resource; readonly page: ReadPage } | undefined;

  const read = (resource: Resource, bytes: Uint8Array) => {
    const { type, path } = resource;
    const page = readPageFacts(bytes, { ...options, type, url: origin + path });
    last = { resource, page };
    return page;
  };
  return {
    read,
    async readForCrawl(resource) {
      const page = last?.resource === resource ? last.page : read(resource, await resource.bytes());
      const { links, isTruncated } = page;
      const header = readRobotsTag(resource.robots ?? "");
      return {
        path: resource.path,
        links,
        isTruncated,
        isNoindex: page.isNoindex || header.isNoindex,
        isNofollow: page.isNofollow || header.isNofollow,
      };
    },
  };
}
