import type { AppEntry, ToolRecord } from "../../ports/apps.ts";
import type { Catalog } from "../../ports/catalog.ts";
import type { ApiKey, KeyStore } from "../../ports/key-store.ts";
import { Problem } from "../../problem.ts";
import { keyAllowsApp } from "../auth/permission.ts";
import { createCard } from "../domain/catalog/card.ts";
import { selfContained } from "../domain/catalog/self-contained.ts";
import type { CatalogApp, CatalogView } from "./catalog-view.ts";
import { createOwnAppsReader, type OwnApp } from "./own-apps.ts";
import type { ToolFinder } from "./tool-finder.ts";

export interface CatalogViewOptions {
  readonly catalog: Catalog;
  readonly accounts: Pick<KeyStore, "listApps" | "findApp" | "countConnections">;
  readonly findRankedTools: ToolFinder;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Gives each key its shelf. */
export type CatalogViewFactory = (key: ApiKey) => CatalogView;

/** The catalog and what accounts have added to it, as one. */
export function createCatalogViewFactory({
  catalog,
  accounts,
  findRankedTools,
  now,
}: CatalogViewOptions): CatalogViewFactory {
  const readOwnApps = createOwnAppsReader(accounts, now);
  const mergedEntries = new WeakMap<
    ReadonlyMap<string, OwnApp>,
    { readonly catalogEntries: readonly AppEntry[]; readonly entries: readonly AppEntry[] }
  >();

  /** All apps of an account, its own in place of the catalog's of the same slug. */
  const mergeEntries = (own: ReadonlyMap<string, OwnApp>): readonly AppEntry[] => {
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

  return (key) => {
    const withUnavailableErrors = <T>(promise: Promise<T>): Promise<T> =>
      promise.catch((cause: unknown) => {
        throw new Problem(
          "storage_unavailable",
          "What is kept of the account can't be read just now.",
          { hint: "Try again in a little while.", cause },
        );
      });
    const countConnections = () =>
      withUnavailableErrors(accounts.countConnections(key.account, key.user));

    const loadApps = async () => {
      const own = await withUnavailableErrors(readOwnApps(key.account));
      if (catalog.apps.length === 0 && own.size === 0) throw notReadyProblem(catalog);
      const find = (slug: string): AppEntry => {
        const entry = own.get(slug)?.record ?? findEntry(catalog.apps, slug);
        if (!entry) throw appNotFound(slug);
        if (!keyAllowsApp(key, slug)) throw appNotAllowed(key, slug);
        return entry;
      };
      return { own, find };
    };

    const loadView = async () => {
      const [{ own, find }, connections] = await Promise.all([loadApps(), countConnections()]);
      const seen = (entry: AppEntry): CatalogApp => ({
        entry,
        isOwn: own.has(entry.slug),
        connections: connections.get(entry.slug) ?? 0,
      });
      return { own, connections, seen, all: mergeEntries(own), find };
    };

    const findTool = async (
      { own, find }: Awaited<ReturnType<typeof loadApps>>,
      name: string,
    ): Promise<{ entry: AppEntry; compiled?: OwnApp | undefined; tool: ToolRecord }> => {
      const slug = name.slice(0, Math.max(name.indexOf("."), 0));
      if (!slug || !(own.has(slug) || findEntry(catalog.apps, slug))) throw toolNotFound(name);
      const entry = find(slug);
      const compiled = own.get(slug);
      const tool = compiled
        ? compiled.tools.find((each) => each.name === name)
        : await catalog.findTool(name);
      if (!tool) throw toolNotFound(name);
      return { entry, compiled, tool: compiled ? toSelfContained(compiled, tool) : tool };
    };

    return {
      async apps() {
        const { all, seen } = await loadView();
        return {
          entries: key.apps ? all.filter(({ slug }) => keyAllowsApp(key, slug)) : all,
          seen,
        };
      },

      async app(slug) {
        const { own, seen, find } = await loadView();
        const entry = find(slug);
        const record = own.get(slug)?.record ?? (await catalog.findApp(slug));
        if (!record) throw appNotFound(slug);
        return { app: seen(entry), record };
      },

      async listTools(slug) {
        const { own, seen, find } = await loadView();
        const app = seen(find(slug));
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
            catalog.readCards(Array.from({ length: to - from }, (_, at) => first + from + at)),
        };
      },

      async tool(name) {
        const view = await loadView();
        const { entry, compiled, tool } = await findTool(view, name);
        return {
          app: view.seen(entry),
          card:
            compiled?.cards[compiled.tools.findIndex((each) => each.name === name)] ??
            createCard(tool),
          tool,
        };
      },

      async toolForRun(name) {
        const { entry, compiled, tool } = await findTool(await loadApps(), name);
        const record = compiled?.record ?? (await catalog.findApp(entry.slug));
        if (!record) throw toolNotFound(name);
        return {
          isOwn: compiled !== undefined,
          record,
          tool,
          countConnections: async () => (await countConnections()).get(entry.slug) ?? 0,
        };
      },

      async find({ task, limit, apps, connected }) {
        const { own, connections, seen, all } = await loadView();
        const unknownIndex = (apps ?? []).findIndex(
          (slug) => !own.has(slug) && !findEntry(catalog.apps, slug),
        );
        if (unknownIndex !== -1) throw unknownApp(apps![unknownIndex]!, unknownIndex);
        const requested = apps && new Set(apps);
        const isIncluded = ({ slug }: AppEntry) =>
          keyAllowsApp(key, slug) &&
          (!requested || requested.has(slug)) &&
          (connected === undefined || connections.has(slug) === connected);
        const isFiltered =
          key.apps !== undefined || requested !== undefined || connected !== undefined;
        const allowedSlugs = isFiltered
          ? new Set(all.filter(isIncluded).map(({ slug }) => slug))
          : undefined;
        const ranked = await findRankedTools({
          task,
          limit,
          own,
          connected: new Set(connections.keys()),
          apps: allowedSlugs,
        });
        return ranked.map(({ card, score, why }) => {
          const slug = card.name.slice(0, card.name.indexOf("."));
          return { app: seen(own.get(slug)?.record ?? findEntry(all, slug)!), card, score, why };
        });
      },
    };
  };
}

/** Tools of accounts' own apps, each put together once. */
const selfContainedTools = new WeakMap<ToolRecord, ToolRecord>();

function toSelfContained(compiled: OwnApp, tool: ToolRecord): ToolRecord {
  let cached = selfContainedTools.get(tool);
  if (!cached)
    selfContainedTools.set(
      tool,
      (cached = {
        ...tool,
        input: selfContained(tool.input, (definition) => findDefinition(compiled, definition)),
      }),
    );
  return cached;
}

/** The app of a slug, in a list that is sorted by them. */
function findEntry(entries: readonly AppEntry[], slug: string): AppEntry | undefined {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle]!.slug < slug) low = middle + 1;
    else high = middle;
  }
  return entries[low]?.slug === slug ? entries[low] : undefined;
}

