import type { Stats } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { leavesSite, Problem, type Content, type PageEntry, type Resource } from "../../core/index.ts";
import { fileStream } from "./file-stream.ts";
import { mediaTypeOf } from "./media-types.ts";
import { folderScanner } from "./scan.ts";

/** What a folder's own path answers with, the first there is. */
const INDEXES = ["index.html", "index.htm", "index.md", "README.md"];

export interface FolderOptions {
  /** 2 by default. */
  readonly freshSeconds?: number;
  /** Told, once, what of the folder's sitemap names no page; nobody by default. */
  readonly warn?: (sentence: string) => void;
}

/**
 * A site that is a folder of HTML or Markdown. Its pages are those that its sitemap.xml lists, or all of them. The
 * folder is looked through again at most every `freshSeconds`, behind the answers; what a page says is always read anew.
 */
export function folderContent(folder: string, { freshSeconds = 2, warn }: FolderOptions = {}): Content {
  let pages: readonly PageEntry[] | undefined;
  let scanning: Promise<readonly PageEntry[]> | undefined;
  let scanned = 0;

  const look = folderScanner(folder, warn);

  const scan = () =>
    (scanning ??= look()
      .then((found) => (pages = found))
      .finally(() => {
        scanned = Date.now();
        scanning = undefined;
      }));

  return {
    async pages() {
      if (!pages) return scan();
      // A folder that can't be read just now keeps its last list.
      if (Date.now() - scanned > freshSeconds * 1000) scan().catch(() => {});
      return pages;
    },

    async find(path) {
      const steps = stepsOf(path);
      if (!steps) return undefined;
      const root = await realpath(folder).catch((cause: unknown) => {
        throw new Problem("unavailable", "The folder with the site's pages can't be read.", { cause });
      });
      return findIn(root, path, steps);
    },
  };
}

/** The names on the way to a path; none where it leads out of the folder or to a hidden file. */
function stepsOf(path: string): string[] | undefined {
  if (leavesSite(path)) return undefined;
  const steps = decodeURIComponent(path).split("/").filter(Boolean);
  return steps.some((step) => step.startsWith(".") && step !== ".well-known") ? undefined : steps;
}

async function findIn(root: string, path: string, steps: readonly string[]): Promise<Resource | undefined> {
  const place = await inside(root, join(root, ...steps));
  if (place?.stats.isFile()) return path.endsWith("/") ? undefined : resourceOf(path, place);
  if (place?.stats.isDirectory()) {
    for (const name of INDEXES) {
      const index = await inside(root, join(place.file, name));
      if (index?.stats.isFile()) return resourceOf(path.endsWith("/") ? path : `${path}/`, index);
    }
    return undefined;
  }
  const page = path.endsWith("/") ? undefined : await inside(root, join(root, ...steps) + ".html");
  return page?.stats.isFile() ? resourceOf(`${path}.html`, page) : undefined;
}

interface Found {
  readonly file: string;
  readonly stats: Stats;
}

/** A file or folder that is there and, links followed, still inside the root. */
async function inside(root: string, file: string): Promise<Found | undefined> {
  try {
    const real = await realpath(file);
    if (real !== root && !real.startsWith(root + sep)) return undefined;
    return { file: real, stats: await stat(real) };
  } catch {
    return undefined;
  }
}

function resourceOf(path: string, { file, stats }: Found): Resource {
  return {
    path,
    type: mediaTypeOf(file),
    size: stats.size,
    etag: `"${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}"`,
    modified: stats.mtime.toISOString(),
    bytes: () => readFile(file),
    stream: (start = 0, end = stats.size - 1) => fileStream(file, start, end),
  };
}
