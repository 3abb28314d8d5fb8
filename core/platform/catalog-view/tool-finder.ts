import type { ToolCard } from "../../ports/apps.ts";
import type { Catalog } from "../../ports/catalog.ts";
import { buildIndex } from "../domain/find/build.ts";
import { openIndex, type ToolIndex } from "../domain/find/open-index.ts";
import { type SearchMatch, searchTools } from "../domain/find/search-tools.ts";
import type { OwnApp } from "./own-apps.ts";

/** What is looked for, and what is known of who asks. */
export interface FinderQuery {
  readonly task: string;
  readonly limit: number;
  /** The apps that the account has added; the same map as long as nothing has changed. */
  readonly own: ReadonlyMap<string, OwnApp>;
  /** The slugs of the apps to look in; without it, all. */
  readonly apps?: ReadonlySet<string> | undefined;
  /** The slugs of the apps that are connected. */
  readonly connected: ReadonlySet<string>;
}

export interface RankedTool extends Pick<SearchMatch, "score" | "why"> {
  readonly card: ToolCard;
}

/** Finds tools for a task, the best first. */
export type ToolFinder = (query: FinderQuery) => Promise<readonly RankedTool[]>;

/** Looks through a catalog, and what accounts have added, together. */
export function createToolFinder(catalog: Catalog): ToolFinder {
  let indexBytes: Uint8Array | undefined;
  let mainIndex: ToolIndex | undefined;
  const ownIndexes = new WeakMap<
    ReadonlyMap<string, OwnApp>,
    { readonly mainIndex: ToolIndex | undefined; readonly index: ToolIndex }
  >();

  const loadMainIndex = async (): Promise<ToolIndex | undefined> => {
    const currentBytes = await catalog.readIndex();
    if (currentBytes !== indexBytes) {
      indexBytes = currentBytes;
      mainIndex = currentBytes && openIndex(currentBytes);
    }
    return mainIndex;
  };

  /** Of an account's own tools; counted like the big one, so that scores can be compared. */
  const getOwnIndex = (
    own: FinderQuery["own"],
    main: ToolIndex | undefined,
  ): ToolIndex | undefined => {
    if (own.size === 0) return undefined;
    const cached = ownIndexes.get(own);
    if (cached && cached.mainIndex === main) return cached.index;
    const documents = [...own.values()].flatMap((app) => app.documents);
    const index = openIndex(buildIndex(documents, main && { statisticsOf: main }));
    ownIndexes.set(own, { mainIndex: main, index });
    return index;
  };

  let knownApps: Catalog["apps"] | undefined;
  let popularSlugs: ReadonlySet<string> = new Set();
  const currentPopularSlugs = () => {
    if (knownApps !== catalog.apps)
      popularSlugs = new Set(
        (knownApps = catalog.apps).flatMap((app) => (app.popular ? [app.slug] : [])),
      );
    return popularSlugs;
  };

  return async ({ task, limit, own, apps, connected }) => {
    const main = await loadMainIndex();
    const accountIndex = getOwnIndex(own, main);
    const indexes = [main, accountIndex].filter((index) => index !== undefined);
    // An app that the account has added stands in place of the catalog's of its slug.
    const isHidden = (each: SearchMatch) =>
      each.index === 0 && main !== undefined && own.has(slugOf(main, each.tool));
    const hides = main?.slugs.some((slug) => own.has(slug)) === true;
    const all =
      indexes.length === 0
        ? []
        : searchTools(indexes, {
            task,
            limit: hides ? limit * 3 : limit,
            connected,
            popular: currentPopularSlugs(),
            ...(apps && { apps }),
          });
    const found = hides ? all.filter((each) => !isHidden(each)).slice(0, limit) : all;
    const cards = [...own.values()].flatMap((app) => app.cards);
    const theirs = found.filter(({ index }) => indexes[index] === main);
    const read = await catalog.readCards(theirs.map(({ tool }) => tool));
    const byTool = new Map(theirs.map(({ tool }, at) => [tool, read[at]!]));
    return found.map(({ index, tool, score, why }) => ({
      card: indexes[index] === main ? byTool.get(tool)! : cards[tool]!,
      score,
      why,
    }));
  };
}

const slugOf = ({ slugs, appOf }: ToolIndex, tool: number): string => slugs[appOf[tool]!]!;
