import { Problem } from "../../http/problem.ts";
import { createEtag } from "../../http/response/conditional.ts";
import {
  type ContentSelectors,
  type ConversionFailure,
  type ConvertedPage,
  convertPage,
  type PageSource,
} from "../../lib/page-reader/index.ts";
import type { PageConverter } from "../../ports/page-converter.ts";
import { PART_CHARACTERS } from "../site.ts";

/**
 * Larger pages are converted outside the event loop. A page of this size takes 10 ms, or at worst
 * 50 ms.
 */
export const LARGE_PAGE_BYTES = 64 * 1024;

/** The default maximum size of the cache in bytes. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** A converted page with the ETag of its content, which differs from that of the page itself. */
export interface PageRendition extends ConvertedPage {
  readonly etag: string;
}

/** Converts pages and caches the results, which all representations of a page share. */
export interface PageRenditions {
  /**
   * Returns a cached rendition. `key` identifies one version of a page in one format: it must
   * change with the page. Throws the `Problem` `unreadable_page` if the page couldn't be converted
   * before.
   */
  get(key: string): PageRendition | undefined;
  /**
   * Converts a page, and stores the result if there is a key. Requests for the same key share a
   * conversion. Throws the `Problem` `unreadable_page` if the page can't be converted, and
   * `unavailable` if too many large pages wait, of all clients or of this one.
   */
  convert(key: string | undefined, source: UnsplitPage, client?: string): Promise<PageRendition>;
}

/** A page to convert, without the options that all pages share. */
type UnsplitPage = Omit<PageSource, "partCharacters" | "selectors">;

interface PageRenditionsOptions {
  /** Converts large pages. By default, they are converted on the event loop. */
  readonly convertLarge?: PageConverter | undefined;
  /** The maximum total size of the cached renditions. The least recently used ones are evicted. */
  readonly maxBytes?: number;
  /** The elements of HTML pages to read and to leave out. By default, the reader chooses them. */
  readonly selectors?: ContentSelectors | undefined;
}

/** The result of a conversion. The URL is for the problem. */
type Outcome = PageRendition | (ConversionFailure & { readonly url: string });

/** Creates the conversion of pages with its cache. */
export function createPageRenditions({
  convertLarge = async (source) => convertPage(source),
  maxBytes = CACHE_BYTES,
  selectors,
}: PageRenditionsOptions = {}): PageRenditions {
  const outcomes = new Map<string, Outcome>();
  const pending = new Map<string, Promise<Outcome>>();
  let bytes = 0;
  const evict = (key: string) => {
    const outcome = outcomes.get(key);
    if (outcome && outcomes.delete(key)) bytes -= entrySize(key, outcome);
  };
  const store = (key: string, outcome: Outcome) => {
    const size = entrySize(key, outcome);
    if (size > maxBytes) return;
    evict(key);
    outcomes.set(key, outcome);
    bytes += size;
    for (const oldest of outcomes.keys()) {
      if (bytes <= maxBytes) break;
      evict(oldest);
    }
  };

  async function run(unsplit: UnsplitPage, client: string | undefined): Promise<Outcome> {
    const source = { ...unsplit, partCharacters: PART_CHARACTERS, selectors };
    const result =
      source.bytes.byteLength > LARGE_PAGE_BYTES
        ? await convertLarge(source, client)
        : convertPage(source);
    if (!("failure" in result)) return { ...result, etag: await createEtag(result.body) };
    if (result.failure === "busy") throw busyProblem();
    return { failure: result.failure, url: source.url };
  }

  return {
    get(key) {
      const outcome = outcomes.get(key);
      if (!outcome) return undefined;
      outcomes.delete(key);
      outcomes.set(key, outcome);
      return requireRendition(outcome);
    },
    async convert(key, source, client) {
      if (key === undefined) return requireRendition(await run(source, client));
      let conversion = pending.get(key);
      if (!conversion) {
        conversion = run(source, client).finally(() => pending.delete(key));
        pending.set(key, conversion);
      }
      const outcome = await conversion;
      store(key, outcome);
      return requireRendition(outcome);
    },
  };
}

const entrySize = (key: string, outcome: Outcome): number =>
  2 * key.length +
  256 +
  ("failure" in outcome ? 0 : outcome.body.byteLength + 8 * outcome.partEnds.length);

function requireRendition(outcome: Outcome): PageRendition {
  if (!("failure" in outcome)) return outcome;
  throw outcome.failure === "binary"
    ? new Problem("unreadable_page", `${outcome.url} contains binary data.`)
    : new Problem("unreadable_page", `${outcome.url} is too complex to convert.`, {
        hint: "Request the page as HTML.",
      });
}

const busyProblem = () =>
  new Problem("unavailable", "Too many large pages are being converted.", {
    hint: "Try again in a few seconds.",
    headers: { "retry-after": "5" },
  });
