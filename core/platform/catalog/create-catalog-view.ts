import { didYouMean } from "../../lib/kit/text/find-nearest.ts";
import { createCard } from "../../lib/openapi-tools/compile/index.ts";
import type { AppEntry, ToolRecord } from "../../lib/openapi-tools/index.ts";
import type { Catalog } from "../../ports/catalog.ts";
import type { KeyStore } from "../../ports/stores/key-store.ts";
import type { Actor } from "../auth/actor.ts";
import { allowsApp } from "../auth/permission.ts";
import type { AccountApp } from "./account-app.ts";
import { type AccountApps, type AccountAppsReader, withDefinitions } from "./account-apps.ts";
import type { CatalogApp } from "./catalog-app.ts";
import type { CatalogView } from "./catalog-view.ts";
import {
  appNotAllowedProblem,
  appNotFoundProblem,
  catalogNotReadyProblem,
  toolNotFoundProblem,
  toolNotListedProblem,
  toolOfSeveralProblem,
  unknownAppProblem,
} from "./problems.ts";
import { findLackingApp } from "./search/lacking-apps.ts";
import { limitConfidence } from "./search/limit-confidence.ts";
import { createEntryMerger, findEntry } from "./search/merge-entries.ts";
import { createNotices } from "./search/search-notices.ts";
import { suggestTool } from "./search/suggest-tool.ts";
import type { ToolFinder } from "./search/tool-finder.ts";

export interface CatalogViewOptions {
  readonly catalog: Catalog;
  readonly keyStore: Pick<KeyStore, "countConnections">;
  readonly accountApps: AccountAppsReader;
  readonly findRankedTools: ToolFinder;
}

/** Creates the catalog view of an API key. */
export type CatalogViewFactory = (actor: Actor) => CatalogView;

