import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { ToolRecord } from "../../../core/lib/openapi-tools/index.ts";
import { type AppFile, unpackApp } from "../app-file.ts";
import { checkCatalog } from "../check.ts";
import { checkComposers } from "../facts/check-composers.ts";
import { createOverlay, readAppFolder } from "../facts/read-facts.ts";
import { type AppRow, appFilePath, FILES } from "../format.ts";
import { SOURCES } from "../sources/sources.ts";
import { buildCatalog } from "./build.ts";

interface AppFolderOptions {
  /** The folder with `apps/` and `shared/`. */
  readonly facts: string;
  /** The folder for downloaded packages. */
  readonly downloads: string;
  readonly registry?: string | undefined;
  readonly log?: ((message: string) => void) | undefined;
}

/** What an app's folder became. */
export interface CompiledFolder {
  readonly row: AppRow;
  readonly app: AppFile;
  readonly tools: readonly ToolRecord[];
  /** The parts of its documents that were left out, as sentences. */
  readonly left: readonly string[];
  /** The mistakes in the folder and in the compiled tools, as sentences. */
  readonly problems: readonly string[];
}

/**
 * Compiles and checks the app of one folder. Reads only its own documents, so it takes seconds.
 * Throws if the folder has a mistake, or names documents that no package has.
 */
export async function compileAppFolder(
  slug: string,
  { facts, downloads, registry, log }: AppFolderOptions,
): Promise<CompiledFolder> {
  const appFolder = readAppFolder(join(facts, "apps"), slug);
  const { app } = appFolder;
  const documents = "documents" in app ? (app.documents ?? []) : [];
  if (documents.length === 0 && !("url" in app))
    throw new Error(
      `${join(appFolder.folder, "app.json")}: names no documents. The rule of its vendor finds them when the whole catalog is compiled`,
    );
  const folder = await mkdtemp(join(tmpdir(), "jackfield-app-"));
  try {
    const manifest = await buildCatalog({
      folder,
      overlay: createOverlay([appFolder], facts),
      sources: SOURCES.filter(({ name }) => documents.some((id) => id.startsWith(`${name}:`))),
      only: new Set(documents),
      downloads,
      registry,
      log,
    });
    const read = (name: string) => readFile(join(folder, manifest.folder, name));
    const rows = JSON.parse(String(await read(FILES.apps))) as AppRow[];
    const left = String(await read(FILES.left))
      .split("\n")
      .filter(Boolean)
      .map((line) => Object.values(JSON.parse(line) as object).join(": "));
    const row = rows.find((each) => each.slug === slug);
    if (!row) throw new Error([`Nothing was compiled for "${slug}".`, ...left].join("\n"));
    const file = unpackApp(await read(appFilePath(slug)));
    const names = String(await read(FILES.cards))
      .split("\n")
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { name: string }).name);
    return {
      row,
      app: file,
      tools: names.map((name) => requireValue(file.tool(name), `the tool ${name}`)),
      left,
      problems: [
        ...(await checkComposers([appFolder])),
        ...(await checkCatalog(folder, undefined)).problems,
      ],
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
