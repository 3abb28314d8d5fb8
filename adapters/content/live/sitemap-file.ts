import { createHash } from "node:crypto";
import {
  type PageEntry,
  Problem,
  pagesOnSite,
  readSitemap,
  whyElsewhere,
} from "../../../core/index.ts";
import { byOwnName, conditions, type LiveSite, type Validators, validatorsOf } from "./site.ts";
import { unpacked } from "./unpack.ts";

/** The most bytes of a file, unpacked (sitemaps.org). */
const FILE_BYTES = 50 * 1024 * 1024;

/** What one sitemap file lists: the same object until the file changes. */
export interface SitemapFile {
  readonly path: string;
  /** Of an index, the files that it names; none of a list of pages. */
  readonly files: readonly string[] | undefined;
  readonly pages: readonly PageEntry[];
  /** How many addresses are not this site's, and one of them. */
  readonly elsewhere: { readonly count: number; readonly example: string | undefined };
  /** How many entries something is wrong with, the strangers' among them, and the first few: the line of each, and what. */
  readonly faults: {
    readonly count: number;
    readonly first: readonly { readonly line: number; readonly wrong: string }[];
  };
  readonly isCut: boolean;
}

const FAULTS_SHOWN = 5;

/** No sitemap stands there. */
export interface NoSitemap {
  readonly wrong: string;
}

export interface SitemapFiles {
  /** Asks only whether it has changed if it was read before. Rejects with a `Problem` if the site can't be reached. */
  read(path: string): Promise<SitemapFile | NoSitemap>;
  /** As it was when it last could be read. */
  last(path: string): SitemapFile | undefined;
}

/** Reads the sitemap files of a site. */
export function sitemapFiles(site: LiveSite, maxBytes = FILE_BYTES): SitemapFiles {
  const kept = new Map<string, { validators: Validators; digest: string; file: SitemapFile }>();
  return {
    last: (path) => kept.get(path)?.file,
    async read(path) {
      const before = kept.get(path);
      const answer = await site.get(path, {
        headers: conditions(before?.validators),
        maxBytes,
        timeoutMs: 60_000,
      });
      if (answer.status === 304 && before) return before.file;
      if (answer.status !== 200) {
        await answer.body.cancel();
        if (answer.status !== 404 && answer.status !== 410)
          throw new Problem("unavailable", `${site.origin}${path} answers ${answer.status}.`);
        kept.delete(path);
        return { wrong: `is not there (${answer.status})` };
      }
      const bytes = await unpacked(await site.reading(answer.bytes()), maxBytes);
      if (!bytes) return { wrong: `is no gzip that unpacks to at most ${maxBytes} bytes` };
      const digest = createHash("sha256").update(bytes).digest("base64");
      const file =
        before?.digest === digest
          ? before.file
          : fileOf(site, path, new TextDecoder().decode(bytes));
      if (!("wrong" in file)) kept.set(path, { validators: validatorsOf(answer), digest, file });
      return file;
    },
  };
}

function fileOf(site: LiveSite, path: string, text: string): SitemapFile | NoSitemap {
  const sitemap = readSitemap(text);
  if ("wrong" in sitemap) return sitemap;
  const { origin, alias } = site;
  const entries = alias
    ? sitemap.entries.map((entry) => ({ ...entry, loc: byOwnName(site, entry.loc) }))
    : sitemap.entries;
  const { pages, elsewhere } = pagesOnSite(origin, entries);
  const isIndex = sitemap.kind === "sitemapindex";
  const faults = [
    ...sitemap.faults,
    ...elsewhere
      .slice(0, FAULTS_SHOWN)
      .map(({ at, loc }) => ({ at, wrong: whyElsewhere(origin, loc) })),
  ];
  const first = faults.sort((a, b) => a.at - b.at).slice(0, FAULTS_SHOWN);
  return {
    path,
    files: isIndex ? pages.map((page) => page.path) : undefined,
    pages: isIndex ? [] : pages,
    elsewhere: { count: elsewhere.length, example: elsewhere[0]?.loc },
    faults: {
      count: sitemap.faults.length + elsewhere.length,
      first: first.map(({ at, wrong }) => ({ line: lineOf(text, at), wrong })),
    },
    isCut: sitemap.isCut,
  };
}

function lineOf(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf("\n"); end !== -1 && end < at; end = text.indexOf("\n", end + 1))
    line += 1;
  return line;
}
