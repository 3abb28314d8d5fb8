import type { Dirent } from "node:fs";
import { open, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { decodeText, describeHtml, describeMarkdown, Problem, readSitemap, type PageEntry } from "../../core/index.ts";
import { mediaTypeOf } from "./media-types.ts";

/** How much of a file's beginning is read for its title. */
const HEAD_BYTES = 64 * 1024;

/** The most files that are looked at. */
const FILES = 100_000;

interface File {
  /** As a URL has it. */
  readonly path: string;
  readonly file: string;
}

/** Looks through a folder for its pages, in the order of their paths: the very same array while nothing has changed. */
export function folderScanner(folder: string): () => Promise<readonly PageEntry[]> {
  let pages: readonly PageEntry[] = [];
  let seen = new Map<string, Seen>();

  return async () => {
    const files = await pageFiles(folder).catch((cause: unknown) => {
      throw new Problem("unavailable", "The folder with the site's pages can't be read.", { cause });
    });
    const listed = await listedPaths(folder);
    const now = new Map<string, Seen>();
    for (const file of files) {
      if (listed && !listed.has(file.path)) continue;
      const page = await pageOf(file, seen.get(file.path), listed?.get(file.path));
      if (page) now.set(file.path, page);
    }
    const same = now.size === seen.size && [...now].every(([path, { page }]) => seen.get(path)?.page === page);
    if (!same) pages = [...now.values()].map(({ page }) => page);
    seen = now;
    return pages;
  };
}

/** A page as it was when it was last looked at. */
interface Seen {
  readonly page: PageEntry;
  readonly mark: string;
}

/** Every HTML and Markdown file but hidden ones, sorted by path. A folder's index stands at the folder's own path. */
async function pageFiles(folder: string): Promise<File[]> {
  const found = new Map<string, string>();
  for await (const entry of filesIn(folder)) {
    if (!/\.(html?|md|markdown)$/i.test(entry.name) || entry.name === "404.html") continue;
    const path = pathOf(join(entry.parentPath, entry.name).slice(folder.length).split(/[\\/]/).filter(Boolean));
    const better = path.endsWith("/") && found.has(path) && rank(found.get(path)!) <= rank(entry.name);
    if (!better) found.set(path, join(entry.parentPath, entry.name));
    if (found.size >= FILES) break;
  }
  return [...found].map(([path, file]) => ({ path, file })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What is not hidden. Not by `recursive`: on Bun that follows links, out of the folder and round in circles. */
async function* filesIn(folder: string): AsyncGenerator<Dirent> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isDirectory()) yield* filesIn(join(folder, entry.name));
    else if (entry.isFile()) yield entry;
  }
}

const INDEX = /^(index\.html?|index\.md|README\.md)$/;
const rank = (file: string) => ["index.html", "index.htm", "index.md", "README.md"].findIndex((name) => file.endsWith(name));

function pathOf(steps: readonly string[]): string {
  const encoded = steps.map((step) => encodeURI(step).replaceAll("?", "%3F").replaceAll("#", "%23"));
  if (INDEX.test(steps.at(-1)!)) encoded[encoded.length - 1] = "";
  return `/${encoded.join("/")}`;
}

/** The paths that the folder's sitemap.xml lists, with the time each says it changed; none where there is no sitemap. */
async function listedPaths(folder: string): Promise<Map<string, string | undefined> | undefined> {
  const xml = await readFile(join(folder, "sitemap.xml"), "utf8").catch(() => undefined);
  const sitemap = xml === undefined ? undefined : readSitemap(xml);
  if (!sitemap || "wrong" in sitemap || sitemap.kind !== "urlset") return undefined;
  const listed = sitemap.entries.filter(({ loc }) => URL.canParse(loc));
  return listed.length === 0 ? undefined : new Map(listed.map(({ loc, modified }) => [new URL(loc).pathname, modified]));
}

async function pageOf({ path, file }: File, before: Seen | undefined, listed: string | undefined): Promise<Seen | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) return undefined;
  const modified = listed ?? stats.mtime.toISOString();
  const mark = `${stats.size} ${stats.mtimeMs} ${modified}`;
  if (before?.mark === mark) return before;
  const type = mediaTypeOf(file);
  const head = decodeText(await headOf(file), type);
  const described = type.startsWith("text/markdown") ? describeMarkdown(head) : describeHtml(head);
  return { page: { path, ...described, modified }, mark };
}

async function headOf(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
