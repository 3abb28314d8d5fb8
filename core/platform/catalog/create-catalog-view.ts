import { didYouMean } from "../../lib/kit/text/find-nearest.ts";
import { createCard } from "../../lib/openapi-tools/compile/index.ts";
import type { AppEntry, ToolRecord } from "../../lib/openapi-tools/index.ts";
import type { Catalog } from "../../ports/catalog.ts";
import type { KeyStore } from "../../ports/stores/key-store.ts";
import type { ToolList } from "../../ports/stores/tool-list-store.ts";
import type { Actor } from "../auth/actor.ts";
import { allowsApp } from "../auth/permission.ts";
import type { AccountApp } from "./account-app.ts";
import { type AccountApps, type AccountAppsReader, withDefinitions } from "./account-apps.ts";
import type { CatalogApp } from "./catalog-app.ts";
import type { CatalogView, ToolMatches, ToolQuery } from "./catalog-view.ts";
import {
  appNotAllowedProblem,
  appNotFoundProblem,
  catalogNotReadyProblem,
  toolNotFoundProblem,
  toolNotListedProblem,
  toolOfSeveralProblem,
  unknownAppProblem,
} from "./problems.ts";
import { findTools, type SearchedApps } from "./search/find-tools.ts";
import { createEntryMerger, findEntry } from "./search/merge-entries.ts";
import { suggestTool } from "./search/suggest-tool.ts";
import type { ToolFinder } from "./search/tool-finder.ts";

interface CatalogViewOptions {
  readonly catalog: Catalog;
  readonly keyStore: Pick<KeyStore, "countConnections">;
  readonly accountApps: AccountAppsReader;
  readonly findRankedTools: ToolFinder;
}

/** Creates the catalog view of an API key. */
type CatalogViewFactory = (actor: Actor) => CatalogView;

/** Creates catalog views that combine the catalog with the apps of the actor. */
export function createCatalogViewFactory(options: CatalogViewOptions): CatalogViewFactory {
  const deps = { ...options, mergeEntries: createEntryMerger(options.catalog) };
  return (actor) => new ActorCatalogView(deps, actor);
}

interface CatalogViewDeps extends CatalogViewOptions {
  readonly mergeEntries: ReturnType<typeof createEntryMerger>;
}

/** The apps of an actor that aren't those of the catalog, and the lists of their tools. */
interface LoadedApps extends AccountApps {
  requireEntry(slug: string): AppEntry;
}

class ActorCatalogView implements CatalogView {
  readonly #deps: CatalogViewDeps;
  readonly #actor: Actor;

  constructor(deps: CatalogViewDeps, actor: Actor) {
    this.#deps = deps;
    this.#actor = actor;
  }

  async apps(): ReturnType<CatalogView["apps"]> {
    const { entries, toCatalogApp } = await this.#loadView();
    const actor = this.#actor;
    return {
      entries: actor.apps ? entries.filter(({ slug }) => allowsApp(actor, slug)) : entries,
      toCatalogApp,
    };
  }