function findDefinition({ definitions }: OwnApp, name: string): string | undefined {
  const definition = definitions.get(name);
  return definition && JSON.stringify(definition);
}

const notReadyProblem = ({ progress: busy }: Catalog) =>
  new Problem("catalog_not_ready", busy ?? "There is no catalog of apps yet.", {
    hint: "Try again in a minute; the person who runs the service sees how far it is, and can compile it with npm run catalog.",
    headers: { "retry-after": "15" },
  });

const appNotFound = (slug: string) =>
  new Problem("app_not_found", `There is no app ${slug.slice(0, 100)}.`, {
    hint: "GET /api/v1/apps?search= (search_apps) finds apps by name; their ids are lower-case letters, digits and underscores.",
  });

/** Where it is one of several that were sent, the request is wrong, and nothing is missing. */
const unknownApp = (slug: string, index: number) => {
  const { message: detail, hint } = appNotFound(slug);
  return new Problem("invalid_input", detail, {
    hint,
    errors: [{ pointer: `/apps/${index}`, detail }],
  });
};

const toolNotFound = (name: string) =>
  new Problem("tool_not_found", `There is no tool ${name.slice(0, 100)}.`, {
    hint: "POST /api/v1/tools/find (find_tools) finds tools for a task; their names are the app's id, a dot, a verb and a noun.",
  });

const appNotAllowed = (key: ApiKey, slug: string) =>
  new Problem(
    "permission_denied",
    `The key ${key.name} is not for the app ${slug}: it is for ${key.apps!.join(", ")}.`,
    { hint: "Use a key that is for this app." },
  );
