import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildCatalog } from "../../adapters/catalog/build/build.ts";
import { EMPTY_OVERLAY } from "../../adapters/catalog/build/build-fixture.ts";
import { openCatalog } from "../../adapters/catalog/folder.ts";
import { type CatalogFixture, catalogSuite, DOCUMENTS, INDEX } from "./catalog.ts";
import { portSuite } from "./port-suite.ts";

await portSuite({
  name: "Catalog in a folder",
  checks: catalogSuite,
  program: import.meta.filename,
  open: openFolderCatalog,
});

/** Compiles the documents into a folder and opens the catalog from it. */
async function openFolderCatalog(): Promise<CatalogFixture> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-catalog-"));
  const documentsByName = new Map(
    Object.entries(DOCUMENTS).map(([slug, document]) => [`jackfield:${slug}`, document]),
  );
  await buildCatalog({
    folder,
    sources: [],
    createIndex: () => INDEX,
    overlay: {
      ...EMPTY_OVERLAY,
      documents: new Map(Object.keys(DOCUMENTS).map((slug) => [`jackfield:${slug}`, { slug }])),
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
}
