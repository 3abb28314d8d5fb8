import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ContentSelectors } from "../../core/lib/page-reader/index.ts";
import { readSitemap } from "../../core/lib/sitemap/index.ts";
import type { PageEntry } from "../../core/ports/content.ts";
import { Problem } from "../../core/site.ts";
import { type CheckedFile, checkFile, openChecked } from "./checked-file.ts";
import { findMediaType } from "./media-types.ts";
import { MAX_FACTS_BYTES, MAX_TEXTS, readPageFacts, withLinkCounts } from "./page-facts.ts";
import { findPageFiles, type PageFile } from "./page-files.ts";
import type { PathCheck, PathGuard } from "./protected-paths.ts";

const CONCURRENCY = 16;

/** The maximum number of links of a page that are counted. */
const MAX_LINKS = 200;

interface FolderScannerOptions {
  readonly warn?: ((message: string) => void) | undefined;
  /** Whether pages get their text, for search. Default: true. */
  readonly keepsText?: boolean;
  /** The elements of HTML pages to read and to leave out. */
  readonly selectors?: ContentSelectors | undefined;
}

/**
 * Creates a function that lists the pages of a folder, sorted by path. It returns the same array
 * while nothing has changed. `warn` receives each problem once until it is solved.
 */
export function createFolderScanner(
  folder: string,
  guard: PathGuard,
  { warn, keepsText = true, selectors }: FolderScannerOptions = {},
): () => Promise<readonly PageEntry[]> {
  let pages: readonly PageEntry[] = [];
  let scanned = new Map<string, ScannedPage>();
  const warnAbout = warnOnce(warn);

  return async () => {
    const unreadable: string[] = [];
    const [root, files] = await findPageFiles(folder, unreadable, guard()).catch(
      (cause: unknown) => {
        throw new Problem("unavailable", "The content folder can't be read.", {
          cause,
        });
      },
    );
    const { listed, unknown } = await readListedPages(root, files, guard());
    const next = new Map<string, ScannedPage>();
    const selected = files.filter(({ path }) => !listed || listed.has(path));
    const knownPaths = new Map(selected.map(({ path }) => [path, path]));
    const context = { keepsText, selectors, knownPaths };
    for (let start = 0; start < selected.length; start += CONCURRENCY) {
      const batch = selected.slice(start, start + CONCURRENCY);
      const check = guard();
      const results = await Promise.all(
        batch.map(async (file) => ({
          ...file,
          page: await scanPage(
            root,
            file,
            scanned.get(file.path),
            listed?.get(file.path),
            check,
            context,
          ),
        })),
      );
      for (const { file, path, page } of results) {
        if (page === "unreadable") unreadable.push(file);
        else if (page) next.set(path, page);
      }
      // Reading outlines takes CPU time, so other requests are served in between.
      await setImmediate();
    }
    const untitled = keepsText ? limitTexts(next) : 0;
    warnAbout(
      "texts",
      untitled > 0
        ? `The texts of the pages are larger than ${MAX_TEXTS / 1e6} MB. ${untitled} pages are found only by their paths, titles and headings.`
        : undefined,
    );
    warnAbout(
      "sitemap",
      unknown.length > 0 ? formatUnknown(unknown, listed !== undefined) : undefined,
    );
    warnAbout(
      "files",
      unreadable.length > 0
        ? `${unreadable.length} files or folders can't be read, such as ${unreadable[0]}. They are not listed.`
        : undefined,
    );
    const isUnchanged =
      next.size === scanned.size &&
      [...next].every(([path, { page }]) => scanned.get(path)?.page === page);
    if (!isUnchanged) pages = withLinkCounts([...next.values()]);
    scanned = next;
    return pages;
  };
}

/** Logs a topic's message once, and again only after the topic had no message. */
function warnOnce(
  warn?: (message: string) => void,
): (topic: string, message: string | undefined) => void {
  const warned = new Set<string>();
  return (topic, message) => {
    if (message && !warned.has(topic)) warn?.(message);
    if (message) warned.add(topic);
    else warned.delete(topic);
  };
}

