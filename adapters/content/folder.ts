import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { leavesSite } from "../../core/lib/kit/net/url-path.ts";
import type { ContentSelectors } from "../../core/lib/page-reader/index.ts";
import { prepareIndex, type SearchScope } from "../../core/lib/page-search/index.ts";
import type { ContentSource, PageEntry, Resource } from "../../core/ports/content.ts";
import { Problem } from "../../core/site.ts";
import { type CheckedFile, checkFile, openChecked } from "./checked-file.ts";
import { createFileStream } from "./file-stream.ts";
import { createFolderScanner } from "./folder-scan.ts";
import { findMediaType } from "./media-types.ts";
import { createPathGuard, type PathCheck, type ProtectedPath } from "./protected-paths.ts";

/** The index files of a folder, by precedence. */
const INDEX_FILES = ["index.html", "index.htm", "index.md", "README.md"];

interface FolderOptions {
  /** The minimum time between two scans. Default: 2. */
  readonly freshSeconds?: number;
  /** Receives each problem of the folder and its sitemap once. */
  readonly warn?: (message: string) => void;
  /** What the page search covers. Texts are kept only for `text`. Default: `text`. */
  readonly search?: SearchScope | undefined;
  /** The elements of HTML pages that search and lists of pages read and leave out. */
  readonly selectors?: ContentSelectors | undefined;
  /** Files and folders that are neither served nor listed, even if they lie in the folder. */
  readonly protectedPaths?: readonly ProtectedPath[];
}

/**
 * Serves a folder of HTML or Markdown files. Its pages are those in its sitemap.xml, or all without
 * one. The list is refreshed in the background, at most every `freshSeconds`. Files are read on
 * every request.
 */
export function folderContent(
  folder: string,
  { freshSeconds = 2, warn, search = "text", selectors, protectedPaths = [] }: FolderOptions = {},
): ContentSource {
  let pages: readonly PageEntry[] | undefined;
  let pendingScan: Promise<readonly PageEntry[]> | undefined;
  let scannedAt = 0;

  const guard = createPathGuard(protectedPaths);
  const scanFolder = createFolderScanner(folder, guard, {
    warn,
    selectors,
    keepsText: search === "text",
  });

  const scan = () =>
    (pendingScan ??= scanFolder()
      .then(async (entries) => {
        // Build the index now, so that no search waits for it.
        await prepareIndex(entries, search);
        pages = entries;
        return entries;
      })
      .finally(() => {
        scannedAt = Date.now();
        pendingScan = undefined;
      }));

  return {
    listPages() {
      if (!pages) return scan();
      // If the scan fails, the last list stays.
      if (Date.now() - scannedAt > freshSeconds * 1000) scan().catch(() => {});
      return pages;
    },

    async find(path) {
      const segments = parseSegments(path);
      if (!segments) return undefined;
      const check = guard();
      const root = await realpath(folder).catch((cause: unknown) => {
        throw new Problem("unavailable", "The content folder can't be read.", {
          cause,
        });
      });
      return findResource(root, path, segments, check);
    },
  };
}

/**
 * Decodes the segments of a path. Returns `undefined` for hidden files and paths that leave the
 * folder.
 */
function parseSegments(path: string): string[] | undefined {
  if (leavesSite(path)) return undefined;
  const segments = decodeURIComponent(path).split("/").filter(Boolean);
  return segments.some((segment) => segment.startsWith(".") && segment !== ".well-known")
    ? undefined
    : segments;
}

async function findResource(
  root: string,
  path: string,
  segments: readonly string[],
  check: PathCheck,
): Promise<Resource | undefined> {
  const entry = await checkFile(root, join(root, ...segments), check);
  if (entry?.stats.isFile()) return path.endsWith("/") ? undefined : createResource(path, entry);
  if (entry?.stats.isDirectory()) {
    for (const name of INDEX_FILES) {
      const index = await checkFile(root, join(entry.file, name), check);
      if (index?.stats.isFile())
        return createResource(path.endsWith("/") ? path : `${path}/`, index);
    }
    return undefined;
  }
  if (path.endsWith("/")) return undefined;
  for (const ending of [".html", ".md"]) {
    const page = await checkFile(root, join(root, ...segments) + ending, check);
    if (page?.stats.isFile()) return createResource(path + ending, page);
  }
  return undefined;
}

function createResource(path: string, checked: CheckedFile): Resource {
  const size = Number(checked.stats.size);
  return {
    path,
    type: findMediaType(checked.file),
    size,
    etag: `"${size.toString(36)}-${checked.stats.mtimeMs.toString(36)}"`,
    modified: checked.stats.mtime.toISOString(),
    bytes: () => readChecked(checked),
    stream: (start = 0, end = size - 1) => createFileStream(() => openChecked(checked), start, end),
  };
}

async function readChecked(checked: CheckedFile): Promise<Uint8Array> {
  const handle = await openChecked(checked);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
