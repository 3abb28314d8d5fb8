import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { PathCheck } from "./protected-paths.ts";

const MAX_FILES = 100_000;

export interface PageFile {
  /** The URL path. */
  readonly path: string;
  readonly file: string;
}

/**
 * The folder's real path, and every HTML and Markdown file in it except hidden ones, sorted by
 * path. A folder's index has the folder's own path.
 */
export async function findPageFiles(
  folder: string,
  unreadable: string[],
  check: PathCheck,
): Promise<[root: string, files: PageFile[]]> {
  const root = await realpath(folder);
  const filesByPath = new Map<string, string>();
  const isServed = await isAllowed(root, root, check);
  const entries = isServed ? await readdir(root, { withFileTypes: true }) : [];
  for await (const entry of walkFiles(root, root, entries, unreadable, check)) {
    if (!/\.(html?|md|markdown)$/i.test(entry.name) || entry.name === "404.html") continue;
    const segments = join(entry.parentPath, entry.name)
      .slice(root.length)
      .split(sep)
      .filter(Boolean);
    // A table of contents isn't a page (core/site/pages/summary.ts).
    if (segments.length === 1 && entry.name === "SUMMARY.md") continue;
    const path = toPath(segments);
    const other = path.endsWith("/") ? filesByPath.get(path) : undefined;
    const isShadowed = other !== undefined && indexRank(other) <= indexRank(entry.name);
    if (!isShadowed) filesByPath.set(path, join(entry.parentPath, entry.name));
    if (filesByPath.size >= MAX_FILES) break;
  }
  const files = [...filesByPath].map(([path, file]) => ({ path, file }));
  return [root, files.sort((a, b) => (a.path < b.path ? -1 : 1))];
}

/**
 * Yields all files that are not hidden. The `recursive` option of readdir isn't used, because on
 * Bun it follows links out of the folder and in loops.
 */
async function* walkFiles(
  root: string,
  folder: string,
  entries: readonly Dirent[],
  unreadable: string[],
  check: PathCheck,
): AsyncGenerator<Dirent> {
  for (const entry of entries) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isFile()) yield entry;
    if (!entry.isDirectory()) continue;
    const subfolder = join(folder, entry.name);
    if (!(await isAllowed(root, subfolder, check))) continue;
    const children = await readdir(subfolder, { withFileTypes: true }).catch(() => undefined);
    if (children) yield* walkFiles(root, subfolder, children, unreadable, check);
    else unreadable.push(subfolder);
  }
}

/**
 * Returns whether a folder may be scanned. `true` if it can't be examined, because reading it then
 * fails.
 */
async function isAllowed(root: string, folder: string, check: PathCheck): Promise<boolean> {
  const stats = await stat(folder, { bigint: true }).catch(() => undefined);
  return !stats || !check.matches(root, folder, stats);
}

const INDEX_FILE = /^(index\.html?|index\.md|README\.md)$/;
const indexRank = (file: string) =>
  ["index.html", "index.htm", "index.md", "README.md"].findIndex((name) => file.endsWith(name));

function toPath(segments: readonly string[]): string {
  const encoded = segments.map((segment) =>
    encodeURI(segment).replaceAll("?", "%3F").replaceAll("#", "%23").replaceAll("\\", "%5C"),
  );
  if (INDEX_FILE.test(segments.at(-1) ?? "")) encoded[encoded.length - 1] = "";
  return `/${encoded.join("/")}`;
}
