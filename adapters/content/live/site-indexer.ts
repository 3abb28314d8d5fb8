import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { PageEntry } from "../../../core/ports/content.ts";
import { Problem } from "../../../core/site.ts";
import { type CrawledPage, crawl } from "./crawl.ts";
import type { LiveSite } from "./live-site.ts";
import { readRobotsRules } from "./robots-rules.ts";

/** A page without a modification time is read again after this time. */
const REREAD_MS = 24 * 3_600_000;

/** How far the texts of listed pages have been read. */
interface IndexProgress {
  /** The number of pages that have been read. */
  readonly read: number;
  /** The number of listed pages. */
  readonly total: number;
}

/** Reads the pages of a sitemap in the background, so that search finds them by their text. */
interface SiteIndexer {
  /** Undefined before the first list. */
  readonly progress: IndexProgress | undefined;
  /** Reads the pages of a list that are new or modified. Does nothing while it reads. */
  update(pages: readonly PageEntry[]): void;
  /** Stops reading, until `update` is called again. */
  stop(): void;
}

interface SiteIndexerOptions {
  /** The maximum number of pages. With 0, none is read. */
  readonly maxPages: number;
  /** The minimum time between two requests. */
  readonly intervalMs: number;
  read(page: PageEntry): Promise<CrawledPage | undefined>;
  /** Receives a message for the operator when reading starts and ends. */
  log?(message: string): void;
  now?(): number;
}

interface ReadState {
  readonly modified: string | undefined;
  readonly at: number;
  /** False if robots.txt forbids the page, or it isn't text. */
  readonly wasRead: boolean;
}

/**
 * Creates an indexer. It reads pages as a crawl does: one at a time, with the delay and the rules of
 * robots.txt, and with the same bounds. After a failure it goes on with the next list.
 */
export const createSiteIndexer = (site: LiveSite, options: SiteIndexerOptions): SiteIndexer =>
  new SitemapIndexer(site, options);

class SitemapIndexer implements SiteIndexer {
  readonly #site: LiveSite;
  readonly #options: SiteIndexerOptions;
  readonly #states = new Map<string, ReadState>();
  #listed: readonly PageEntry[] | undefined;
  #running: AbortController | undefined;
  #lastMessage = "";

  constructor(site: LiveSite, options: SiteIndexerOptions) {
    this.#site = site;
    this.#options = options;
  }

  get progress(): IndexProgress | undefined {
    if (!this.#listed) return undefined;
    const read = this.#listed.filter(({ path }) => this.#states.get(path)?.wasRead).length;
    return { read, total: this.#listed.length };
  }

  update(pages: readonly PageEntry[]): void {
    this.#listed = pages;
    if (this.#running) return;
    const waiting = pages.slice(0, this.#options.maxPages).filter((page) => !this.#isCurrent(page));
    if (waiting.length === 0) return;
    const controller = new AbortController();
    this.#running = controller;
    this.#readAll(waiting, controller.signal)
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        const reason = error instanceof Problem ? error.message : String(error);
        this.#logOnce(`The pages of ${this.#site.origin} can't be read for the search. ${reason}`);
      })
      .finally(() => {
        if (this.#running === controller) this.#running = undefined;
      });
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
    this.#listed = undefined;
  }

  async #readAll(pages: readonly PageEntry[], signal: AbortSignal): Promise<void> {
    const { intervalMs } = this.#options;
    const { origin } = this.#site;
    const byPath = new Map(pages.map((page) => [page.path, page]));
    const robots = await readRobotsRules(this.#site);
    const delayMs = Math.max(intervalMs, robots.delayMs);
    if (pages.length > 1)
      this.#logOnce(
        `Reading ${pages.length} pages of ${origin} for the search, ${describeTime(pages.length * delayMs)}.`,
      );
    const { limit } = await crawl({
      robots,
      maxPages: pages.length,
      intervalMs,
      signal,
      start: [...byPath.keys()],
      followsLinks: false,
      read: ({ path }) => this.#readPage(requireValue(byPath.get(path), `the page ${path}`)),
    });
    // Paths that robots.txt forbids are never read, and count as done.
    for (const page of pages) if (!robots.allows(page.path)) this.#note(page, false);
    if (limit === "failures")
      this.#logOnce(`${origin} failed several times. The search goes on later.`);
    else if (pages.length > 1)
      this.#logOnce(`The search covers the text of ${pages.length} pages of ${origin}.`);
  }

  async #readPage(page: PageEntry): Promise<CrawledPage | undefined> {
    try {
      const found = await this.#options.read(page);
      this.#note(page, found !== undefined);
      return found;
    } catch (error) {
      // A page that isn't text stays so, but a failing site is tried again.
      if (error instanceof Problem && error.code !== "unavailable") this.#note(page, false);
      throw error;
    }
  }

  #isCurrent({ path, modified }: PageEntry): boolean {
    const state = this.#states.get(path);
    if (state === undefined || state.modified !== modified) return false;
    return modified !== undefined || this.#now() - state.at < REREAD_MS;
  }

  #note({ path, modified }: PageEntry, wasRead: boolean): void {
    this.#states.set(path, { modified, at: this.#now(), wasRead });
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }

  #logOnce(message: string): void {
    if (message !== this.#lastMessage) this.#options.log?.(message);
    this.#lastMessage = message;
  }
}

/** Describes a duration, such as `which takes about 10 minutes`. */
export function describeTime(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  return `which takes about ${minutes === 1 ? "a minute" : `${minutes} minutes`}`;
}
