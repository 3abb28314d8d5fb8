import { requireValue } from "../../../lib/kit/require-value.ts";
import type { ToolCard } from "../../../lib/openapi-tools/index.ts";
import {
  buildIndex,
  openIndex,
  type SearchMatch,
  type SearchResult,
  search,
  type ToolIndex,
} from "../../../lib/tool-search/index.ts";
import type { Catalog } from "../../../ports/catalog.ts";
import type { AccountApp } from "../account-app.ts";

/** A search for tools, with the caller's apps and connections. */
interface FinderQuery {
  readonly task: string;
  readonly limit: number;
  /**
   * The apps whose tools aren't those of the catalog, by slug. The map must stay the same until an app
   * changes.
   */
  readonly accountApps: ReadonlyMap<string, Pick<AccountApp, "entry" | "cards" | "documents">>;
  /** Restricts the search to apps with these slugs. Default: all apps. */
  readonly apps?: ReadonlySet<string> | undefined;
  /** The slugs of the connected apps. */
  readonly connected: ReadonlySet<string>;
}

export interface RankedTool extends Pick<SearchMatch, "score" | "confidence" | "why" | "step"> {
  readonly card: ToolCard;
}

/** The tools for a task, best match first, and what the task names that no index has. */
export interface RankedTools
  extends Pick<SearchResult, "steps" | "fit" | "unmatchedApp" | "unknownName"> {
  readonly tools: readonly RankedTool[];
}

/** The slugs of the apps that people use most, and of those that they mean if they name none. */
interface UsedApps {
  readonly popular: ReadonlySet<string>;
  readonly leading: ReadonlySet<string>;
}

/** Searches for the tools for a task. */
export type ToolFinder = (query: FinderQuery) => Promise<RankedTools>;

/** Creates a finder that searches the catalog and the apps of an actor together. */
export function createToolFinder(catalog: Catalog): ToolFinder {
  const indexes = new FinderIndexes(catalog);
  return async ({ task, limit, accountApps, apps, connected }) => {
    const main = await indexes.loadMain();
    const accountIndex = indexes.getAccountIndex(accountApps, main);
    const searched = [main, accountIndex].filter((index) => index !== undefined);
    // An app of the account replaces the catalog's app with the same slug.
    const isReplaced = ({ index, tool }: SearchMatch) => {
      const slug = main && index === 0 ? slugOfTool(main, tool) : undefined;
      return slug !== undefined && accountApps.has(slug);
    };
    const hasReplacedApps = main?.slugs.some((slug) => accountApps.has(slug)) === true;
    const { matches, steps, fit, unmatchedApp, unknownName }: SearchResult =
      searched.length === 0
        ? { matches: [], fit: 0 }
        : search(searched, {
            task,
            limit: hasReplacedApps ? limit * 3 : limit,
            connected,
            ...indexes.findUsedApps(accountApps),
            ...(apps && { apps }),
          });
    const results = hasReplacedApps
      ? matches.filter((match) => !isReplaced(match)).slice(0, limit)
      : matches;
    const accountCards = [...accountApps.values()].flatMap((app) => app.cards);
    const catalogTools = results.flatMap(({ index, tool }) =>
      searched[index] === main ? [tool] : [],
    );
    const catalogCards = await catalog.readCards(catalogTools);
    const cardByTool = new Map(
      catalogCards.map((card, position) => [catalogTools[position], card]),
    );
    const tools = results.map(({ index, tool, score, confidence, why, step }) => ({
      card: requireValue(
        searched[index] === main ? cardByTool.get(tool) : accountCards[tool],
        "the card of a match",
      ),
      score,
      confidence,
      why,
      step,
    }));
    return { tools, steps, fit, unmatchedApp, unknownName };
  };
}

/** The indexes of the catalog and of accounts, and the used apps. Each is built when it changes. */
class FinderIndexes {
  readonly #catalog: Catalog;
  #mainBytes: Uint8Array | undefined;
  #main: ToolIndex | undefined;
  readonly #ofAccounts = new WeakMap<
    FinderQuery["accountApps"],
    { readonly main: ToolIndex | undefined; readonly index: ToolIndex }
  >();
  #rankedApps: Catalog["apps"] | undefined;
  #usedApps: UsedApps = { popular: new Set(), leading: new Set() };

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  async loadMain(): Promise<ToolIndex | undefined> {
    const currentBytes = await this.#catalog.readIndex();
    if (currentBytes !== this.#mainBytes) {
      this.#mainBytes = currentBytes;
      this.#main = currentBytes && openIndex(currentBytes);
    }
    return this.#main;
  }

  /**
   * Returns the index of an actor's apps. It uses the main index's statistics to make scores
   * comparable.
   */
  getAccountIndex(
    accountApps: FinderQuery["accountApps"],
    main: ToolIndex | undefined,
  ): ToolIndex | undefined {
    if (accountApps.size === 0) return undefined;
    const cached = this.#ofAccounts.get(accountApps);
    if (cached && cached.main === main) return cached.index;
    const documents = [...accountApps.values()].flatMap((app) => app.documents);
    const index = openIndex(buildIndex(documents, main && { statisticsOf: main }));
    this.#ofAccounts.set(accountApps, { main, index });
    return index;
  }

  findUsedApps(accountApps: FinderQuery["accountApps"]): UsedApps {
    const { apps } = this.#catalog;
    if (this.#rankedApps !== apps) {
      this.#rankedApps = apps;
      this.#usedApps = {
        popular: new Set(apps.flatMap((app) => (app.popular ? [app.slug] : []))),
        leading: new Set(apps.flatMap((app) => (app.leading ? [app.slug] : []))),
      };
    }
    const usedApps = this.#usedApps;
    const others = [...accountApps].flatMap(([slug, { entry }]) => (entry.popular ? [slug] : []));
    return others.length > 0
      ? { ...usedApps, popular: new Set([...usedApps.popular, ...others]) }
      : usedApps;
  }
}

const slugOfTool = ({ slugs, appOf }: ToolIndex, tool: number): string | undefined =>
  slugs[appOf[tool] ?? slugs.length];
