import { type PageEntry, Problem, pathOnSite } from "../../../core/index.ts";
import { gate } from "./gate.ts";
import { byOwnName, type LiveSite } from "./site.ts";
import { type NoSitemap, type SitemapFile, sitemapFiles } from "./sitemap-file.ts";

const [FILES, PAGES, AT_ONCE] = [1_000, 200_000, 4];

/** Where a sitemap usually stands. */
const USUAL = [
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
export function pageLists(
  site: LiveSite,
  start: string,
  {
    maxBytes,
    mayBeUnlisted = false,
  }: { maxBytes?: number | undefined; mayBeUnlisted?: boolean | undefined } = {},
): () => Promise<PageList> {
  const files = sitemapFiles(site, maxBytes);
  let before: { files: readonly SitemapFile[]; pages: readonly PageEntry[] } = {
    files: [],
    pages: [],
  };

  return async () => {
    const remarks: string[] = [];
    const roots =
      start === "/"
        ? await rootsOf(site, files.read, remarks, mayBeUnlisted)
        : [await mustRead(start)];
    for (const { path, files } of roots)
      if (files?.includes(path)) remarks.push(`${site.origin}${path} names itself.`);
    const named = [...new Set(roots.flatMap((root) => root.files ?? []))].filter(
      (path) => !roots.some((root) => root.path === path),
    );
    if (named.length > FILES)
      remarks.push(`The sitemaps name ${named.length} files; ${FILES} are read.`);
    const pass = gate(AT_ONCE);
    const children = await Promise.all(
      named.slice(0, FILES).map((path) => pass(() => child(path, remarks))),
    );
    const lists = [...roots, ...children.filter((file) => file !== undefined)].filter(
      (file) => !file.files,
    );
    if (roots.length === 0)
      return {
        pages: (before = before.pages.length === 1 ? before : { files: [], pages: [{ path: "/" }] })
          .pages,
        remarks,
        files: [],
      };
    if (lists.length === 0)
      throw new Problem(
        "unavailable",
        `No sitemap that ${site.origin} names can be read. ${remarks[0] ?? ""}`.trim(),
      );

    if (
      lists.length !== before.files.length ||
      lists.some((file, at) => file !== before.files[at])
    ) {
      before = { files: lists, pages: merged(lists) };
    }
    const all = [...roots, ...lists.filter((file) => !roots.includes(file))];
    remarks.push(...remarksOn(all, before.pages.length));
    return { pages: before.pages, remarks, files: all };
  };

  async function mustRead(path: string): Promise<SitemapFile> {
    const file = await files.read(path);
    if ("wrong" in file) throw new Problem("unavailable", `${site.origin}${path} ${file.wrong}.`);
    return file;
  }

  async function child(path: string, remarks: string[]): Promise<SitemapFile | undefined> {
    const file = await files.read(path).catch((error: unknown): NoSitemap => {
      if (error instanceof Problem) return { wrong: `can't be read: ${error.message}` };
      throw error;
    });
    const wrong =
      "wrong" in file ? file.wrong : file.files && "is an index within an index: it is left out";
    if (wrong) remarks.push(`${site.origin}${path} ${wrong.replace(/\.$/, "")}.`);
    if (!("wrong" in file)) return file.files ? undefined : file;
    return files.last(path);
  }
}

async function rootsOf(
  site: LiveSite,
  read: (path: string) => Promise<SitemapFile | NoSitemap>,
  remarks: string[],
  mayBeUnlisted: boolean,
): Promise<SitemapFile[]> {
  const { named, elsewhere } = await sitemapsInRobots(site);
  if (elsewhere.length > 0)
    remarks.push(
      `robots.txt names ${elsewhere[0]}, which is not at ${site.origin}: only the site's own sitemaps are read.`,
    );
  const wrong: string[] = [];
  const found: SitemapFile[] = [];
  for (const path of [...named, ...USUAL.filter((usual) => !named.includes(usual))]) {
    if (found.length > 0 && !named.includes(path)) break;
    const file = await read(path);
    if ("wrong" in file) wrong.push(`${site.origin}${path} ${file.wrong}.`);
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
    [`${site.origin} has no sitemap where one is looked for.`, ...remarks, wrong[0]].join(" "),
    { hint },
  );
}

/** RFC 9309 leaves it to sitemaps.org: a line `Sitemap: URL` anywhere in the file. */
async function sitemapsInRobots(site: LiveSite): Promise<{ named: string[]; elsewhere: string[] }> {
  const answer = await site.get("/robots.txt", { maxBytes: 512 * 1024, timeoutMs: 15_000 });
  if (answer.status !== 200) {
    await answer.body.cancel();
    return { named: [], elsewhere: [] };
  }
  const lines = (await site.reading(answer.text())).matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*(\S+)/gim);
  const urls = [...lines].map(([, url]) => URL.parse(url!, site.origin)?.href ?? url!);
  const pathOf = (url: string) => pathOnSite(site.origin, byOwnName(site, url));
  return {
    named: [...new Set(urls.map(pathOf).filter((path) => path !== undefined))].slice(0, 50),
    elsewhere: urls.filter((url) => pathOf(url) === undefined),
  };
}

function merged(lists: readonly SitemapFile[]): readonly PageEntry[] {
  if (lists.length === 1) return lists[0]!.pages;
  const byPath = new Map<string, PageEntry>();
  for (const page of lists.flatMap(({ pages }) => pages)) {
    if (!byPath.has(page.path)) byPath.set(page.path, page);
    if (byPath.size === PAGES) break;
  }
  return [...byPath.values()];
}

function remarksOn(files: readonly SitemapFile[], pages: number): string[] {
  const strangers = files.filter(({ elsewhere }) => elsewhere.count > 0);
  const count = strangers.reduce((sum, { elsewhere }) => sum + elsewhere.count, 0);
  const example = strangers[0]?.elsewhere.example;
  return [
    ...(count > 0
      ? [`${count} listed addresses are not the site's, such as ${example}: they are left out.`]
      : []),
    ...files
      .filter(({ isCut }) => isCut)
      .map(({ path }) => `${path} lists more than 50,000 addresses: the rest is left out.`),
    ...(pages === PAGES ? [`${PAGES} pages are listed; any more are left out.`] : []),
  ];
}
