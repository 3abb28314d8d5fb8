import { didYouMean, findNearest } from "../../lib/kit/find-nearest.ts";
import { createCard, selfContained } from "../../lib/openapi-tools/compile/index.ts";
import type { AppEntry, ToolRecord } from "../../lib/openapi-tools/index.ts";
import type { Catalog } from "../../ports/catalog.ts";
import type { KeyStore } from "../../ports/key-store.ts";
import type { Actor } from "../auth/actor.ts";
import { allowsApp } from "../auth/permission.ts";
import type { CatalogApp, CatalogView } from "./catalog-view.ts";
import { createEntryMerger, findEntry } from "./merge-entries.ts";
import type { OwnApp, OwnAppsReader } from "./own-apps.ts";
import {
  appNotAllowedProblem,
  appNotFoundProblem,
  catalogNotReadyProblem,
  toolNotFoundProblem,
  unknownAppProblem,
} from "./problems.ts";
import { createNotices } from "./search-notices.ts";
import type { ToolFinder } from "./tool-finder.ts";

export interface CatalogViewOptions {
  readonly catalog: Catalog;
  readonly keyStore: Pick<KeyStore, "countConnections">;
  readonly ownApps: Pick<OwnAppsReader, "read">;
  readonly findRankedTools: ToolFinder;
}

/** The number of tools that a mistyped tool name is compared with. */
const MAX_SIMILAR_TOOLS = 20;
const MAX_TOOL_NAME_LENGTH = 200;

/** Creates the catalog view of an API key. */
export type CatalogViewFactory = (actor: Actor) => CatalogView;

