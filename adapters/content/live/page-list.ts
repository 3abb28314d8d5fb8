import { createSemaphore } from "../../../core/lib/kit/flow/semaphore.ts";
import { pathOnSite } from "../../../core/lib/sitemap/index.ts";
import type { PageEntry } from "../../../core/ports/content.ts";
import { Problem } from "../../../core/site.ts";
import { fetchRobots, type LiveSite, withoutAlias } from "./live-site.ts";
import { createSitemapFiles, type SitemapError, type SitemapFile } from "./sitemap-file.ts";

const MAX_FILES = 1_000;
const MAX_PAGES = 200_000;
const CONCURRENCY = 4;

const USUAL_PATHS = [
  "/sitemap.xml",
  "/sitemap_index.xml",
  "/sitemap-index.xml",
  "/sitemap.xml.gz",
  "/sitemap.txt",
];

/** The pages in a site's sitemaps, with remarks for the operator. */
export interface PageList {
  readonly pages: readonly PageEntry[];
  readonly remarks: readonly string[];
  /** All sitemap files that were read, including indexes. */
  readonly files: readonly SitemapFile[];
}

/**
 * Creates a function that reads the list of pages from the sitemap `start`, or for `/` from the
 * sitemaps in robots.txt or at the usual paths. The array of pages is the same until a file
 * changes. A file that can't be read keeps its last pages.
 *
 * A site without a sitemap is an error, unless `withoutSitemap` states the consequence. Then only
 * the home page is listed, and `files` is empty.
 */
export function createPageListReader(
  site: LiveSite,
  start: string,
  {
    maxBytes,
    withoutSitemap,
  }: { maxBytes?: number | undefined; withoutSitemap?: string | undefined } = {},
): () => Promise<PageList> {
  const files = createSitemapFiles(site, maxBytes);
  let previous: { files: readonly SitemapFile[]; pages: readonly PageEntry[] } = {
    files: [],
    pages: [],
  };

  return async () => {
    const remarks: string[] = [];
    const roots =
      start === "/"
        ? await readRoots(site, files.read, remarks, withoutSitemap)
        : [await readRequired(start)];
    for (const { path, files } of roots)
      if (files?.includes(path)) remarks.push(`${site.origin}${path} lists itself.`);
    const indexed = [...new Set(roots.flatMap((root) => root.files ?? []))].filter(
      (path) => !roots.some((root) => root.path === path),
    );
    if (indexed.length > MAX_FILES)
      remarks.push(
        `The sitemaps list ${indexed.length} files. Only the first ${MAX_FILES} are read.`,
      );
    const semaphore = createSemaphore(CONCURRENCY);
    const children = await Promise.all(
      indexed.slice(0, MAX_FILES).map((path) => semaphore.run(() => readChild(path, remarks))),
    );
    const lists = [...roots, ...children.filter((file) => file !== undefined)].filter(
      (file) => !file.files,
    );
    if (roots.length === 0) {
      if (previous.pages.length !== 1) previous = { files: [], pages: [{ path: "/" }] };
      return { pages: previous.pages, remarks, files: [] };
    }
    if (lists.length === 0)
      throw new Problem(
        "unavailable",
        `None of the sitemaps of ${site.origin} can be read. ${remarks[0] ?? ""}`.trim(),
      );

    if (
      lists.length !== previous.files.length ||
      lists.some((file, index) => file !== previous.files[index])
    ) {
      previous = { files: lists, pages: mergePages(lists) };
    }
    const allFiles = [...roots, ...lists.filter((file) => !roots.includes(file))];
    remarks.push(...createRemarks(allFiles, previous.pages.length));
    return { pages: previous.pages, remarks, files: allFiles };
  };

  async function readRequired(path: string): Promise<SitemapFile> {
    const file = await files.read(path);
    if ("error" in file) throw new Problem("unavailable", `${site.origin}${path} ${file.error}.`);
    return file;
  }

  async function readChild(path: string, remarks: string[]): Promise<SitemapFile | undefined> {
    const file = await files.read(path).catch((error: unknown): SitemapError => {
      if (error instanceof Problem) return { error: `can't be read: ${error.message}` };
      throw error;
    });
    const problem =
      "error" in file ? file.error : file.files && "is an index within an index, so it is ignored";
    if (problem) remarks.push(`${site.origin}${path} ${problem.replace(/\.$/, "")}.`);
    if (!("error" in file)) return file.files ? undefined : file;
    return files.findLast(path);
  }
}

