import { type PageEntry, Problem, pathOnSite } from "../../../core/index.ts";
import { type LiveSite, withoutAlias } from "./live-site.ts";
import { createSemaphore } from "./semaphore.ts";
import { createSitemapFiles, type SitemapError, type SitemapFile } from "./sitemap-file.ts";

const [MAX_FILES, MAX_PAGES, CONCURRENCY] = [1_000, 200_000, 4];

/** Where a sitemap usually stands. */
const USUAL_PATHS = [
  "/sitemap.xml",
  "/sitemap_index.xml",
  "/sitemap-index.xml",
  "/sitemap.xml.gz",
  "/sitemap.txt",
];

/** The pages of a site as its sitemaps list them, and what the operator should know of the lists. */
export interface PageList {
  readonly pages: readonly PageEntry[];
  readonly remarks: readonly string[];
  /** Every sitemap file that was read, indexes too. */
  readonly files: readonly SitemapFile[];
}

/**
 * Reads a site's list of pages from one sitemap, or from those that its robots.txt names, or from the usual place. Each
 * call reads anew; the array of pages is the same until a file changes. A file that fails keeps what it listed before.
 */
export function createPageListReader(
  site: LiveSite,
  start: string,
  {
    maxBytes,
    mayBeUnlisted = false,
  }: { maxBytes?: number | undefined; mayBeUnlisted?: boolean | undefined } = {},
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
        ? await readRoots(site, files.read, remarks, mayBeUnlisted)
        : [await readRequired(start)];
    for (const { path, files } of roots)
      if (files?.includes(path)) remarks.push(`${site.origin}${path} names itself.`);
    const indexed = [...new Set(roots.flatMap((root) => root.files ?? []))].filter(
      (path) => !roots.some((root) => root.path === path),
    );
    if (indexed.length > MAX_FILES)
      remarks.push(`The sitemaps name ${indexed.length} files; ${MAX_FILES} are read.`);
    const semaphore = createSemaphore(CONCURRENCY);
    const children = await Promise.all(
      indexed.slice(0, MAX_FILES).map((path) => semaphore(() => readChild(path, remarks))),
    );
    const lists = [...roots, ...children.filter((file) => file !== undefined)].filter(
      (file) => !file.files,
    );
    if (roots.length === 0)
      return {
        pages: (previous =
          previous.pages.length === 1 ? previous : { files: [], pages: [{ path: "/" }] }).pages,
        remarks,
        files: [],
      };
    if (lists.length === 0)
      throw new Problem(
        "unavailable",
        `No sitemap that ${site.origin} names can be read. ${remarks[0] ?? ""}`.trim(),
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
    if ("wrong" in file) throw new Problem("unavailable", `${site.origin}${path} ${file.wrong}.`);
    return file;
  }

  async function readChild(path: string, remarks: string[]): Promise<SitemapFile | undefined> {
    const file = await files.read(path).catch((error: unknown): SitemapError => {
      if (error instanceof Problem) return { wrong: `can't be read: ${error.message}` };
      throw error;
    });
    const problem =
      "wrong" in file ? file.wrong : file.files && "is an index within an index: it is left out";
    if (problem) remarks.push(`${site.origin}${path} ${problem.replace(/\.$/, "")}.`);
    if (!("wrong" in file)) return file.files ? undefined : file;
    return files.findLast(path);
  }
}

async function readRoots(
  site: LiveSite,
  read: (path: string) => Promise<SitemapFile | SitemapError>,
  remarks: string[],
  mayBeUnlisted: boolean,
): Promise<SitemapFile[]> {
  const { named, elsewhere } = await readRobotsSitemaps(site);
  if (elsewhere.length > 0)
    remarks.push(
      `robots.txt names ${elsewhere[0]}, which is not at ${site.origin}: only the site's own sitemaps are read.`,
    );
  const problems: string[] = [];
  const found: SitemapFile[] = [];
  for (const path of [...named, ...USUAL_PATHS.filter((candidate) => !named.includes(candidate))]) {
    if (found.length > 0 && !named.includes(path)) break;
    const file = await read(path);
    if ("wrong" in file) problems.push(`${site.origin}${path} ${file.wrong}.`);
    else found.push(file);
    if (found.length > 0 && named.length === 0) break;
  }
  if (found.length > 0) return found;
  if (mayBeUnlisted) {
    remarks.push(
      `${site.origin} has no sitemap where one is looked for: of its pages only the front page is known, though each can be read.`,
    );
    return [];
  }
  const hint = "Set SITE_CONTENT to the address of the site's sitemap.";
  throw new Problem(
    "unavailable",
    [`${site.origin} has no sitemap where one is looked for.`, ...remarks, problems[0]].join(" "),
    { hint },
  );
}

/** RFC 9309 leaves it to sitemaps.org: a line `Sitemap: URL` anywhere in the file. */
async function readRobotsSitemaps(
  site: LiveSite,
): Promise<{ named: string[]; elsewhere: string[] }> {
  const response = await site.get("/robots.txt", { maxBytes: 512 * 1024, timeoutMs: 15_000 });
  if (response.status !== 200) {
    await response.body.cancel();
    return { named: [], elsewhere: [] };
  }
  const lines = (await site.withProblems(response.text())).matchAll(
    /^[ \t]*sitemap[ \t]*:[ \t]*(\S+)/gim,
  );
  const urls = [...lines].map(([, url]) => URL.parse(url!, site.origin)?.href ?? url!);
  const parsePath = (url: string) => pathOnSite(site.origin, withoutAlias(site, url));
  return {
    named: [...new Set(urls.map(parsePath).filter((path) => path !== undefined))].slice(0, 50),
    elsewhere: urls.filter((url) => parsePath(url) === undefined),
  };
}

function mergePages(lists: readonly SitemapFile[]): readonly PageEntry[] {
  if (lists.length === 1) return lists[0]!.pages;
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
  return [
    ...(count > 0
      ? [`${count} listed addresses are not the site's, such as ${example}: they are left out.`]
      : []),
    ...files
      .filter(({ isTruncated: isCut }) => isCut)
      .map(({ path }) => `${path} lists more than 50,000 addresses: the rest is left out.`),
    ...(pages === MAX_PAGES ? [`${MAX_PAGES} pages are listed; any more are left out.`] : []),
  ];
}
