import { openCatalog } from "./folder.ts";

/** Returns the names of the catalog's apps by slug. Returns undefined if there is no catalog. */
export async function readCatalogNames(
  folder: string | undefined,
): Promise<ReadonlyMap<string, string> | undefined> {
  const catalog =
    folder === undefined ? undefined : await openCatalog(folder).catch(() => undefined);
  await catalog?.close();
  return catalog && new Map(catalog.apps.map(({ slug, name }) => [slug, name]));
}