/** A page as of the last scan. */
interface ScannedPage {
  readonly page: PageEntry;
  readonly fingerprint: string;
  /** The paths that the page links to. */
  readonly links: readonly string[];
}

/**
 * Returns the pages in the folder's sitemap.xml with their modification times, and its paths
 * without a page.
 */
async function readListedPages(root: string, files: readonly PageFile[], check: PathCheck) {
  const file = await checkFile(root, join(root, "sitemap.xml"), check);
  const xml = await readText(file).catch(() => undefined);
  const paths = new Set(files.map(({ path }) => path));
  const listed = new Map<string, string | undefined>();
  const unknown: string[] = [];
  const sitemap = readSitemap(xml ?? "");
  for (const { loc, modified } of "error" in sitemap || sitemap.kind !== "urlset"
    ? []
    : sitemap.entries) {
    const listedPath = URL.parse(loc)?.pathname;
    if (listedPath === undefined) continue;
    const path = pathVariants(listedPath).find((variant) => paths.has(variant));
    if (path === undefined) unknown.push(listedPath);
    else listed.set(path, modified);
  }
  return { listed: listed.size > 0 ? listed : undefined, unknown };
}

/**
 * Returns the paths under which a sitemap may list a page: without extension or slash, or with the
 * index name.
 */
const pathVariants = (path: string) => [
  path,
  `${path}.html`,
  `${path}.md`,
  `${path}/`,
  path.replace(/\/index\.[a-z]+$/, "/"),
  path.replace(/\/$/, ".html"),
];

function formatUnknown(unknown: readonly string[], hasListed: boolean): string {
  const count = `sitemap.xml lists ${unknown.length} URLs without a page in the folder, such as ${unknown[0]}`;
  return hasListed
    ? `${count}. They are ignored.`
    : `${count}, and no others. All pages of the folder are listed instead.`;
}

async function readText(checked: CheckedFile | undefined): Promise<string | undefined> {
  if (!checked) return undefined;
  const handle = await openChecked(checked);
  try {
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

interface ScanContext {
  /** The paths of all pages. */
  readonly knownPaths: ReadonlyMap<string, string>;
  readonly keepsText: boolean;
  readonly selectors: ContentSelectors | undefined;
}

async function scanPage(
  root: string,
  { path, file }: PageFile,
  previous: ScannedPage | undefined,
  listed: string | undefined,
  check: PathCheck,
  { knownPaths, keepsText, selectors }: ScanContext,
): Promise<ScannedPage | "unreadable" | undefined> {
  const stats = await stat(file, { bigint: true }).catch(() => undefined);
  if (!stats || check.matches(root, file, stats)) return undefined;
  const modified = listed ?? stats.mtime.toISOString();
  const fingerprint = `${stats.size} ${stats.mtimeNs} ${modified}`;
  if (previous?.fingerprint === fingerprint) return previous;
  const type = findMediaType(file);
  const bytes = await readHead({ file, stats }).catch((error: { code?: string }) => {
    if (error instanceof Problem) return previous;
    return error.code === "ENOENT" ? undefined : "unreadable";
  });
  if (!(bytes instanceof Uint8Array)) return bytes;
  const url = `http://site.invalid${path}`;
  const { facts, links } = readPageFacts(bytes, { type, url, keepsText, selectors });
  return {
    page: { path, ...facts, modified },
    fingerprint,
    // The list has each path once, so that links take little memory.
    links: links.flatMap((link) => knownPaths.get(link) ?? []).slice(0, MAX_LINKS),
  };
}

async function readHead(checked: CheckedFile): Promise<Uint8Array> {
  const handle = await openChecked(checked);
  try {
    const size = Math.min(Number(checked.stats.size), MAX_FACTS_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Removes the texts beyond the limit, and returns their number. Earlier pages keep their texts.
 */
function limitTexts(pages: Map<string, ScannedPage>): number {
  let length = 0;
  let removed = 0;
  for (const [path, scanned] of pages) {
    length += scanned.page.text?.length ?? 0;
    if (length <= MAX_TEXTS || scanned.page.text === undefined) continue;
    const { text, ...page } = scanned.page;
    pages.set(path, { ...scanned, page });
    length -= text.length;
    removed += 1;
  }
  return removed;
}
