import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCatalog } from "../../../adapters/catalog/build.ts";
import { openCatalog } from "../../../adapters/catalog/folder.ts";
import type { CatalogDriver } from "../catalog.ts";

/** Compiles the documents into a folder and opens the catalog from it. */
export const folderCatalog: CatalogDriver = async (documents, index) => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-catalog-"));
  const documentsByName = new Map(
    Object.entries(documents).map(([slug, document]) => [`jackfield:${slug}`, document]),
  );
  await buildCatalog({
    folder,
    sources: [],
    createIndex: () => index,
    overlay: {
      apps: new Map(),
      servers: new Map(),
      endpoints: new Map(),
      documents: new Map(Object.keys(documents).map((slug) => [`jackfield:${slug}`, { slug }])),
      popular: new Set(),
      own: documentsByName,
    },
  });
  // A one-byte cache makes the catalog read apps from disk again.
  const catalog = (await openCatalog(folder, { cacheBytes: 1 }))!;
  return {
    catalog,
    async close() {
      await catalog.close();
      rmSync(folder, { recursive: true });
    },
  };
};