/** Creates catalog views that combine the catalog with the apps of the actor. */
export function createCatalogViewFactory({
  catalog,
  keyStore,
  accountApps,
  findRankedTools,
}: CatalogViewOptions): CatalogViewFactory {
  const mergeEntries = createEntryMerger(catalog);

  return (actor) => {
    const countConnections = () => keyStore.countConnections(actor.account, actor.user);

    /** The IDs of the apps that the key can use. */
    const usableSlugs = (apps: AccountApps["apps"]): readonly string[] => [
      ...(actor.apps ?? [...catalog.apps.map(({ slug }) => slug), ...apps.keys()]),
    ];

    const loadApps = async () => {
      const { apps, lists } = await accountApps.read(actor);
      if (catalog.apps.length === 0 && apps.size === 0) throw catalogNotReadyProblem(catalog);
      const requireEntry = (slug: string): AppEntry => {
        const entry = apps.get(slug)?.entry ?? findEntry(catalog.apps, slug);
        if (!entry) throw appNotFoundProblem(slug, didYouMean(slug, usableSlugs(apps)));
        if (!allowsApp(actor, slug)) throw appNotAllowedProblem(actor, slug);
        return entry;
      };
      return { apps, lists, requireEntry };
    };

    const loadView = async () => {
      const [{ apps, lists, requireEntry }, connections] = await Promise.all([
        loadApps(),
        countConnections(),
      ]);
      const toCatalogApp = (entry: AppEntry): CatalogApp => ({
        entry,
        isOwn: isOwnApp(apps.get(entry.slug)),
        connections: connections.get(entry.slug) ?? 0,
        lists: lists.get(entry.slug) ?? [],
      });
      return { apps, connections, toCatalogApp, entries: mergeEntries(apps), requireEntry };
    };

    const suggest = (apps: AccountApps["apps"], name: string): Promise<string> =>
      suggestTool({ catalog, findRankedTools }, { apps, slugs: usableSlugs(apps) }, name);

    const findTool = async (
      { apps, requireEntry }: Pick<Awaited<ReturnType<typeof loadApps>>, "apps" | "requireEntry">,
      name: string,
      requestedConnection?: string,
    ): Promise<{ entry: AppEntry; compiled?: AccountApp | undefined; tool: ToolRecord }> => {
      const slug = name.slice(0, Math.max(name.indexOf("."), 0));
      if (!slug || !(apps.has(slug) || findEntry(catalog.apps, slug))) {
        const unknownApp = slug && `No app has the ID ${JSON.stringify(slug.slice(0, 100))}.`;
        throw toolNotFoundProblem(name, (await suggest(apps, name)) || unknownApp);
      }
      const entry = requireEntry(slug);
      const compiled =
        (entry.kind === "mcp" && requestedConnection !== undefined
          ? await accountApps.readForConnection(actor, slug, requestedConnection)
          : undefined) ?? apps.get(slug);
      const tool = await readTool(compiled, name);
      if (tool) return { entry, compiled, tool };
      if (entry.kind === "mcp" && entry.tools === 0) throw toolNotListedProblem(name, entry);
      throw toolNotFoundProblem(name, await suggest(apps, name));
    };

    const readTool = async (
      compiled: AccountApp | undefined,
      name: string,
    ): Promise<ToolRecord | undefined> => {
      if (!compiled) return catalog.findTool(name);
      const tool = compiled.tools.find((each) => each.name === name);
      return tool && withDefinitions(compiled, tool);
    };

    return {
      async apps() {
        const { entries, toCatalogApp } = await loadView();
        return {
          entries: actor.apps ? entries.filter(({ slug }) => allowsApp(actor, slug)) : entries,
          toCatalogApp,
        };
      },

      async app(slug) {
        const { apps, toCatalogApp, requireEntry } = await loadView();
        const entry = requireEntry(slug);
        const record = apps.get(slug)?.record ?? (await catalog.findApp(slug));
        if (!record) throw appNotFoundProblem(slug);
        return { app: toCatalogApp(entry), record };
      },

      async listTools(slug) {
        const { apps, toCatalogApp, requireEntry } = await loadView();
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
            catalog.readCards(
              Array.from({ length: to - from }, (_, index) => first + from + index),
            ),
        };
      },

      async tool(name) {
        const view = await loadView();
        const { entry, compiled, tool } = await findTool(view, name);
        return {
          app: view.toCatalogApp(entry),
          card:
            compiled?.cards[compiled.tools.findIndex((each) => each.name === name)] ??
            createCard(tool),
          tool,
        };
      },

      async toolForRun(name, requestedConnection) {
        const loaded = await loadApps();
        const { entry, compiled, tool } = await findTool(loaded, name, requestedConnection);
        const record = compiled?.record ?? (await catalog.findApp(entry.slug));
        if (!record) throw toolNotFoundProblem(name);
        const listedBy = compiled?.connectionsByTool?.get(name);
        if (requestedConnection === undefined && listedBy && listedBy.length > 1) {
          const lists = loaded.lists.get(entry.slug) ?? [];
          const preferred = lists.find(({ isDefault }) => isDefault);
          if (preferred && !listedBy.includes(preferred.connection))
            throw toolOfSeveralProblem(
              name,
              entry,
              lists.filter(({ connection }) => listedBy.includes(connection)),
            );
        }
        return {
          isOwn: isOwnApp(compiled),
          record,
          tool,
          connection: listedBy?.length === 1 ? listedBy[0] : undefined,
          countConnections: async () => (await countConnections()).get(entry.slug) ?? 0,
        };
      },

      async find({ task, limit, apps: requestedSlugs, connected, schemas }) {
        const { apps, connections, toCatalogApp, entries } = await loadView();
        const unknownIndex = (requestedSlugs ?? []).findIndex(
          (slug) => !apps.has(slug) && !findEntry(catalog.apps, slug),
        );
        if (unknownIndex !== -1) {
          const slug = requestedSlugs![unknownIndex]!;
          throw unknownAppProblem(slug, unknownIndex, didYouMean(slug, usableSlugs(apps)));
        }
        const requested = requestedSlugs && new Set(requestedSlugs);
        const isIncluded = ({ slug }: AppEntry) =>
          allowsApp(actor, slug) &&
          (!requested || requested.has(slug)) &&
          (connected === undefined || connections.has(slug) === connected);
        const isFiltered =
          actor.apps !== undefined || requested !== undefined || connected !== undefined;
        const includedSlugs = isFiltered
          ? new Set(entries.filter(isIncluded).map(({ slug }) => slug))
          : undefined;
        const ranked = await findRankedTools({
          task,
          limit,
          accountApps: apps,
          connected: new Set(connections.keys()),
          apps: includedSlugs,
        });
        const unknownName = ranked.unknownName ?? findLackingApp(task, entries);
        const notices = createNotices({
          task,
          ...ranked,
          unknownName,
          requested,
          connected,
          toCatalogApp,
          entries: includedSlugs ? entries.filter(({ slug }) => includedSlugs.has(slug)) : entries,
          // A search in some of the apps doesn't show that another app is unknown.
          isComplete: !isFiltered,
        });
        const { steps } = ranked;
        const [notice] = notices;
        const named = notice && findEntry(entries, notice.app ?? "");
        const matches = ranked.tools.map(({ card, score, confidence, why, step }) => {
          const slug = card.name.slice(0, card.name.indexOf("."));
          const entry = findEntry(entries, slug)!;
          return {
            app: toCatalogApp(entry),
            card,
            score,
            confidence: notice
              ? limitConfidence(confidence, entry, {
                  text: step === undefined ? task : (steps?.[step] ?? task),
                  notice,
                  named,
                  unknownName,
                })
              : confidence,
            why,
            step,
          };
        });
        if (!schemas) return { matches, steps, notices };
        const withSchemas = await Promise.all(
          matches.map(async (match) => ({
            ...match,
            inputSchema: (await readTool(apps.get(match.app.entry.slug), match.card.name))?.input,
          })),
        );
        return { matches: withSchemas, steps, notices };
      },
    };
  };
}

const isOwnApp = (app: AccountApp | undefined): boolean => app?.record.isOwn === true;
