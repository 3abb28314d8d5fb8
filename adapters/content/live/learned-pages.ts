import { prepareIndex, type SearchScope } from "../../../core/lib/page-search/index.ts";
import type { PageEntry } from "../../../core/ports/content.ts";
import { MAX_TEXTS, type PageFacts } from "../page-facts.ts";

/** The pages of a live site, with the titles and texts of those that have been read. */
interface LearnedPages {
  /** The list with what is known about its pages. Undefined before the first list. */
  readonly pages: readonly PageEntry[] | undefined;
  /** Resolves when the index of the list is built. */
  setList(pages: readonly PageEntry[]): Promise<void>;
  /** Like `setList`, but a few seconds later and together with further changes. */
  setListLater(pages: readonly PageEntry[]): void;
  /** Records a page that has been read. It becomes searchable a few seconds later. */
  learn(path: string, facts: PageFacts): void;
  close(): void;
}

interface LearnedPagesOptions {
  readonly search: SearchScope;
  /** The minimum time from a new fact to the index with it. */
  readonly delayMs: number;
}

/** The maximum number of pages whose titles are kept. */
const MAX_LEARNED = 100_000;
/** How much of the time may be spent on new indexes: a twentieth. */
const PAUSE_FACTOR = 20;

export function createLearnedPages({ search, delayMs }: LearnedPagesOptions): LearnedPages {
  const learned = new Map<string, PageFacts>();
  let textLength = 0;
  let list: readonly PageEntry[] | undefined;
  /** The list that `pages` was made from. */
  let publishedList: readonly PageEntry[] | undefined;
  let pages: readonly PageEntry[] | undefined;
  let hasNews = false;
  let timer: NodeJS.Timeout | undefined;
  let lastDuration = 0;
  let publishing: Promise<void> = Promise.resolve();

  const publish = async () => {
    if (!list || (list === publishedList && !hasNews)) return;
    const current = list;
    hasNews = false;
    const next =
      learned.size === 0
        ? current
        : current.map((page) => {
            const facts = learned.get(page.path);
            return facts ? { ...page, ...facts } : page;
          });
    const startedAt = performance.now();
    await prepareIndex(next, search);
    lastDuration = performance.now() - startedAt;
    publishedList = current;
    pages = next;
  };
  const publishInTurn = () => (publishing = publishing.then(publish));

  const remember = (path: string, facts: PageFacts) => {
    const previous = learned.get(path);
    textLength -= previous?.text?.length ?? 0;
    const { text, ...rest } = facts;
    const fits = text !== undefined && textLength + text.length <= MAX_TEXTS;
    if (fits) textLength += text.length;
    learned.set(path, fits ? facts : rest);
  };

  const publishLater = () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        void publishInTurn();
      },
      Math.max(delayMs, lastDuration * PAUSE_FACTOR),
    ).unref();
  };

  return {
    get pages() {
      return pages;
    },
    setList(pages) {
      list = pages;
      return publishInTurn();
    },
    setListLater(pages) {
      list = pages;
      publishLater();
    },
    learn(path, facts) {
      const previous = learned.get(path);
      const isKnown = previous !== undefined && JSON.stringify(previous) === JSON.stringify(facts);
      if (isKnown || (!previous && learned.size >= MAX_LEARNED)) return;
      remember(path, facts);
      hasNews = true;
      publishLater();
    },
    close() {
      clearTimeout(timer);
    },
  };
}