async function readRoots(
  site: LiveSite,
  read: (path: string) => Promise<SitemapFile | SitemapError>,
  remarks: string[],
  withoutSitemap: string | undefined,
): Promise<SitemapFile[]> {
  const { named, elsewhere } = await readRobotsSitemaps(site);
  if (elsewhere.length > 0)
    remarks.push(
      `robots.txt lists ${elsewhere[0]}, which is not on ${site.origin}. Only the site's own sitemaps are read.`,
    );
  const problems: string[] = [];
  const found: SitemapFile[] = [];
  for (const path of [...named, ...USUAL_PATHS.filter((candidate) => !named.includes(candidate))]) {
    if (found.length > 0 && !named.includes(path)) break;
    const file = await read(path);
    if ("error" in file) problems.push(`${site.origin}${path} ${file.error}.`);
    else found.push(file);
    if (found.length > 0 && named.length === 0) break;
  }
  if (found.length > 0) return found;
  if (withoutSitemap) {
    remarks.push(
      `${site.origin} has no sitemap in robots.txt or at the usual paths. ${withoutSitemap}`,
    );
    return [];
  }
  const hint = "Set SITE_CONTENT to the URL of the site's sitemap.";
  throw new Problem(
    "unavailable",
    [
      `${site.origin} has no sitemap in robots.txt or at the usual paths.`,
      ...remarks,
      problems[0],
    ].join(" "),
    { hint },
  );
}

/** Reads the `Sitemap:` lines of robots.txt, which may be anywhere in the file (sitemaps.org). */
async function readRobotsSitemaps(
  site: LiveSite,
): Promise<{ named: string[]; elsewhere: string[] }> {
  const { text = "" } = await fetchRobots(site);
  const lines = text.matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*(\S+)/gim);
  const urls = [...lines].map(([, url = ""]) => URL.parse(url, site.origin)?.href ?? url);
  const parsePath = (url: string) => pathOnSite(site.origin, withoutAlias(site, url));
  return {
    named: [...new Set(urls.map(parsePath).filter((path) => path !== undefined))].slice(0, 50),
    elsewhere: urls.filter((url) => parsePath(url) === undefined),
  };
}

function mergePages(lists: readonly SitemapFile[]): readonly PageEntry[] {
  const [first, ...others] = lists;
  if (first && others.length === 0) return first.pages;
  const byPath = new Map<string, PageEntry>();
  for (const page of lists.flatMap(({ pages }) => pages)) {
    if (!byPath.has(page.path)) byPath.set(page.path, page);
    if (byPath.size === MAX_PAGES) break;
  }
  return [...byPath.values()];
}

function createRemarks(files: readonly SitemapFile[], pages: number): string[] {
  const foreign = files.filter(({ elsewhere }) => elsewhere.count > 0);
  const count = foreign.reduce((sum, { elsewhere }) => sum + elsewhere.count, 0);
  const example = foreign[0]?.elsewhere.example;
  const remarks: string[] = [];
  if (count > 0)
    remarks.push(
      `${count} listed ${count === 1 ? "URL is" : "URLs are"} not on the site, such as ${example}. Such URLs are ignored.`,
    );
  for (const { path, isTruncated } of files)
    if (isTruncated) remarks.push(`${path} lists more than 50,000 URLs. The rest is ignored.`);
  if (pages === MAX_PAGES) remarks.push(`Only the first ${MAX_PAGES} pages are listed.`);
  return remarks;
}
