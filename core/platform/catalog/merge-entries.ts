import type { AppEntry } from "../../lib/openapi-tools/index.ts";
import type { Catalog } from "../../ports/catalog.ts";
import type { OwnApp } from "./own-apps.ts";

/**
 * Returns a function that merges an account's apps into the catalog's list, sorted by slug. An
 * account's app replaces the catalog's app with the same slug. The result is cached until either
 * list changes.
 */
export function createEntryMerger(
  catalog: Pick<Catalog, "apps">,
): (own: ReadonlyMap<string, OwnApp>) => readonly AppEntry[] {
  const mergedEntries = new WeakMap<
    ReadonlyMap<string, OwnApp>,
    { readonly catalogEntries: readonly AppEntry[]; readonly entries: readonly AppEntry[] }
  >();
  return (own) => {
    if (own.size === 0) return catalog.apps;
    const cached = mergedEntries.get(own);
    if (cached?.catalogEntries === catalog.apps) return cached.entries;
    const entries = [
      ...catalog.apps.filter(({ slug }) => !own.has(slug)),
      ...[...own.values()].map(({ record }) => record),
    ];
    entries.sort((a, b) => (a.slug < b.slug ? -1 : 1));
    mergedEntries.set(own, { catalogEntries: catalog.apps, entries });
    return entries;
  };
}

/** Finds an app by binary search in a list sorted by slug. */
export function findEntry(entries: readonly AppEntry[], slug: string): AppEntry | undefined {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle]!.slug < slug) low = middle + 1;
    else high = middle;
  }
  return entries[low]?.slug === slug ? entries[low] : undefined;
}
