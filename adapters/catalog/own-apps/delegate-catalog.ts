import type { Catalog } from "../../../core/ports/catalog.ts";

/**
 * Returns a catalog like another one, which may change later, but with other members. A getter in
 * `members` stays a getter.
 */
export const delegateCatalog = (catalog: Catalog, members: Partial<Catalog>): Catalog =>
  Object.defineProperties<Catalog>(
    {
      get apps() {
        return catalog.apps;
      },
      get tools() {
        return catalog.tools;
      },
      get progress() {
        return catalog.progress;
      },
      findApp: (slug) => catalog.findApp(slug),
      findTool: (name) => catalog.findTool(name),
      readCards: (numbers) => catalog.readCards(numbers),
      toolRange: (slug) => catalog.toolRange(slug),
      readIndex: () => catalog.readIndex(),
    },
    Object.getOwnPropertyDescriptors(members),
  );
