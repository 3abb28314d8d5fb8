import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import {
  type FileHandle,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { ToolDocument } from "../../../core/lib/tool-search/index.ts";
import { type AppRow, FILES, FORMAT, MANIFEST, type Manifest } from "../format.ts";
import type { LevelRecord } from "../levels/level-record.ts";
import type { AppPart } from "./app-part.ts";
import { digestFile } from "./digest-file.ts";
import { formatNotice } from "./notice.ts";
import { writeLevels } from "./write-levels.ts";

/** The folders in which a catalog is built and published. */
interface BuildFolders {
  readonly folder: string;
  readonly buildFolder: string;
  /** The folder inside `folder` that `buildFolder` becomes. */
  readonly builtName: string;
}

/** Combines the written apps into one catalog and publishes it. */
export async function finishCatalog(
  { folder, buildFolder, builtName }: BuildFolders,
  slugs: readonly string[],
  figures: CatalogFigures,
  createIndex: ((documents: Iterable<ToolDocument>) => Uint8Array) | undefined,
): Promise<Manifest> {
  const parts = await Promise.all(
    slugs.map(
      async (slug) =>
        JSON.parse(await readFile(join(buildFolder, "parts", `${slug}.json`), "utf8")) as AppPart,
    ),
  );
  const rows: AppRow[] = [];
  for (const { entry } of parts) {
    const first = rows.at(-1)?.end ?? 0;
    rows.push({ ...entry, first, end: first + entry.tools });
  }
  await writeFile(
    join(buildFolder, FILES.apps),
    `[\n${rows.map((row) => JSON.stringify(row)).join(",\n")}\n]\n`,
  );
  const names = await writeCards(buildFolder, slugs);
  await writeFile(
    join(buildFolder, FILES.left),
    figures.left.map((skipped) => `${JSON.stringify(skipped)}\n`).join(""),
  );
  await writeFile(join(buildFolder, FILES.notice), formatNotice(parts));
  const levels = figures.levels && (await writeLevels(buildFolder, parts, figures.levels));
  if (figures.withDocuments)
    await concatenateParts(buildFolder, slugs, "documents", "documents.jsonl");
  if (createIndex)
    await writeFile(
      join(buildFolder, FILES.index),
      createIndex(readToolDocuments(buildFolder, slugs)),
    );
  await rm(join(buildFolder, "parts"), { recursive: true });

  const files = await Promise.all(
    (await readdir(buildFolder, { recursive: true, withFileTypes: true }))
      .filter((file) => file.isFile())
      .map(async (file) => {
        const path = join(file.parentPath, file.name);
        return {
          name: path.slice(buildFolder.length + 1).replaceAll("\\", "/"),
          bytes: (await stat(path)).size,
          sha256: await digestPath(path),
        };
      }),
  );
  const manifest: Manifest = {
    format: FORMAT,
    folder: builtName,
    builtAt: new Date().toISOString(),
    seconds: Math.round((Date.now() - figures.started) / 100) / 10,
    ...countParts(parts),
    names,
    ...(levels && { levels }),
    sources: figures.sources,
    left: figures.reasons,
    files: files.sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
  await publishCatalog(folder, buildFolder, builtName, manifest);
  return manifest;
}

function countParts(parts: readonly AppPart[]) {
  const groups: Record<string, number> = {};
  for (const { group } of parts) groups[group] = (groups[group] ?? 0) + 1;
  // The tools of a remote MCP server are unknown until a user connects it, so it doesn't count as
  // an app.
  const apps = parts.filter(({ entry }) => entry.tools > 0);
  const isOpen = ({ entry }: AppPart) => entry.auth.every((type) => type === "none");
  return {
    apps: apps.length,
    servers: parts.length - apps.length,
    tools: apps.reduce((sum, { entry }) => sum + entry.tools, 0),
    documents: apps.reduce((sum, { documents }) => sum + documents, 0),
    vendors: new Set(apps.map(({ entry }) => entry.vendor)).size,
    completeAuth: apps.filter((part) => !isOpen(part)).length,
    open: apps.filter(isOpen).length,
    reviewed: parts.filter(({ entry }) => entry.verified !== "unverified").length,
    groups: groups as Manifest["groups"],
  };
}

async function concatenateParts(
  buildFolder: string,
  slugs: readonly string[],
  kind: string,
  name: string,
): Promise<void> {
  const file = await open(join(buildFolder, name), "w");
  try {
    for (const slug of slugs)
      await file.writeFile(await readFile(join(buildFolder, "parts", `${slug}.${kind}`)));
  } finally {
    await file.close();
  }
}

/**
 * Writes all cards and their offsets in the order of the tool numbers. Returns the hash of all tool
 * names.
 */
async function writeCards(buildFolder: string, slugs: readonly string[]): Promise<string> {
  const offsets: number[] = [0];
  const names = createHash("sha256");
  let file: FileHandle | undefined;
  try {
    file = await open(join(buildFolder, FILES.cards), "w");
    for (const slug of slugs) {
      const cards = await readFile(join(buildFolder, "parts", `${slug}.cards`));
      const start = offsets.at(-1) ?? 0;
      for (
        let lineStart = 0, end = cards.indexOf(10, lineStart);
        end !== -1;
        lineStart = end + 1, end = cards.indexOf(10, lineStart)
      ) {
        offsets.push(start + end + 1);
        const [, name] =
          /^\{"name":"([^"]*)"/.exec(cards.toString("utf8", lineStart, lineStart + 100)) ?? [];
        names.update(`${requireValue(name, "the name of a card")}\n`);
      }
      await file.writeFile(cards);
    }
  } finally {
    await file?.close();
  }
  const bytes = new DataView(new ArrayBuffer(offsets.length * 4));
  for (const [index, offset] of offsets.entries()) bytes.setUint32(index * 4, offset, true);
  await writeFile(join(buildFolder, FILES.offsets), new Uint8Array(bytes.buffer));
  return names.digest("hex");
}

function* readToolDocuments(
  buildFolder: string,
  slugs: readonly string[],
): Generator<ToolDocument> {
  for (const slug of slugs) {
    const { app, categories, lines } = readWithSharedLists(
      join(buildFolder, "parts", `${slug}.documents`),
    );
    for (const line of lines) {
      const document = JSON.parse(line) as ToolDocument;
      yield { ...document, app: app(document.app), categories: categories(document.categories) };
    }
  }
}

function readWithSharedLists(file: string) {
  // The search index requires that all tools of an app share one array.
  const shareFirst = () => {
    let first: readonly string[] | undefined;
    return (list: readonly string[]) => {
      first ??= list;
      return first;
    };
  };
  return {
    app: shareFirst(),
    categories: shareFirst(),
    lines: readFileSync(file, "utf8").split("\n").filter(Boolean),
  };
}

async function digestPath(path: string): Promise<string> {
  const file = await open(path);
  try {
    return await digestFile(file);
  } finally {
    await file.close();
  }
}

async function publishCatalog(
  folder: string,
  buildFolder: string,
  builtName: string,
  manifest: Manifest,
): Promise<void> {
  const target = join(folder, builtName);
  const previous = await readPreviousFolder(folder);
  // The same plan was built before. A running server may have that build open, so move it aside.
  if (existsSync(target)) await rename(target, `${target}.old-${Date.now()}`);
  await rename(buildFolder, target);
  const next = join(folder, `.${MANIFEST}`);
  await writeFile(next, `${JSON.stringify(manifest, undefined, 1)}\n`);
  await rename(next, join(folder, MANIFEST));
  // Keep the previous build, because a running server may have it open. Delete older ones.
  for (const name of await readdir(folder))
    if (name.startsWith("built-") && name !== builtName && name !== previous)
      await rm(join(folder, name), { recursive: true, force: true });
}

/** Returns the folder of the catalog to replace, or undefined if its manifest is damaged. */
async function readPreviousFolder(folder: string): Promise<string | undefined> {
  if (!existsSync(join(folder, MANIFEST))) return undefined;
  try {
    return (JSON.parse(await readFile(join(folder, MANIFEST), "utf8")) as Manifest).folder;
  } catch {
    return undefined;
  }
}

/** The figures of a build, for the manifest. */
export interface CatalogFigures {
  readonly sources: Manifest["sources"];
  readonly left: readonly { readonly document: string; readonly why: string }[];
  readonly reasons: Manifest["left"];
  readonly started: number;
  /** The record of checks. Without it, the catalog has no levels. */
  readonly levels?: LevelRecord | undefined;
  /** Also writes `documents.jsonl`, from which an index can be built. */
  readonly withDocuments?: boolean | undefined;
}
