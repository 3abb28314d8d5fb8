import { setTimeout } from "node:timers/promises";
import type { PageEntry } from "../../../core/ports/content.ts";
import { Problem } from "../../../core/site.ts";
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

interface CrawlOptions {
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
export const crawl = (options: CrawlOptions): Promise<CrawlResult> => new Crawl(options).run();

class Crawl {
  readonly #options: CrawlOptions;
  readonly #maxRequests: number;
  readonly #delayMs: number;
  readonly #queue: QueuedPage[];
  readonly #known: Set<string>;
  readonly #found = new Map<string, PageEntry>();
  readonly #bounds = new Map<CrawlBound, string>();
  /** The failures since the last page. */
  #failures = 0;
  /** How long the next request waits. */
  #waitMs = 0;

  constructor(options: CrawlOptions) {
    const { robots, maxPages, intervalMs, start = ["/"] } = options;
    this.#options = options;
    this.#maxRequests = maxPages * REQUEST_FACTOR;
    this.#delayMs = Math.min(Math.max(intervalMs, robots.delayMs), MAX_DELAY_MS);
    this.#queue = start.map((path) => ({ path, depth: 0 }));
    this.#known = new Set(start);
  }

  async run(): Promise<CrawlResult> {
    const { robots, maxPages, signal } = this.#options;
    if (robots.delayMs > MAX_DELAY_MS) this.#noteBound("delay", "/robots.txt");
    // The queue grows while it is read.
    for (const [at, queued] of this.#queue.entries()) {
      if (this.#found.size === maxPages) return this.#endAt("pages");
      if (at === this.#maxRequests) return this.#endAt("requests");

      await setTimeout(this.#waitMs, undefined, { ref: false, signal });
      this.#waitMs = this.#delayMs;
      const outcome = await this.#read(queued.path);
      signal.throwIfAborted();
      if (outcome === undefined) continue;
      if ("retryAfterMs" in outcome) {
        this.#failures += 1;
        if (this.#failures === MAX_FAILURES) return this.#endAt("failures");
        this.#retry(queued, outcome);
        continue;
      }
      this.#failures = 0;
      this.#add(outcome, queued);
    }
    return this.#endAt();
  }

  /** Resolves to undefined for something that isn't a page. */
  async #read(path: string): Promise<CrawledPage | Failure | undefined> {
    const { robots, read } = this.#options;
    if (!robots.allows(path)) return undefined;
    try {
      return await read({ path });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code !== "unavailable") return undefined;
      return { retryAfterMs: Number(error.headers?.["retry-after"] ?? 0) * 1000 };
    }
  }

  #retry(queued: QueuedPage, { retryAfterMs }: Failure): void {
    if (retryAfterMs > MAX_RETRY_AFTER_MS) this.#noteBound("wait", queued.path);
    this.#waitMs = Math.min(Math.max(this.#delayMs, retryAfterMs), MAX_RETRY_AFTER_MS);
    if (!queued.isRetry) this.#queue.push({ ...queued, isRetry: true });
  }

  #add(page: CrawledPage, queued: QueuedPage): void {
    const { onPage, followsLinks = true } = this.#options;
    const { path } = page;
    // A redirect leads to another path, which may be known already, or not be for crawlers.
    if (path !== queued.path && !this.#mayCrawl(path)) return;
    this.#known.add(path);
    if (page.isNoindex) this.#noteBound("noindex", path);
    else if (!this.#found.has(path)) {
      this.#found.set(path, { path });
      onPage?.([...this.#found.values()]);
    }
    if (page.isNofollow || !followsLinks) return;
    if (page.isTruncated) this.#noteBound("links", path);
    this.#followLinks(page, queued.depth + 1);
  }

  #followLinks({ links }: CrawledPage, depth: number): void {
    for (const path of links) {
      if (this.#queue.length > this.#maxRequests) return;
      if (this.#known.has(path) || !this.#mayCrawl(path)) continue;
      if (depth > MAX_DEPTH) {
        this.#noteBound("depth", path);
        continue;
      }
      this.#known.add(path);
      this.#queue.push({ path, depth });
    }
  }

  #mayCrawl(path: string): boolean {
    const reason = findSkipReason(path);
    // Matching a rule of robots.txt takes time in proportion to the length of the path.
    if (reason !== "long" && !this.#options.robots.allows(path)) return false;
    if (reason !== undefined && reason !== "file") this.#noteBound(reason, path);
    return reason === undefined;
  }

  #noteBound(bound: CrawlBound, path: string): void {
    if (!this.#bounds.has(bound)) this.#bounds.set(bound, path);
  }

  #endAt(limit?: CrawlLimit): CrawlResult {
    return {
      pages: [...this.#found.values()],
      ...(limit && { limit }),
      bounds: this.#bounds,
    };
  }
}

const MAX_PATH_LENGTH = 512;

/** Names of files that aren't pages. */
const OTHER_FILE =
  /\.(?:7z|avi|avif|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|gif|gz|ico|iso|jar|jpe?g|js|json|m4a|map|mjs|mov|mp[34]|mpe?g|msi|og[agv]|otf|pdf|png|pptx?|psd|rar|rpm|rss|svg|tar|tgz|tiff?|ttf|wasm|wav|web[mp]|woff2?|xlsx?|xml|xz|zip)$/i;

/** The reason for which a path isn't crawled. */
type SkippedPath = "file" | "query" | "long" | "repeating";

/** Returns why a link doesn't lead to a page, or may lead into an endless number of them. */
function findSkipReason(path: string): SkippedPath | undefined {
  if (path.length > MAX_PATH_LENGTH) return "long";
  if (path.includes("?")) return "query";
  if (OTHER_FILE.test(path)) return "file";
  const counts = new Map<string, number>();
  for (const segment of path.split("/").filter((each) => each !== "")) {
    const count = (counts.get(segment) ?? 0) + 1;
    if (count === 3) return "repeating";
    counts.set(segment, count);
  }
  return undefined;
}
