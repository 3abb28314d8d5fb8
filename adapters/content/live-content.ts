import { type ContentSource, listedPage, Problem, prepareIndex } from "../../core/index.ts";
import type { Outbound } from "../../core/ports/outbound.ts";
import { createLiveSite } from "./live/live-site.ts";
import { createPageListReader, type PageList } from "./live/page-list.ts";
import { createPageReader } from "./live/pages.ts";
import { createRefreshingValue } from "./live/refreshing-value.ts";

export interface LiveContentOptions {
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
  readonly cacheBytes?: number;
  /** Of one sitemap file, unpacked; default 50 MiB. */
  readonly fileBytes?: number;
  /** Another name of the same site, by which its lists may know their pages. */
  readonly alias?: string | undefined;
  /** Whether what no list names is read too, and the site may have no list: where everything of it is public anyway. */
  readonly allowsUnlisted?: boolean;
  /** Told in a sentence what the operator should know: a list that fails, or comes back, or has something wrong with it. */
  log?(message: string): void;
}

/** A site that is read where it is. */
export interface LiveContent extends ContentSource {
  readonly origin: string;
  /** The list as it was last read, with what is to be said of it; none before the first. */
  readonly list: PageList | undefined;
  /** Resolves with the first list of pages. */
  readonly listed: Promise<void>;
  /** Ends the reading in the background. */
  close(): void;
}

/**
 * A live site, by the address of its sitemap, or by its origin, where one is then looked for. Its list of pages is kept
 * fresh in the background, and the last good one stays; only pages that are listed, and the site's root, are fetched,
 * when they are asked for.
 */
export function createLiveContent(url: URL, options: LiveContentOptions): LiveContent {
  const {
    outbound,
    refreshMs = 300_000,
    retryMs = 5_000,
    freshMs = 60_000,
    waitMs = 5_000,
    cacheBytes = 64 * 1024 * 1024,
    alias,
    allowsUnlisted,
    log,
  } = options;
  const { origin } = url;
  const site = createLiveSite(outbound, origin, alias);
  const readList = createPageListReader(site, url.pathname + url.search, {
    maxBytes: options.fileBytes,
    mayBeUnlisted: allowsUnlisted,
  });
  const read = async () => {
    const list = await readList();
    // Now, so that no search has to wait for it.
    await prepareIndex(list.pages);
    return list;
  };
  const list = createRefreshingValue(read, {
    refreshMs: refreshMs,
    retryMs,
    onRefresh: createChangeLog(origin, log),
  });
  const readPage = createPageReader(site, { freshMs, cacheBytes });

  const pages = async () => {
    if (!list.value) await list.firstAttempt(waitMs);
    if (list.value) return list.value.pages;
    throw createListProblem(origin, list.failure);
  };
  return {
    origin,
    listPages: pages,
    async find(path) {
      const knownPages = allowsUnlisted ? (list.value?.pages ?? []) : await pages();
      const entry = listedPage(knownPages, path) ?? (allowsUnlisted ? { path } : undefined);
      return entry && readPage(entry);
    },
    get list() {
      return list.value;
    },
    listed: list.ready,
    close: list.close,
  };
}

function createListProblem(origin: string, failure: unknown): Problem {
  if (!failure)
    return new Problem(
      "unavailable",
      `The pages of ${origin} are being listed for the first time.`,
    );
  const reason = failure instanceof Problem ? failure.message : "a fault of this service.";
  return new Problem("unavailable", `The pages of ${origin} can't be listed: ${reason}`, {
    cause: failure,
    hint: "Try again: the list is asked for in the background.",
  });
}

/** Tells what is new: not the same failure or remark every few minutes. */
function createChangeLog(origin: string, log?: (message: string) => void) {
  let lastMessage = "";
  let hasFailed = false;
  return (list: PageList | undefined, failure: unknown): void => {
    const detail = list || failure instanceof Problem ? "" : ` ${String(failure)}`;
    const message = list
      ? list.remarks.join(" ")
      : createListProblem(origin, failure).message + detail;
    if (list && hasFailed) log?.(`The pages of ${origin} are listed again: ${list.pages.length}.`);
    hasFailed = !list;
    if (message && message !== lastMessage) log?.(message);
    lastMessage = message;
  };
}
