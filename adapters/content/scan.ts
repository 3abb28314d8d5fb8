import type { Dirent } from "node:fs";
import { open, readdir, readFile, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { decodeText, describeHtml, describeMarkdown, Problem, readSitemap, type PageEntry } from "../../core/index.ts";
import { mediaTypeOf } from "./media-types.ts";

/** How much of a file's beginning is read for its title. */
const HEAD_BYTES = 64 * 1024;

/** How many files are looked at at a time. */
const AT_ONCE = 32;

/** The most files that are looked at. */
const FILES = 100_000;

interface File {
  /** As a URL has it. */
  readonly path: string;
  readonly file: string;
}

/** Looks through a folder for its pages, in the order of their paths: the very same array while nothing has changed. */
export function folderScanner(folder: string, warn?: (sentence: string) => void): () => Promise<readonly PageEntry[]> {
  let pages: readonly PageEntry[] = [];
  let seen = new Map<string, Seen>();
  const tell = toldOnce(warn);

  return async () => {
    const unread: string[] = [];
    const files = await pageFiles(folder, unread).catch((cause: unknown) => {
      throw new Problem("unavailable", "The folder with the site's pages can't be read.", { cause });
    });
    const { listed, unknown } = await listedPages(folder, files);
    const now = new Map<string, Seen>();
    const chosen = files.filter(({ path }) => !listed || listed.has(path));
    for (let at = 0; at < chosen.length; at += AT_ONCE) {
      const some = chosen.slice(at, at + AT_ONCE);
      const found = await Promise.all(some.map((file) => pageOf(file, seen.get(file.path), listed?.get(file.path))));
      for (const [index, page] of found.entries()) {
        if (page === "unread") unread.push(some[index]!.file);
        else if (page) now.set(some[index]!.path, page);
      }
    }
    tell("sitemap", unknown.length > 0 ? unknownSentence(unknown, listed !== undefined) : undefined);
    tell("files", unread.length > 0 ? `${unread.length} files or folders can't be read, such as ${unread[0]}: they are left out.` : undefined);
    const same = now.size === seen.size && [...now].every(([path, { page }]) => seen.get(path)?.page === page);
    if (!same) pages = [...now.values()].map(({ page }) => page);
    seen = now;
    return pages;
  };
}

/** Tells what is wrong once, and again when it has been right in between. */
function toldOnce(warn?: (sentence: string) => void): (about: string, sentence: string | undefined) => void {
  const told = new Set<string>();
  return (about, sentence) => {
    if (sentence && !told.has(about)) warn?.(sentence);
    if (sentence) told.add(about);
    else told.delete(about);
  };
}

/** A page as it was when it was last looked at. */
interface Seen {
  readonly page: PageEntry;
  readonly mark: string;
}

/** Every HTML and Markdown file but hidden ones, sorted by path. A folder's index stands at the folder's own path. */
async function pageFiles(folder: string, unread: string[]): Promise<File[]> {
  const found = new Map<string, string>();
  for await (const entry of filesIn(folder, await readdir(folder, { withFileTypes: true }), unread)) {
    if (!/\.(html?|md|markdown)$/i.test(entry.name) || entry.name === "404.html") continue;
    const path = pathOf(join(entry.parentPath, entry.name).slice(folder.length).split(sep).filter(Boolean));
    const better = path.endsWith("/") && found.has(path) && rank(found.get(path)!) <= rank(entry.name);
    if (!better) found.set(path, join(entry.parentPath, entry.name));
    if (found.size >= FILES) break;
  }
  return [...found].map(([path, file]) => ({ path, file })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** What is not hidden. Not by `recursive`: on Bun that follows links, out of the folder and round in circles. */
async function* filesIn(folder: string, entries: readonly Dirent[], unread: string[]): AsyncGenerator<Dirent> {
  for (const entry of entries) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isFile()) yield entry;
    if (!entry.isDirectory()) continue;
    const inner = join(folder, entry.name);
    const inside = await readdir(inner, { withFileTypes: true }).catch(() => undefined);
    if (inside) yield* filesIn(inner, inside, unread);
    else unread.push(inner);
  }
}

const INDEX = /^(index\.html?|index\.md|README\.md)$/;
const rank = (file: string) => ["index.html", "index.htm", "index.md", "README.md"].findIndex((name) => file.endsWith(name));

function pathOf(steps: readonly string[]): string {
  const encoded = steps.map((step) => encodeURI(step).replaceAll("?", "%3F").replaceAll("#", "%23").replaceAll("\\", "%5C"));
  if (INDEX.test(steps.at(-1)!)) encoded[encoded.length - 1] = "";
  return `/${encoded.join("/")}`;
}

/** The pages that the folder's sitemap.xml lists, with the time each says it changed, and the paths in it that are no page. */
async function listedPages(folder: string, files: readonly File[]) {
  const xml = await readFile(join(folder, "sitemap.xml"), "utf8").catch(() => undefined);
  const paths = new Set(files.map(({ path }) => path));
  const listed = new Map<string, string | undefined>();
  const unknown: string[] = [];
  const sitemap = readSitemap(xml ?? "");
  for (const { loc, modified } of "wrong" in sitemap || sitemap.kind !== "urlset" ? [] : sitemap.entries) {
    const asked = URL.parse(loc)?.pathname;
    if (asked === undefined) continue;
    const path = spellingsOf(asked).find((spelling) => paths.has(spelling));
    if (path === undefined) unknown.push(asked);
    else listed.set(path, modified);
  }
  return { listed: listed.size > 0 ? listed : undefined, unknown };
}

/** What a page of a folder is called elsewhere: without its ending, without the slash, with the name of its index. */
const spellingsOf = (path: string) => [path, `${path}.html`, `${path}/`, path.replace(/\/index\.[a-z]+$/, "/"), path.replace(/\/$/, ".html")];

function unknownSentence(unknown: readonly string[], some: boolean): string {
  const count = `sitemap.xml lists ${unknown.length} addresses that are no page of the folder, such as ${unknown[0]}`;
  return some ? `${count}: they are left out.` : `${count}, and none that is: all pages of the folder are taken.`;
}

async function pageOf({ path, file }: File, before: Seen | undefined, listed: string | undefined): Promise<Seen | "unread" | undefined> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) return undefined;
  const modified = listed ?? stats.mtime.toISOString();
  const mark = `${stats.size} ${stats.mtimeMs} ${modified}`;
  if (before?.mark === mark) return before;
  const type = mediaTypeOf(file);
  const bytes = await headOf(file).catch((error: { code?: string }) => (error.code === "ENOENT" ? undefined : "unread"));
  if (typeof bytes !== "object") return bytes;
  const head = decodeText(bytes, type);
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
