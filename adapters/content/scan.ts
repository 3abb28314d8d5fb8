import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import {
  decodeText,
  describeHtml,
  describeMarkdown,
  type PageEntry,
  Problem,
  readSitemap,
} from "../../core/index.ts";
import { type CheckedFile, checkFile, openChecked } from "./checked-file.ts";
import { mediaTypeOf } from "./media-types.ts";
import type { PathCheck, PathGuard } from "./protected-paths.ts";

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
export function folderScanner(
  folder: string,
  guard: PathGuard,
  warn?: (sentence: string) => void,
): () => Promise<readonly PageEntry[]> {
  let pages: readonly PageEntry[] = [];
  let seen = new Map<string, Seen>();
  const tell = toldOnce(warn);

  return async () => {
    const unread: string[] = [];
    const [root, files] = await pageFiles(folder, unread, guard()).catch((cause: unknown) => {
      throw new Problem("unavailable", "The folder with the site's pages can't be read.", {
        cause,
      });
    });
    const { listed, unknown } = await listedPages(root, files, guard());
    const now = new Map<string, Seen>();
    const chosen = files.filter(({ path }) => !listed || listed.has(path));
    for (let at = 0; at < chosen.length; at += AT_ONCE) {
      const some = chosen.slice(at, at + AT_ONCE);
      const check = guard();
      const found = await Promise.all(
        some.map((file) => pageOf(root, file, seen.get(file.path), listed?.get(file.path), check)),
      );
      for (const [index, page] of found.entries()) {
        if (page === "unread") unread.push(some[index]!.file);
        else if (page) now.set(some[index]!.path, page);
      }
    }
    tell(
      "sitemap",
      unknown.length > 0 ? unknownSentence(unknown, listed !== undefined) : undefined,
    );
    tell(
      "files",
      unread.length > 0
        ? `${unread.length} files or folders can't be read, such as ${unread[0]}: they are left out.`
        : undefined,
    );
    const same =
      now.size === seen.size && [...now].every(([path, { page }]) => seen.get(path)?.page === page);
    if (!same) pages = [...now.values()].map(({ page }) => page);
    seen = now;
    return pages;
  };
}

/** Tells what is wrong once, and again when it has been right in between. */
function toldOnce(
  warn?: (sentence: string) => void,
): (about: string, sentence: string | undefined) => void {
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

/**
 * The folder's real path, and every HTML and Markdown file in it except hidden ones, sorted by
 * path. A folder's index has the folder's own path.
 */
async function pageFiles(
  folder: string,
  unread: string[],
  check: PathCheck,
): Promise<[root: string, files: File[]]> {
  const root = await realpath(folder);
  const found = new Map<string, string>();
  const isServed = await isAllowed(root, root, check);
  const entries = isServed ? await readdir(root, { withFileTypes: true }) : [];
  for await (const entry of filesIn(root, root, entries, unread, check)) {
    if (!/\.(html?|md|markdown)$/i.test(entry.name) || entry.name === "404.html") continue;
    const steps = join(entry.parentPath, entry.name).slice(root.length).split(sep).filter(Boolean);
    const path = pathOf(steps);
    const better =
      path.endsWith("/") && found.has(path) && rank(found.get(path)!) <= rank(entry.name);
    if (!better) found.set(path, join(entry.parentPath, entry.name));
    if (found.size >= FILES) break;
  }
  const files = [...found].map(([path, file]) => ({ path, file }));
  return [root, files.sort((a, b) => (a.path < b.path ? -1 : 1))];
}

/** What is not hidden. Not by `recursive`: on Bun that follows links, out of the folder and round in circles. */
async function* filesIn(
  root: string,
  folder: string,
  entries: readonly Dirent[],
  unread: string[],
  check: PathCheck,
): AsyncGenerator<Dirent> {
  for (const entry of entries) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isFile()) yield entry;
    if (!entry.isDirectory()) continue;
    const inner = join(folder, entry.name);
    if (!(await isAllowed(root, inner, check))) continue;
    const inside = await readdir(inner, { withFileTypes: true }).catch(() => undefined);
    if (inside) yield* filesIn(root, inner, inside, unread, check);
    else unread.push(inner);
  }
}

