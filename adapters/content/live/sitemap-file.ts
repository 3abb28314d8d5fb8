import { createHash } from "node:crypto";
import { explainForeignUrl, pagesOnSite, readSitemap } from "../../../core/lib/sitemap/index.ts";
import type { PageEntry } from "../../../core/ports/content.ts";
import { Problem } from "../../../core/site.ts";
import { gunzip } from "./gunzip.ts";
import {
  conditionalHeaders,
  type LiveSite,
  readValidators,
  type Validators,
  withoutAlias,
} from "./live-site.ts";

/** The maximum decompressed size of a sitemap file (sitemaps.org). */
const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** A parsed sitemap file. It is the same object until the file changes. */
export interface SitemapFile {
  readonly path: string;
  /** The sitemap paths in an index. `undefined` for a list of pages. */
  readonly files: readonly string[] | undefined;
  readonly pages: readonly PageEntry[];
  /** The number of URLs on other sites, and one of them. */
  readonly elsewhere: { readonly count: number; readonly example: string | undefined };
  /** The number of invalid entries, including URLs on other sites, and the first of them. */
  readonly errors: {
    readonly count: number;
    readonly first: readonly { readonly line: number; readonly error: string }[];
  };
  readonly isTruncated: boolean;
}

const MAX_ERRORS = 5;

/** The end of a sentence that begins with the sitemap's URL. */
export interface SitemapError {
  readonly error: string;
}

interface SitemapFiles {
  /**
   * Reads a file, with a conditional request if it is cached. Rejects with a `Problem` if the site
   * can't be reached.
   */
  read(path: string): Promise<SitemapFile | SitemapError>;
  /** Returns the last version that could be read. */
  findLast(path: string): SitemapFile | undefined;
}

export function createSitemapFiles(site: LiveSite, maxBytes = MAX_FILE_BYTES): SitemapFiles {
  const cache = new Map<string, { validators: Validators; digest: string; file: SitemapFile }>();
  return {
    findLast: (path) => cache.get(path)?.file,
    async read(path) {
      const cached = cache.get(path);
      const response = await site.get(path, {
        headers: conditionalHeaders(cached?.validators),
        maxBytes,
        timeoutMs: 60_000,
      });
      if (response.status === 304 && cached) return cached.file;
      if (response.status !== 200) {
        await response.body.cancel();
        if (response.status !== 404 && response.status !== 410)
          throw new Problem("unavailable", `${site.origin}${path} returned ${response.status}.`, {
            cause: { status: response.status },
          });
        cache.delete(path);
        return { error: `does not exist (${response.status})` };
      }
      const bytes = await gunzip(await site.withProblems(response.bytes()), maxBytes);
      if (!bytes) return { error: `is invalid gzip or larger than ${maxBytes} bytes` };
      const digest = createHash("sha256").update(bytes).digest("base64");
      const file =
        cached?.digest === digest
          ? cached.file
          : parseFile(site, path, new TextDecoder().decode(bytes));
      if (!("error" in file))
        cache.set(path, { validators: readValidators(response), digest, file });
      return file;
    },
  };
}

function parseFile(site: LiveSite, path: string, text: string): SitemapFile | SitemapError {
  const sitemap = readSitemap(text);
  if ("error" in sitemap) return sitemap;
  const { origin, alias } = site;
  const entries = alias
    ? sitemap.entries.map((entry) => ({ ...entry, loc: withoutAlias(site, entry.loc) }))
    : sitemap.entries;
  const { pages, foreign } = pagesOnSite(origin, entries);
  const isIndex = sitemap.kind === "sitemapindex";
  const errors = [
    ...sitemap.errors,
    ...foreign
      .slice(0, MAX_ERRORS)
      .map(({ at, loc }) => ({ at, error: explainForeignUrl(origin, loc) })),
  ];
  const first = errors.sort((a, b) => a.at - b.at).slice(0, MAX_ERRORS);
  return {
    path,
    files: isIndex ? pages.map((page) => page.path) : undefined,
    pages: isIndex ? [] : pages,
    elsewhere: { count: foreign.length, example: foreign[0]?.loc },
    errors: {
      count: sitemap.errors.length + foreign.length,
      first: first.map(({ at, error }) => ({ line: countLines(text, at), error })),
    },
    isTruncated: sitemap.isTruncated,
  };
}

function countLines(text: string, offset: number): number {
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", end + 1))
    line += 1;
  return line;
}
