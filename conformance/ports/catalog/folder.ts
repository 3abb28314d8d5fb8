import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCatalogue } from "../../../adapters/catalog/build.ts";
import { openCatalogue } from "../../../adapters/catalog/folder.ts";
import type { CatalogDriver } from "../catalog.ts";

/** A catalogue compiled into a folder, and opened from there. */
export const folderCatalogue: CatalogDriver = async (documents, index) => {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-catalogue-"));
  const documentsByName = new Map(
    Object.entries(documents).map(([slug, document]) => [`jackfield:${slug}`, document]),
  );
  await buildCatalogue({
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
  // Room for one app alone, so that apps are read again.
  const catalogue = (await openCatalogue(folder, { cacheBytes: 1 }))!;
  return {
    catalogue,
    async close() {
      await catalogue.close();
      rmSync(folder, { recursive: true });
    },
  };
};
