import { type Content, listedPage, Problem, prepareIndex } from "../../core/index.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import { keptFresh } from "./live/kept-fresh.ts";
import { type PageList, pageLists } from "./live/page-list.ts";
import { livePages } from "./live/pages.ts";
import { liveSite } from "./live/site.ts";

export interface SitemapContentOptions {
  readonly outbound: Outbound;
  /** From one reading of the list to the next; default five minutes. */
  readonly refreshMs?: number;
  /** After a failed reading; default five seconds, doubled each time up to `refreshMs`. */
  readonly retryMs?: number;
  /** How long a page answers without the site being asked; default a minute. */
  readonly freshMs?: number;
  /** How long `pages()` waits for the first list; default five seconds. */
  readonly waitMs?: number;
  /** Of the pages kept in memory, all together; default 64 MiB. */
  readonly keepBytes?: number;
  /** Of one sitemap file, unpacked; default 50 MiB. */
  readonly fileBytes?: number;
  /** Another name of the same site, by which its lists may know their pages. */
  readonly alias?: string | undefined;
  /** Whether what no list names is read too, and the site may have no list: where everything of it is public anyway. */
  readonly isOpen?: boolean;
  /** Told in a sentence what the operator should know: a list that fails, or comes back, or has something wrong with it. */
  tell?(sentence: string): void;
}

/** A site that is read where it is. */
export interface LiveContent extends Content {
  readonly origin: string;
  /** The list as it was last read, with what is to be said of it; none before the first. */
  readonly list: PageList | undefined;
  /** Resolves with the first list of pages. */
  readonly whenListed: Promise<void>;
  /** Ends the reading in the background. */
  close(): void;
}

/**
 * A live site, by the address of its sitemap, or by its origin, where one is then looked for. Its list of pages is kept
 * fresh in the background, and the last good one stays; only pages that are listed, and the site's root, are fetched,
 * when they are asked for.
 */
export function sitemapContent(url: URL, options: SitemapContentOptions): LiveContent {
  const {
    outbound,
    refreshMs = 300_000,
    retryMs = 5_000,
    freshMs = 60_000,
    waitMs = 5_000,
    keepBytes = 64 * 1024 * 1024,
    alias,
    isOpen,
    tell,
  } = options;
  const { origin } = url;
  const site = liveSite(outbound, origin, alias);
  const lists = pageLists(site, url.pathname + url.search, {
    maxBytes: options.fileBytes,
    mayBeUnlisted: isOpen,
  });
  const read = async () => {
    const list = await lists();
    // Now, so that no search has to wait for it.
    await prepareIndex(list.pages);
    return list;
  };
  const list = keptFresh(read, { everyMs: refreshMs, retryMs, heard: changes(origin, tell) });
  const page = livePages(site, { freshMs, keepBytes });

  const pages = async () => {
    if (!list.value) await list.firstAttempt(waitMs);
    if (list.value) return list.value.pages;
    throw notListed(origin, list.failure);
  };
  return {
    origin,
    pages,
    async find(path) {
      const known = isOpen ? (list.value?.pages ?? []) : await pages();
      const listed = listedPage(known, path) ?? (isOpen ? { path } : undefined);
      return listed && page(listed);
    },
    get list() {
      return list.value;
    },
    whenListed: list.whenThere,
    close: list.close,
  };
}

function notListed(origin: string, failure: unknown): Problem {
  if (!failure)
    return new Problem(
      "unavailable",
      `The pages of ${origin} are being listed for the first time.`,
    );
  const why = failure instanceof Problem ? failure.message : "a fault of this service.";
  return new Problem("unavailable", `The pages of ${origin} can't be listed: ${why}`, {
    cause: failure,
    hint: "Try again: the list is asked for in the background.",
  });
}

/** Tells what is new: not the same failure or remark every few minutes. */
function changes(origin: string, tell?: (sentence: string) => void) {
  let told = "";
  let failed = false;
  return (list: PageList | undefined, failure: unknown): void => {
    const fault = list || failure instanceof Problem ? "" : ` ${String(failure)}`;
    const said = list ? list.remarks.join(" ") : notListed(origin, failure).message + fault;
    if (list && failed) tell?.(`The pages of ${origin} are listed again: ${list.pages.length}.`);
    failed = !list;
    if (said && said !== told) tell?.(said);
    told = said;
  };
}
