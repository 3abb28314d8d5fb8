import type { AppEntry } from "../../../lib/openapi-tools/index.ts";
import type { Catalog } from "../../../ports/catalog.ts";
import type { AccountApp } from "../account-app.ts";

/**
 * Returns a function that merges the apps of an actor into the catalog's list, sorted by slug. They
 * replace the catalog's apps with the same slugs. The result is cached until either list changes.
 */
export function createEntryMerger(
  catalog: Pick<Catalog, "apps">,
): (accountApps: ReadonlyMap<string, AccountApp>) => readonly AppEntry[] {
  const mergedEntries = new WeakMap<
    ReadonlyMap<string, AccountApp>,
    { readonly catalogEntries: readonly AppEntry[]; readonly entries: readonly AppEntry[] }
  >();
  return (accountApps) => {
    if (accountApps.size === 0) return catalog.apps;
    const cached = mergedEntries.get(accountApps);
    if (cached?.catalogEntries === catalog.apps) return cached.entries;
    const entries = [
      ...catalog.apps.filter(({ slug }) => !accountApps.has(slug)),
      ...[...accountApps.values()].map(({ entry }) => entry),
    ];
    entries.sort((a, b) => (a.slug < b.slug ? -1 : 1));
    mergedEntries.set(accountApps, { catalogEntries: catalog.apps, entries });
    return entries;
  };
}

/** Finds an app by binary search in a list sorted by slug. */
export function findEntry(entries: readonly AppEntry[], slug: string): AppEntry | undefined {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry && entry.slug < slug) low = middle + 1;
    else high = middle;
  }
  return entries[low]?.slug === slug ? entries[low] : undefined;
}
