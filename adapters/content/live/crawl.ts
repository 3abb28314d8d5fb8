import { setTimeout } from "node:timers/promises";
import type { PageEntry } from "../../../core/ports/content.ts";
import { Problem } from "../../../core/site.ts";
import { findSkipReason } from "./crawl-path.ts";
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

/** The facts of a page on which a crawl depends. */
export interface CrawledPage {
  /** It isn't the requested path after a redirect. */
  readonly path: string;
  /** The paths on the same site that the page links to, with their queries. */
  readonly links: readonly string[];
  /** Whether the page may have further links. */
  readonly isTruncated: boolean;
  readonly isNofollow: boolean;
  readonly isNoindex: boolean;
}

export interface CrawlOptions {
  readonly robots: RobotsRules;
  /** The maximum number of pages to find. */
  readonly maxPages: number;
  /** The minimum time between two requests. */
  readonly intervalMs: number;
  readonly signal: AbortSignal;
  /** The paths to begin with, even if a crawl would skip them. Default: the home page. */
  readonly start?: readonly string[];
  /** Default: true. */
  readonly followsLinks?: boolean;
  /** Reads a page. Resolves to undefined if there is none. */
  read(page: PageEntry): Promise<CrawledPage | undefined>;
  /** Receives the pages found so far, after each page. */
  onPage?(pages: readonly PageEntry[]): void;
}

/** The reason for which a crawl ended before it had read every page that it knew. */
export type CrawlLimit = "pages" | "requests" | "failures";

/** A bound that left pages out of a crawl, or that shortened the delay that the site requests. */
export type CrawlBound =
  | "query"
  | "long"
  | "repeating"
  | "depth"
  | "links"
  | "noindex"
  | "delay"
  | "wait";

export interface CrawlResult {
  readonly pages: readonly PageEntry[];
  readonly limit?: CrawlLimit;
  /** The bounds that took effect, each with the first path that it concerned. */
  readonly bounds: ReadonlyMap<CrawlBound, string>;
}

interface QueuedPage {
  readonly path: string;
  readonly depth: number;
  readonly isRetry?: boolean;
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
  const { robots, maxPages, intervalMs, signal, read, onPage } = options;
  const { start = ["/"], followsLinks = true } = options;
  const maxRequests = maxPages * REQUEST_FACTOR;
  const delayMs = Math.min(Math.max(intervalMs, robots.delayMs), MAX_DELAY_MS);
  const queue: QueuedPage[] = start.map((path) => ({ path, depth: 0 }));
  const known = new Set(start);
  const found = new Map<string, PageEntry>();
  const bounds = new Map<CrawlBound, string>();
  let failures = 0;
  let waitMs = 0;

  const noteBound = (bound: CrawlBound, path: string) => {
    if (!bounds.has(bound)) bounds.set(bound, path);
  };
  const mayCrawl = (path: string): boolean => {
    const reason = findSkipReason(path);
    // Matching a rule of robots.txt takes time in proportion to the length of the path.
    if (reason !== "long" && !robots.allows(path)) return false;
    if (reason !== undefined && reason !== "file") noteBound(reason, path);
    return reason === undefined;
  };
  const followLinks = ({ links }: CrawledPage, depth: number) => {
    for (const path of links) {
      if (queue.length > maxRequests) return;
      if (known.has(path) || !mayCrawl(path)) continue;
      if (depth > MAX_DEPTH) {
        noteBound("depth", path);
        continue;
      }
      known.add(path);
      queue.push({ path, depth });
    }
  };
  const endAt = (limit?: CrawlLimit): CrawlResult => ({
    pages: [...found.values()],
    ...(limit && { limit }),
    bounds,
  });

  if (robots.delayMs > MAX_DELAY_MS) noteBound("delay", "/robots.txt");

  for (let at = 0; at < queue.length; at++) {
    if (found.size === maxPages) return endAt("pages");
    if (at === maxRequests) return endAt("requests");
    const queued = queue[at]!;
    await setTimeout(waitMs, undefined, { ref: false, signal });
    waitMs = delayMs;
    const outcome = await readPage(queued.path);
    signal.throwIfAborted();
    if (outcome === undefined) continue;
    if ("retryAfterMs" in outcome) {
      failures += 1;
      if (failures === MAX_FAILURES) return endAt("failures");
      if (outcome.retryAfterMs > MAX_RETRY_AFTER_MS) noteBound("wait", queued.path);
      waitMs = Math.min(Math.max(delayMs, outcome.retryAfterMs), MAX_RETRY_AFTER_MS);
      if (!queued.isRetry) queue.push({ ...queued, isRetry: true });
      continue;
    }
    failures = 0;
    const { path } = outcome;
    // A redirect leads to another path, which may be known already, or not be for crawlers.
    if (path !== queued.path && !mayCrawl(path)) continue;
    known.add(path);
    if (outcome.isNoindex) noteBound("noindex", path);
    else if (!found.has(path)) {
      found.set(path, { path });
      onPage?.([...found.values()]);
    }
    if (outcome.isNofollow || !followsLinks) continue;
    if (outcome.isTruncated) noteBound("links", path);
    followLinks(outcome, queued.depth + 1);
  }
  return endAt();

  /** Resolves to undefined for something that isn't a page. */
  async function readPage(queuedPath: string): Promise<CrawledPage | Failure | undefined> {
    if (!robots.allows(queuedPath)) return undefined;
    try {
      return await read({ path: queuedPath });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code !== "unavailable") return undefined;
      return { retryAfterMs: Number(error.headers?.["retry-after"] ?? 0) * 1000 };
    }
  }
}
