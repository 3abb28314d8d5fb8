import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { requireValue } from "../../core/lib/kit/require-value.ts";
import type { AppEntry, ToolRecord } from "../../core/lib/openapi-tools/index.ts";
import type { Catalog } from "../../core/ports/catalog.ts";
import { type AppFile, unpackApp } from "./app-file.ts";
import { openCardFile } from "./card-file.ts";
import { DamagedCatalogError } from "./damaged-catalog.ts";
import { type AppRow, appFilePath, FILES, FORMAT, MANIFEST, type Manifest } from "./format.ts";
import { NO_CHECKS, parseCompiledLevels } from "./levels/compiled-levels.ts";

interface FolderOptions {
  /** The maximum size of cached apps; 24 MiB by default. At least one app is always cached. */
  readonly cacheBytes?: number;
}

/** An open compiled catalog. */
export interface OpenCatalog extends Catalog {
  readonly manifest: Manifest;
  /**
   * Verifies the digest of the largest file, which opening doesn't. Rejects with a
   * `DamagedCatalogError`. The first read of a card does the same.
   */
  verifyCards(): Promise<void>;
  close(): Promise<void>;
}

// Repeated runs of a tool would otherwise spend most of their time on finding and parsing it.
const MAX_CACHED_TOOLS = 200;

/**
 * Opens the catalog in a folder. Resolves with undefined if there is none or its format differs.
 * Rejects with a `DamagedCatalogError` if a file that it reads at once is damaged. Reads apps and
 * cards on demand, and verifies their checksums each time.
 */
export async function openCatalog(
  folder: string,
  { cacheBytes = 24 * 1024 * 1024 }: FolderOptions = {},
): Promise<OpenCatalog | undefined> {
  if (!existsSync(join(folder, MANIFEST))) return undefined;
  const manifest = await readManifest(folder);
  if (manifest.format !== FORMAT) return undefined;
  const resolveFile = (name: string) => join(folder, manifest.folder, name);
  const listed = new Map(manifest.files.map((file) => [file.name, file]));
  const readVerified = async (name: string) => {
    const bytes = await readFile(resolveFile(name)).catch((cause: unknown) => {
      throw new DamagedCatalogError(`Catalog file ${name} can't be read.`, { cause });
    });
    requireDigest(name, createHash("sha256").update(bytes).digest("hex"));
    return bytes;
  };
  const requireDigest = (name: string, digest: string) => {
    if (listed.get(name)?.sha256 !== digest)
      throw new DamagedCatalogError(`Catalog file ${name} has changed since it was compiled.`);
  };
  const rows = JSON.parse((await readVerified(FILES.apps)).toString("utf8")) as AppRow[];
  const toolRanges = new Map(rows.map(({ slug, first, end }) => [slug, { first, end }]));
  const offsets = parseOffsets(await readVerified(FILES.offsets));
  // Absent in catalogs without search.
  const index = listed.has(FILES.index)
    ? new Uint8Array(await readVerified(FILES.index))
    : undefined;
  const checks = listed.has(FILES.levels)
    ? parseCompiledLevels(
        (await readVerified(FILES.levels)).toString("utf8"),
        (slug) => toolRanges.get(slug)?.first ?? offsets.length,
        offsets.length - 1,
      )
    : NO_CHECKS;
  const apps = rows.map((row) => toEntry(row, checks.count(row.slug)));
  const cards = await openCardFile(resolveFile(FILES.cards), offsets, listed.get(FILES.cards));
  const withCheck = (file: AppFile, name: string, first: number): ToolRecord | undefined => {
    const tool = file.tool(name);
    const check = tool && checks.find(first + file.position(name));
    return tool && { ...tool, ...(check && { check }) };
  };
  const tools = new Map<string, ToolRecord>();
  const loadApp = cacheAppFiles(cacheBytes, async (slug) => {
    const name = appFilePath(slug);
    try {
      return unpackApp(await readFile(resolveFile(name)));
    } catch (cause) {
      throw new DamagedCatalogError(`Catalog file ${name} can't be read.`, { cause });
    }
  });

  return {
    manifest,
    apps,
    tools: offsets.length - 1,
    findApp: async (slug) => (toolRanges.has(slug) ? (await loadApp(slug)).record : undefined),
    async findTool(name) {
      const cached = tools.get(name);
      if (cached) return cached;
      const slug = name.slice(0, Math.max(0, name.indexOf(".")));
      const range = toolRanges.get(slug);
      const tool = range && withCheck(await loadApp(slug), name, range.first);
      if (tool) tools.set(name, tool);
      // Evict the oldest entry.
      const [oldest] = tools.size > MAX_CACHED_TOOLS ? tools.keys() : [];
      if (oldest !== undefined) tools.delete(oldest);
      return tool;
    },
    readCards: async (numbers) =>
      (await cards.read(numbers)).map((card, index) => {
        const check = checks.find(requireValue(numbers[index], "the number of a card"));
        return check ? { ...card, check } : card;
      }),
    toolRange: (slug) => toolRanges.get(slug),
    readIndex: async () => index,
    verifyCards: () => cards.verify(),
    close: () => cards.close(),
  };
}

const toEntry = (
  { first: _, end: _end, ...entry }: AppRow,
  checks: AppEntry["checks"],
): AppEntry => (checks ? { ...entry, checks } : entry);

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), "utf8");
  try {
    const manifest = JSON.parse(text) as Manifest;
    if (typeof manifest.folder !== "string" && manifest.format === FORMAT) throw new TypeError();
    return manifest;
  } catch (cause) {
    throw new DamagedCatalogError(`Catalog file ${MANIFEST} isn't a manifest.`, { cause });
  }
}

function parseOffsets(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, index) =>
    view.getUint32(index * 4, true),
  );
}

/**
 * Caches the most recently used apps up to `maxBytes`. Concurrent reads of one app share one load.
 */
function cacheAppFiles(
  maxBytes: number,
  read: (slug: string) => Promise<AppFile>,
): (slug: string) => Promise<AppFile> {
  const files = new Map<string, AppFile>();
  const loading = new Map<string, Promise<AppFile>>();
  let bytes = 0;
  const store = (slug: string, file: AppFile) => {
    loading.delete(slug);
    files.set(slug, file);
    bytes += file.bytes;
    for (const [oldest, { bytes: size }] of files) {
      if (bytes <= maxBytes || files.size === 1) break;
      files.delete(oldest);
      bytes -= size;
    }
    return file;
  };
  return (slug) => {
    const cached = files.get(slug);
    if (cached) {
      // Reinsert it as the most recently used.
      files.delete(slug);
      files.set(slug, cached);
      return Promise.resolve(cached);
    }
    const pending =
      loading.get(slug) ??
      read(slug).then(
        (file) => store(slug, file),
        (error: unknown) => {
          loading.delete(slug);
          throw error;
        },
      );
    loading.set(slug, pending);
    return pending;
  };
}