/** Creates catalog views that combine the catalog with the apps of the key's account. */
export function createCatalogViewFactory({
  catalog,
  keyStore,
  ownApps,
  findRankedTools,
}: CatalogViewOptions): CatalogViewFactory {
  const mergeEntries = createEntryMerger(catalog);

  return (actor) => {
    const countConnections = () => keyStore.countConnections(actor.account, actor.user);

    /** The IDs of the apps that the key can use. */
    const usableSlugs = (own: ReadonlyMap<string, OwnApp>): readonly string[] => [
      ...(actor.apps ?? [...catalog.apps.map(({ slug }) => slug), ...own.keys()]),
    ];

    const loadApps = async () => {
      const own = await ownApps.read(actor.account);
      if (catalog.apps.length === 0 && own.size === 0) throw catalogNotReadyProblem(catalog);
      const requireEntry = (slug: string): AppEntry => {
        const entry = own.get(slug)?.record ?? findEntry(catalog.apps, slug);
        if (!entry) throw appNotFoundProblem(slug, didYouMean(slug, usableSlugs(own)));
        if (!allowsApp(actor, slug)) throw appNotAllowedProblem(actor, slug);
        return entry;
      };
      return { own, requireEntry };
    };

    const loadView = async () => {
      const [{ own, requireEntry }, connections] = await Promise.all([
        loadApps(),
        countConnections(),
      ]);
      const toCatalogApp = (entry: AppEntry): CatalogApp => ({
        entry,
        isOwn: own.has(entry.slug),
        connections: connections.get(entry.slug) ?? 0,
      });
      return { own, connections, toCatalogApp, entries: mergeEntries(own), requireEntry };
    };

    /** Returns a question with the tool that a mistyped name most likely means. */
    const suggestTool = async (own: ReadonlyMap<string, OwnApp>, name: string): Promise<string> => {
      const [mistypedSlug = "", ...rest] = name.slice(0, MAX_TOOL_NAME_LENGTH).split(".");
      const slugs = usableSlugs(own);
      const slug = slugs.includes(mistypedSlug)
        ? mistypedSlug
        : findNearest(mistypedSlug, slugs, 0.6);
      if (slug === undefined) return "";
      const corrected = [slug, ...rest].join(".");
      if (own.get(slug)?.tools.some((tool) => tool.name === corrected))
        return `Did you mean ${corrected}?`;
      if (!own.has(slug) && (await catalog.findTool(corrected)))
        return `Did you mean ${corrected}?`;
      // The search tolerates typos and other word forms, and reads few of an app's tools. If the
      // index can't be read, the name is still unknown.
      const { tools: similar } = await findRankedTools({
        task: rest.join(" ").replaceAll("_", " "),
        limit: MAX_SIMILAR_TOOLS,
        own,
        connected: new Set(),
        apps: new Set([slug]),
      }).catch(() => ({ tools: [] }));
      const names = similar.map(({ card }) => card.name);
      return didYouMean(corrected, names);
    };

    const findTool = async (
      { own, requireEntry }: Awaited<ReturnType<typeof loadApps>>,
      name: string,
    ): Promise<{ entry: AppEntry; compiled?: OwnApp | undefined; tool: ToolRecord }> => {
      const slug = name.slice(0, Math.max(name.indexOf("."), 0));
      if (!slug || !(own.has(slug) || findEntry(catalog.apps, slug)))
        throw toolNotFoundProblem(name, await suggestTool(own, name));
      const entry = requireEntry(slug);
      const compiled = own.get(slug);
      const tool = await readTool(compiled, name);
      if (!tool) throw toolNotFoundProblem(name, await suggestTool(own, name));
      return { entry, compiled, tool };
    };

    const readTool = async (
      compiled: OwnApp | undefined,
      name: string,
    ): Promise<ToolRecord | undefined> => {
      if (!compiled) return catalog.findTool(name);
      const tool = compiled.tools.find((each) => each.name === name);
      return tool && toSelfContained(compiled, tool);
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
        const { own, toCatalogApp, requireEntry } = await loadView();
        const entry = requireEntry(slug);
        const record = own.get(slug)?.record ?? (await catalog.findApp(slug));
        if (!record) throw appNotFoundProblem(slug);
        return { app: toCatalogApp(entry), record };
      },

      async listTools(slug) {
        const { own, toCatalogApp, requireEntry } = await loadView();
        const app = toCatalogApp(requireEntry(slug));
        const compiled = own.get(slug);
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

      async toolForRun(name) {
        const { entry, compiled, tool } = await findTool(await loadApps(), name);
        const record = compiled?.record ?? (await catalog.findApp(entry.slug));
        if (!record) throw toolNotFoundProblem(name);
        return {
          isOwn: compiled !== undefined,
          record,
          tool,
          countConnections: async () => (await countConnections()).get(entry.slug) ?? 0,
        };
      },

      async find({ task, limit, apps, connected, schemas }) {
        const { own, connections, toCatalogApp, entries } = await loadView();
        const unknownIndex = (apps ?? []).findIndex(
          (slug) => !own.has(slug) && !findEntry(catalog.apps, slug),
        );
        if (unknownIndex !== -1) {
          const slug = apps![unknownIndex]!;
          throw unknownAppProblem(slug, unknownIndex, didYouMean(slug, usableSlugs(own)));
        }
        const requested = apps && new Set(apps);
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
          own,
          connected: new Set(connections.keys()),
          apps: includedSlugs,
        });
        const notices = createNotices({
          task,
          ...ranked,
          entries: includedSlugs ? entries.filter(({ slug }) => includedSlugs.has(slug)) : entries,
          // A search in some of the apps doesn't show that another app is unknown.
          isComplete: !isFiltered,
        });
        const matches = ranked.tools.map(({ card, score, confidence, why, step }) => {
          const slug = card.name.slice(0, card.name.indexOf("."));
          const entry = own.get(slug)?.record ?? findEntry(entries, slug)!;
          return { app: toCatalogApp(entry), card, score, confidence, why, step };
        });
        const { steps } = ranked;
        if (!schemas) return { matches, steps, notices };
        const withSchemas = await Promise.all(
          matches.map(async (match) => ({
            ...match,
            inputSchema: (await readTool(own.get(match.app.entry.slug), match.card.name))?.input,
          })),
        );
        return { matches: withSchemas, steps, notices };
      },
    };
  };
}

/** Tools of accounts' apps with their schema definitions included, cached per tool. */
const selfContainedTools = new WeakMap<ToolRecord, ToolRecord>();

function toSelfContained(compiled: OwnApp, tool: ToolRecord): ToolRecord {
  const cached = selfContainedTools.get(tool);
  if (cached) return cached;
  const complete: ToolRecord = {
    ...tool,
    input: selfContained(tool.input, (definition) => findDefinition(compiled, definition)),
  };
  selfContainedTools.set(tool, complete);
  return complete;
}

function findDefinition({ definitions }: OwnApp, name: string): string | undefined {
  const definition = definitions.get(name);
  return definition && JSON.stringify(definition);
}
