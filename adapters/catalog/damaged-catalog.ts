/** A file of the catalog is missing, or differs from what was compiled. */
export class DamagedCatalogError extends Error {
  override readonly name = "DamagedCatalogError";
}
