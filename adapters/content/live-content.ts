import type { ContentSelectors } from "../../core/lib/page-reader/index.ts";
import type { SearchScope } from "../../core/lib/page-search/index.ts";
import { listedPage } from "../../core/lib/sitemap/index.ts";
import type { ContentSource, PageEntry } from "../../core/ports/content.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import { Problem } from "../../core/site.ts";
import type { CrawledPage } from "./live/crawl.ts";
import { createFetchedFacts } from "./live/fetched-facts.ts";
import { createLearnedPages } from "./live/learned-pages.ts";
import { createLiveSite, type LiveSite } from "./live/live-site.ts";
import { createPageListReader, type PageList } from "./live/page-list.ts";
import { createPageReader } from "./live/pages.ts";
import { createRefreshingValue } from "./live/refreshing-value.ts";
import { createSiteCrawler } from "./live/site-crawler.ts";
import { createSiteIndexer } from "./live/site-indexer.ts";

export interface LiveContentOptions {
  readonly outbound: Outbound;
  /** The time between two reads of the list. Default: five minutes. */
  readonly refreshMs?: number;
  /**
   * The time until the first retry, which doubles with each failure up to `refreshMs`. Default:
   * five seconds.
   */
  readonly retryMs?: number;
  /** How long a cached page is served without revalidation. Default: one minute. */
  readonly freshMs?: number;
  /** How long `listPages` waits for the first list. Default: five seconds. */
  readonly waitMs?: number;
  /** The maximum total size of cached pages. Default: 64 MiB. */
  readonly cacheBytes?: number;
  /** The maximum decompressed size of a sitemap file. Default: 50 MiB. */
  readonly fileBytes?: number;
  /** Another origin of the same site, which its sitemaps may use. */
  readonly alias?: string | undefined;
  /**
   * Whether to read unlisted pages too, and to accept a site without a sitemap. For reverse
   * proxies, which serve every page anyway.
   */
  readonly allowsUnlisted?: boolean;
  /** What the page search covers. Default: `text`. */
  readonly search?: SearchScope | undefined;
  /** The elements of HTML pages that search and lists of pages read and leave out. */
  readonly selectors?: ContentSelectors | undefined;
  /**
   * The maximum number of pages to read in the background for the search: those of the sitemap, or
   * those found by following links. Default: 0, which accepts no site without a sitemap unless
   * `allowsUnlisted` is set.
   */
  readonly crawlPages?: number | undefined;
  /** Whether to read the pages of a sitemap in the background. Default: true. */
  readonly indexesPages?: boolean;
  /** The minimum time between two requests of a crawl. Default: half a second. */
  readonly crawlIntervalMs?: number;
  /** The minimum time until a page that was read is searchable. Default: two seconds. */
  readonly learnMs?: number;
  /** Receives messages for the operator about failed, recovered and invalid sitemaps. */
  log?(message: string): void;
}

/** The content of a live site. */
export interface LiveContent extends ContentSource {
  listPages(): Promise<readonly PageEntry[]>;
  readonly origin: string;
  /** The last list, with remarks on it. `undefined` before the first. */
  readonly list: PageList | undefined;
  /** Resolves when the first list has been read. */
  readonly listed: Promise<void>;
  /** Stops the background refresh. */
  close(): void;
}

/**
 * Reads a live site. `url` is its sitemap, or its origin, on which the sitemap is then searched.
 * The list of pages is refreshed in the background, and the last valid one stays. Only listed pages
 * and the home page are fetched: on demand, and in the background for the search. A site without a
 * sitemap is crawled.
 */
export function createLiveContent(url: URL, options: LiveContentOptions): LiveContent {
  const {
    refreshMs = 300_000,
    retryMs = 5_000,
    waitMs = 5_000,
    search = "text",
    learnMs = 2_000,
    allowsUnlisted,
    log,
  } = options;
  const { origin } = url;
  const site = createLiveSite(options.outbound, origin, options.alias);
  const learned = createLearnedPages({ search, delayMs: learnMs });
  const { readPage, readForCrawl } = createReaders(site, learned, options);
  const { crawler, indexer } = createBackgroundReaders(site, learned, readForCrawl, options);
  const read = createListReader(url, { site, learned, crawler, indexer }, options);
  const list = createRefreshingValue(read, {
    refreshMs,
    retryMs,
    onRefresh: createChangeLog(origin, log),
  });
  const listPages = async () => {
    if (!list.value) await list.firstAttempt(waitMs);
    if (learned.pages) return learned.pages;
    throw createListProblem(origin, list.failure);
  };
  return {
    origin,
    listPages,
    async find(path, onFetch) {
      const knownPages = allowsUnlisted ? (learned.pages ?? []) : await listPages();
      const entry = listedPage(knownPages, path) ?? (allowsUnlisted ? { path } : undefined);
      return entry && readPage(entry, onFetch);
    },
    get list() {
      return list.value;
    },
    listed: list.ready,
    indexProgress: () => indexer.progress,
    close() {
      list.close();
      crawler.stop();
      indexer.stop();
      learned.close();
    },
  };
}

