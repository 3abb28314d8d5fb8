import { chain } from "../../core/lib/kit/flow/chain.ts";
import type { ContentSource, PageEntry } from "../../core/ports/content.ts";

/**
 * Combines two sites. `mounted` appears under `prefix`, such as `/docs/`. If both have a file at a
 * path, `base` wins.
 */
export function mountContent(
  base: ContentSource,
  prefix: string,
  mounted: ContentSource,
): ContentSource {
  let basePages: readonly PageEntry[] | undefined;
  let mountedPages: readonly PageEntry[] | undefined;
  let pages: readonly PageEntry[] = [];

  const combine = (nextBase: readonly PageEntry[], nextMounted: readonly PageEntry[]) => {
    if (nextBase === basePages && nextMounted === mountedPages) return pages;
    basePages = nextBase;
    mountedPages = nextMounted;
    const basePaths = new Set(nextBase.map(({ path }) => path));
    const added = nextMounted
      .map((page) => ({ ...page, path: prefix + page.path.slice(1) }))
      .filter(({ path }) => !basePaths.has(path));
    pages = [...nextBase, ...added].sort((a, b) => (a.path < b.path ? -1 : 1));
    return pages;
  };

  return {
    // Returns the same array until one of the two changes, as the port requires.
    listPages: () =>
      chain(base.listPages(), (nextBase) =>
        chain(mounted.listPages(), (nextMounted) => combine(nextBase, nextMounted)),
      ),

    async find(path, onFetch) {
      const resource = await base.find(path, onFetch);
      if (resource || !path.startsWith(prefix)) return resource;
      const found = await mounted.find(path.slice(prefix.length - 1), onFetch);
      return found && { ...found, path: prefix + found.path.slice(1) };
    },
  };
}
