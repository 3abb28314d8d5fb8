import { setTimeout } from "node:timers/promises";
import type { PageEntry } from "../../../core/ports/content.ts";
import { Problem } from "../../../core/site.ts";
import { type CrawledPage, crawl } from "./crawl.ts";
import { describeCrawl } from "./crawl-report.ts";
import type { LiveSite } from "./live-site.ts";
import { readRobotsRules } from "./robots-rules.ts";

/** The time from the end of a crawl to the next one. */
const REPEAT_MS = 24 * 3_600_000;
/** The time from a crawl that found nothing to the next one. */
const RETRY_MS = 300_000;
const HOME: readonly PageEntry[] = [{ path: "/" }];

/** Crawls a site without a sitemap in the background. */
interface SiteCrawler {
  /** The pages found so far; only the home page at first. */
  readonly pages: readonly PageEntry[];
  /** Starts crawling, once and then every day. Does nothing if it has started. */
  start(): void;
  /** Stops crawling, until `start` is called again. */
  stop(): void;
}

interface SiteCrawlerOptions {
  readonly maxPages: number;
  /** The minimum time between two requests. */
  readonly intervalMs: number;
  read(page: PageEntry): Promise<CrawledPage | undefined>;
  /** Receives the pages whenever there are more or others. */
  onPages(pages: readonly PageEntry[]): void;
  /** Receives a message for the operator when a crawl ends. */
  log?(message: string): void;
}

export function createSiteCrawler(site: LiveSite, options: SiteCrawlerOptions): SiteCrawler {
  const { maxPages, intervalMs, read, onPages, log } = options;
  const { origin } = site;
  let pages = HOME;
  let lastMessage = "";
  let running: AbortController | undefined;

  const publish = (next: readonly PageEntry[]) => {
    pages = next.length > 0 ? next : HOME;
    onPages(pages);
  };

  const logOnce = (message: string) => {
    if (message !== lastMessage) log?.(message);
    lastMessage = message;
  };

  async function crawlOnce(signal: AbortSignal): Promise<void> {
    const isFirst = pages === HOME;
    const robots = await readRobotsRules(site);
    const result = await crawl({
      robots,
      maxPages,
      intervalMs,
      signal,
      read,
      // A later crawl must not take away pages that it hasn't reached yet.
      ...(isFirst && { onPage: publish }),
    });
    // A site that fails keeps the pages of the crawl before.
    if (result.limit !== "failures" || isFirst) publish(result.pages);
    logOnce(describeCrawl(origin, result));
  }

  async function crawlRepeatedly(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await crawlOnce(signal);
      } catch (error) {
        if (signal.aborted) return;
        const reason = error instanceof Problem ? error.message : String(error);
        logOnce(`${origin} can't be crawled. ${reason}`);
      }
      const waitMs = pages === HOME ? RETRY_MS : REPEAT_MS;
      await setTimeout(waitMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }

  return {
    get pages() {
      return pages;
    },
    start() {
      if (running) return;
      running = new AbortController();
      void crawlRepeatedly(running.signal);
    },
    stop() {
      running?.abort();
      running = undefined;
    },
  };
}