/** Whether a folder may be scanned. True if it can't be examined: reading it then fails. */
async function isAllowed(root: string, folder: string, check: PathCheck): Promise<boolean> {
  const stats = await stat(folder, { bigint: true }).catch(() => undefined);
  return !stats || !check.matches(root, folder, stats);
}

const INDEX = /^(index\.html?|index\.md|README\.md)$/;
const rank = (file: string) =>
  ["index.html", "index.htm", "index.md", "README.md"].findIndex((name) => file.endsWith(name));

function pathOf(steps: readonly string[]): string {
  const encoded = steps.map((step) =>
    encodeURI(step).replaceAll("?", "%3F").replaceAll("#", "%23").replaceAll("\\", "%5C"),
  );
  if (INDEX.test(steps.at(-1)!)) encoded[encoded.length - 1] = "";
  return `/${encoded.join("/")}`;
}

/** The pages that the folder's sitemap.xml lists, with the time each says it changed, and the paths in it that are no page. */
async function listedPages(root: string, files: readonly File[], check: PathCheck) {
  const file = await checkFile(root, join(root, "sitemap.xml"), check);
  const xml = await textOf(file).catch(() => undefined);
  const paths = new Set(files.map(({ path }) => path));
  const listed = new Map<string, string | undefined>();
  const unknown: string[] = [];
  const sitemap = readSitemap(xml ?? "");
  for (const { loc, modified } of "wrong" in sitemap || sitemap.kind !== "urlset"
    ? []
    : sitemap.entries) {
    const asked = URL.parse(loc)?.pathname;
    if (asked === undefined) continue;
    const path = spellingsOf(asked).find((spelling) => paths.has(spelling));
    if (path === undefined) unknown.push(asked);
    else listed.set(path, modified);
  }
  return { listed: listed.size > 0 ? listed : undefined, unknown };
}

/** What a page of a folder is called elsewhere: without its ending, without the slash, with the name of its index. */
const spellingsOf = (path: string) => [
  path,
  `${path}.html`,
  `${path}/`,
  path.replace(/\/index\.[a-z]+$/, "/"),
  path.replace(/\/$/, ".html"),
];

function unknownSentence(unknown: readonly string[], some: boolean): string {
  const count = `sitemap.xml lists ${unknown.length} addresses that are no page of the folder, such as ${unknown[0]}`;
  return some
    ? `${count}: they are left out.`
    : `${count}, and none that is: all pages of the folder are taken.`;
}

async function textOf(checked: CheckedFile | undefined): Promise<string | undefined> {
  if (!checked) return undefined;
  const handle = await openChecked(checked);
  try {
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

async function pageOf(
  root: string,
  { path, file }: File,
  before: Seen | undefined,
  listed: string | undefined,
  check: PathCheck,
): Promise<Seen | "unread" | undefined> {
  const stats = await stat(file, { bigint: true }).catch(() => undefined);
  if (!stats || check.matches(root, file, stats)) return undefined;
  const modified = listed ?? stats.mtime.toISOString();
  const mark = `${stats.size} ${stats.mtimeNs} ${modified}`;
  if (before?.mark === mark) return before;
  const type = mediaTypeOf(file);
  const bytes = await headOf({ file, stats }).catch((error: { code?: string }) => {
    if (error instanceof Problem) return before;
    return error.code === "ENOENT" ? undefined : "unread";
  });
  if (!(bytes instanceof Uint8Array)) return bytes;
  const head = decodeText(bytes, type);
  const described = type.startsWith("text/markdown") ? describeMarkdown(head) : describeHtml(head);
  return { page: { path, ...described, modified }, mark };
}

async function headOf(checked: CheckedFile): Promise<Uint8Array> {
  const handle = await openChecked(checked);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