  async app(slug: string): ReturnType<CatalogView["app"]> {
    const { apps, toCatalogApp, requireEntry } = await this.#loadView();
    const entry = requireEntry(slug);
    const record = apps.get(slug)?.record ?? (await this.#deps.catalog.findApp(slug));
    if (!record) throw appNotFoundProblem(slug);
    return { app: toCatalogApp(entry), record };
  }

  async listTools(slug: string): ReturnType<CatalogView["listTools"]> {
    const { catalog } = this.#deps;
    const { apps, toCatalogApp, requireEntry } = await this.#loadView();
    const app = toCatalogApp(requireEntry(slug));
    const compiled = apps.get(slug);
    if (compiled)
      return {
        app,
        length: compiled.cards.length,
        cards: async (start, end) => compiled.cards.slice(start, end),
      };
    const { first, end } = catalog.toolRange(slug) ?? { first: 0, end: 0 };
    return {
      app,
      length: end - first,
      cards: (from, to) =>
        catalog.readCards(Array.from({ length: to - from }, (_, index) => first + from + index)),
    };
  }

  async tool(name: string): ReturnType<CatalogView["tool"]> {
    const view = await this.#loadView();
    const { entry, compiled, tool } = await this.#findTool(view, name);
    return {
      app: view.toCatalogApp(entry),
      card:
        compiled?.cards[compiled.tools.findIndex((each) => each.name === name)] ?? createCard(tool),
      tool,
    };
  }

  async toolForRun(
    name: string,
    requestedConnection?: string,
  ): ReturnType<CatalogView["toolForRun"]> {
    const loaded = await this.#loadApps();
    const { entry, compiled, tool } = await this.#findTool(loaded, name, requestedConnection);
    const record = compiled?.record ?? (await this.#deps.catalog.findApp(entry.slug));
    if (!record) throw toolNotFoundProblem(name);
    const listedBy = compiled?.connectionsByTool?.get(name);
    if (requestedConnection === undefined && listedBy && listedBy.length > 1)
      requireListedByDefault(name, entry, loaded.lists.get(entry.slug) ?? [], listedBy);
    return {
      isOwn: isOwnApp(compiled),
      record,
      tool,
      connection: listedBy?.length === 1 ? listedBy[0] : undefined,
      countConnections: async () => (await this.#countConnections()).get(entry.slug) ?? 0,
    };
  }

  async find(query: ToolQuery): Promise<ToolMatches> {
    const view = await this.#loadView();
    for (const [index, slug] of (query.apps ?? []).entries())
      if (!this.#isKnown(view.apps, slug))
        throw unknownAppProblem(slug, index, didYouMean(slug, this.#usableSlugs(view.apps)));
    const found = await findTools(query, view, this.#actor, this.#deps.findRankedTools);
    if (!query.schemas) return found;
    const matches = await Promise.all(
      found.matches.map(async (match) => ({
        ...match,
        inputSchema: (await this.#readTool(view.apps.get(match.app.entry.slug), match.card.name))
          ?.input,
      })),
    );
    return { ...found, matches };
  }

  #countConnections(): Promise<ReadonlyMap<string, number>> {
    return this.#deps.keyStore.countConnections(this.#actor.account, this.#actor.user);
  }

  /** The IDs of the apps that the key can use. */
  #usableSlugs(apps: AccountApps["apps"]): readonly string[] {
    const { catalog } = this.#deps;
    return [...(this.#actor.apps ?? [...catalog.apps.map(({ slug }) => slug), ...apps.keys()])];
  }

  #isKnown(apps: AccountApps["apps"], slug: string): boolean {
    return apps.has(slug) || findEntry(this.#deps.catalog.apps, slug) !== undefined;
  }

  async #loadApps(): Promise<LoadedApps> {
    const { catalog, accountApps } = this.#deps;
    const actor = this.#actor;
    const { apps, lists } = await accountApps.read(actor);
    if (catalog.apps.length === 0 && apps.size === 0) throw catalogNotReadyProblem(catalog);
    const requireEntry = (slug: string): AppEntry => {
      const entry = apps.get(slug)?.entry ?? findEntry(catalog.apps, slug);
      if (!entry) throw appNotFoundProblem(slug, didYouMean(slug, this.#usableSlugs(apps)));
      if (!allowsApp(actor, slug)) throw appNotAllowedProblem(actor, slug);
      return entry;
    };
    return { apps, lists, requireEntry };
  }

  async #loadView(): Promise<LoadedApps & SearchedApps> {
    const [loaded, connections] = await Promise.all([this.#loadApps(), this.#countConnections()]);
    const { apps, lists } = loaded;
    const toCatalogApp = (entry: AppEntry): CatalogApp => ({
      entry,
      isOwn: isOwnApp(apps.get(entry.slug)),
      connections: connections.get(entry.slug) ?? 0,
      lists: lists.get(entry.slug) ?? [],
    });
    return { ...loaded, connections, toCatalogApp, entries: this.#deps.mergeEntries(apps) };
  }

  async #findTool(
    { apps, requireEntry }: Pick<LoadedApps, "apps" | "requireEntry">,
    name: string,
    requestedConnection?: string,
  ): Promise<{ entry: AppEntry; compiled?: AccountApp | undefined; tool: ToolRecord }> {
    const slug = name.slice(0, Math.max(name.indexOf("."), 0));
    if (!slug || !this.#isKnown(apps, slug)) {
      const unknownApp = slug && `No app has the ID ${JSON.stringify(slug.slice(0, 100))}.`;
      throw toolNotFoundProblem(name, (await this.#suggest(apps, name)) || unknownApp);
    }
    const entry = requireEntry(slug);
    const compiled =
      (entry.kind === "mcp" && requestedConnection !== undefined
        ? await this.#deps.accountApps.readForConnection(this.#actor, slug, requestedConnection)
        : undefined) ?? apps.get(slug);
    const tool = await this.#readTool(compiled, name);
    if (tool) return { entry, compiled, tool };
    if (entry.kind === "mcp" && entry.tools === 0) throw toolNotListedProblem(name, entry);
    throw toolNotFoundProblem(name, await this.#suggest(apps, name));
  }

  async #readTool(compiled: AccountApp | undefined, name: string): Promise<ToolRecord | undefined> {
    if (!compiled) return this.#deps.catalog.findTool(name);
    const tool = compiled.tools.find((each) => each.name === name);
    return tool && withDefinitions(compiled, tool);
  }

  #suggest(apps: AccountApps["apps"], name: string): Promise<string> {
    return suggestTool(this.#deps, { apps, slugs: this.#usableSlugs(apps) }, name);
  }
}

/** Throws if the default connection doesn't list a tool that several others list. */
function requireListedByDefault(
  name: string,
  entry: AppEntry,
  lists: readonly ToolList[],
  listedBy: readonly string[],
): void {
  const preferred = lists.find(({ isDefault }) => isDefault);
  if (!preferred || listedBy.includes(preferred.connection)) return;
  const [first, ...others] = lists.filter(({ connection }) => listedBy.includes(connection));
  if (first) throw toolOfSeveralProblem(name, entry, [first, ...others]);
}

const isOwnApp = (app: AccountApp | undefined): boolean => app?.record.isOwn === true;
