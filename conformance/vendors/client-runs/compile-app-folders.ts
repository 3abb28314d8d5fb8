import { join } from "node:path";
import { buildCatalog } from "../../../adapters/catalog/build/build.ts";
import { FACTS_FOLDER } from "../../../adapters/catalog/facts/facts-folder.ts";
import { createOverlay, readAppFolder } from "../../../adapters/catalog/facts/read-facts.ts";
import { type OpenCatalog, openCatalog } from "../../../adapters/catalog/folder.ts";
import { SOURCES } from "../../../adapters/catalog/sources/sources.ts";

/** Compiles apps from their folders and the documents that they name. */
export async function compileAppFolders(
  folder: string,
  downloads: string,
  slugs: readonly string[],
): Promise<OpenCatalog> {
  const folders = slugs.map((slug) => readAppFolder(join(FACTS_FOLDER, "apps"), slug));
  const documents = folders.flatMap(({ app }) => ("documents" in app ? (app.documents ?? []) : []));
  await buildCatalog({
    folder,
    downloads,
    overlay: createOverlay(folders, FACTS_FOLDER),
    sources: SOURCES.filter(({ name }) => documents.some((id) => id.startsWith(`${name}:`))),
    only: new Set(documents),
  });
  return (await openCatalog(folder))!;
}
