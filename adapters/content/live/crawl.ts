import { setTimeout } from "node:timers/promises";
import type { PageEntry, Resource } from "../../../core/ports/content.ts";
import { Problem } from "../../../core/site.ts";
import { type ReadPage, readPageFacts } from "../page-facts.ts";
import type { RobotsRules } from "./robots-rules.ts";

/** How many links lead from the home page to a page. Deeper pages aren't crawled. */
const MAX_DEPTH = 8;
/** How many requests a crawl may send for each page that it may find. */
const REQUEST_FACTOR = 4;
/** The crawl ends after this many failures in a row. */
const MAX_FAILURES = 5;
/** A site that asks for more time between requests gets this. */
const MAX_DELAY_MS = 30_000;
/** A site that asks for more time after a failure gets this. */
const MAX_RETRY_AFTER_MS = 300_000;
const MAX_PATH_LENGTH = 512;

/** Names of files that aren't pages. */
const OTHER_FILE =
  /\.(?:7z|avi|avif|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|gif|gz|ico|iso|jar|jpe?g|js|json|m4a|map|mjs|mov|mp[34]|mpe?g|msi|og[agv]|otf|pdf|png|pptx?|psd|rar|rpm|rss|svg|tar|tgz|tiff?|ttf|wasm|wav|web[mp]|woff2?|xlsx?|xml|xz|zip)$/i;

export interface CrawlOptions {
  /** The origin of the site. */
  readonly origin: string;
  readonly robots: RobotsRules;
  /** The maximum number of pages to find. */
  readonly maxPages: number;
  /** The minimum time between two requests. */
  readonly intervalMs: number;
  readonly signal: AbortSignal;
  /** Reads a page. Resolves to undefined if there is none. */
  read(page: PageEntry): Promise<Resource | undefined>;
  /** Receives the pages found so far, after each page. */
  onPage?(pages: readonly PageEntry[]): void;
}

/** The reason for which a crawl ended before it had read every page that it knew. */
export type CrawlLimit = "pages" | "requests" | "failures";

export interface CrawlResult {
  readonly pages: readonly PageEntry[];
  readonly limit?: CrawlLimit;
}

interface QueuedPage {
  readonly path: string;
  readonly depth: number;
  readonly isRetry?: boolean;
}

interface CrawledPage {
  readonly path: string;
  readonly page: ReadPage;
}

/** A page that the site failed to send, which may be tried again. */
interface Failure {
  readonly retryAfterMs: number;
}

/**
 * Finds the pages of a site by following its links from the home page, the nearest ones first, one
 * request at a time. It stays on the site, obeys robots.txt and `nofollow`, and leaves out pages
 * with `noindex`. It skips URLs with a query, because calendars and filters have endless numbers of
 * them, and paths that repeat a segment three times. Ends at the latest after `maxPages` pages or four
 * times as many requests. Rejects if `signal` aborts.
 */
export async function crawl(options: CrawlOptions): Promise<CrawlResult> {
  const { origin, robots, maxPages, intervalMs, signal, read, onPage } = options;
  const maxRequests = maxPages * REQUEST_FACTOR;
  const delayMs = Math.min(Math.max(intervalMs, robots.delayMs), MAX_DELAY_MS);
  const queue: QueuedPage[] = [{ path: "/", depth: 0 }];
  const known = new Set(["/"]);
  const found = new Map<string, PageEntry>();
  let failures = 0;
  let waitMs = 0;

  const followLinks = (links: readonly string[], depth: number) => {
    for (const path of links) {
      if (queue.length > maxRequests) return;
      if (known.has(path) || !isPagePath(path) || !robots.allows(path)) continue;
      known.add(path);
      queue.push({ path, depth });
    }
  };

  for (let at = 0; at < queue.length; at++) {
    if (found.size === maxPages) return { pages: [...found.values()], limit: "pages" };
    if (at === maxRequests) return { pages: [...found.values()], limit: "requests" };
    const queued = queue[at]!;
    await setTimeout(waitMs, undefined, { ref: false, signal });
    waitMs = delayMs;
    const outcome = await readPage(queued.path);
    signal.throwIfAborted();
    if (outcome === undefined) continue;
    if ("retryAfterMs" in outcome) {
      failures += 1;
      if (failures === MAX_FAILURES) return { pages: [...found.values()], limit: "failures" };
      waitMs = Math.min(Math.max(delayMs, outcome.retryAfterMs), MAX_RETRY_AFTER_MS);
      if (!queued.isRetry) queue.push({ ...queued, isRetry: true });
      continue;
    }
    failures = 0;
    const { path, page } = outcome;
    // A redirect leads to another path, which may be known already, or not be for crawlers.
    if (path !== queued.path && (!isPagePath(path) || !robots.allows(path))) continue;
    known.add(path);
    if (!page.isNoindex && !found.has(path)) {
      found.set(path, { path });
      onPage?.([...found.values()]);
    }
    if (!page.isNofollow && queued.depth < MAX_DEPTH) followLinks(page.links, queued.depth + 1);
  }
  return { pages: [...found.values()] };

  /** Resolves to undefined for something that isn't a page. */
  async function readPage(queuedPath: string): Promise<CrawledPage | Failure | undefined> {
    if (!robots.allows(queuedPath)) return undefined;
    try {
      const resource = await read({ path: queuedPath });
      if (!resource) return undefined;
      const { path, type } = resource;
      const url = origin + path;
      return { path, page: readPageFacts(await resource.bytes(), { type, url, keepsText: false }) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code !== "unavailable") return undefined;
      return { retryAfterMs: Number(error.headers?.["retry-after"] ?? 0) * 1000 };
    }
  }
}

/** Returns whether a link may lead to a page, and not into an endless number of them. */
function isPagePath(path: string): boolean {
  if (path.length > MAX_PATH_LENGTH || path.includes("?") || OTHER_FILE.test(path)) return false;
  const counts = new Map<string, number>();
  for (const segment of path.split("/").filter((each) => each !== "")) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count === 3) return false;
    counts.set(segment, count);
  }
  return true;
}