type LearnedPages = ReturnType<typeof createLearnedPages>;
type ReadForCrawl = (page: PageEntry) => Promise<CrawledPage | undefined>;

/** Creates the reader of pages, from which the search learns, and the one of the crawl. */
function createReaders(
  site: LiveSite,
  learned: LearnedPages,
  {
    freshMs = 60_000,
    cacheBytes = 64 * 1024 * 1024,
    search = "text",
    selectors,
  }: LiveContentOptions,
) {
  const fetchedFacts = createFetchedFacts(site.origin, { keepsText: search === "text", selectors });
  const readPage = createPageReader(site, {
    freshMs,
    cacheBytes,
    onFetched(_page, resource, bytes) {
      if (search === "paths") return;
      // After a redirect, the path isn't the requested one.
      learned.learn(resource.path, fetchedFacts.read(resource, bytes).facts);
    },
  });
  const readForCrawl: ReadForCrawl = async (page) => {
    const resource = await readPage(page);
    return resource && fetchedFacts.readForCrawl(resource);
  };
  return { readPage, readForCrawl };
}

interface BackgroundReaders {
  readonly crawler: ReturnType<typeof createSiteCrawler>;
  readonly indexer: ReturnType<typeof createSiteIndexer>;
}

function createBackgroundReaders(
  site: LiveSite,
  learned: LearnedPages,
  read: ReadForCrawl,
  { crawlPages = 0, crawlIntervalMs = 500, indexesPages = true, log }: LiveContentOptions,
): BackgroundReaders {
  const shared = { intervalMs: crawlIntervalMs, read, ...(log && { log }) };
  return {
    crawler: createSiteCrawler(site, {
      ...shared,
      maxPages: crawlPages,
      onPages: learned.setListLater,
    }),
    indexer: createSiteIndexer(site, { ...shared, maxPages: indexesPages ? crawlPages : 0 }),
  };
}

/** Returns a function that reads the list, and starts or stops reading in the background. */
function createListReader(
  url: URL,
  {
    site,
    learned,
    crawler,
    indexer,
  }: BackgroundReaders & { readonly site: LiveSite; readonly learned: LearnedPages },
  { fileBytes, crawlPages = 0, allowsUnlisted, search = "text" }: LiveContentOptions,
): () => Promise<PageList> {
  const readList = createPageListReader(site, url.pathname + url.search, {
    maxBytes: fileBytes,
    withoutSitemap: describeMissingSitemap(crawlPages, allowsUnlisted),
  });
  return async () => {
    const list = await readList();
    const hasSitemap = list.files.length > 0;
    const isCrawled = !hasSitemap && crawlPages > 0;
    if (isCrawled) crawler.start();
    else crawler.stop();
    const pages = isCrawled ? crawler.pages : list.pages;
    // Build the index now, so that no search waits for it.
    await learned.setList(pages);
    if (hasSitemap && search !== "paths") indexer.update(list.pages);
    else indexer.stop();
    return { ...list, pages };
  };
}

function describeMissingSitemap(
  crawlPages: number,
  allowsUnlisted: boolean | undefined,
): string | undefined {
  if (crawlPages > 0) return `Jackfield finds up to ${crawlPages} pages by following links.`;
  if (allowsUnlisted) return "Only the home page is listed, but every page can be read.";
  return undefined;
}

function createListProblem(origin: string, failure: unknown): Problem {
  if (!failure)
    return new Problem("unavailable", `The pages of ${origin} are being read for the first time.`);
  const reason = failure instanceof Problem ? failure.message : "An internal error occurred.";
  return new Problem("unavailable", `The pages of ${origin} can't be listed. ${reason}`, {
    cause: failure,
    hint: "Try again later. Jackfield retries in the background.",
  });
}

/** Creates a listener that logs failures and remarks only when they change. */
function createChangeLog(origin: string, log?: (message: string) => void) {
  let lastMessage = "";
  let hasFailed = false;
  return (list: PageList | undefined, failure: unknown): void => {
    const detail = list || failure instanceof Problem ? "" : ` ${String(failure)}`;
    const message = list
      ? list.remarks.join(" ")
      : createListProblem(origin, failure).message + detail;
    if (list && hasFailed)
      log?.(`The pages of ${origin} can be listed again. Pages: ${list.pages.length}.`);
    hasFailed = !list;
    if (message && message !== lastMessage) log?.(message);
    lastMessage = message;
  };
}
