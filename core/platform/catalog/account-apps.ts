import { plainName, selfContained, withToolCounts } from "../../lib/openapi-tools/compile/index.ts";
import { listsToolsByConnection, type ToolRecord } from "../../lib/openapi-tools/index.ts";
import type { Catalog } from "../../ports/catalog.ts";
import type { ToolList } from "../../ports/stores/tool-list-store.ts";
import type { Actor } from "../auth/actor.ts";
import { type ListedApp, toolSource } from "../tool-lists/compile-tools.ts";
import type { LoadedToolList } from "../tool-lists/tool-list-reader.ts";
import type { ToolLists } from "../tool-lists/tool-lists.ts";
import type { AccountApp } from "./account-app.ts";
import type { OwnApp, OwnAppsReader } from "./own-apps.ts";
import { findEntry } from "./search/merge-entries.ts";

/** The apps of an actor whose tools aren't those of the catalog. Stays the same until one changes. */
export interface AccountApps {
  /** By slug. */
  readonly apps: ReadonlyMap<string, AccountApp>;
  /** The lists of the actor's connections by app, also those without tools yet. */
  readonly lists: ReadonlyMap<string, readonly ToolList[]>;
}

/** Reads the apps of an actor whose tools aren't those of the catalog. */
export interface AccountAppsReader {
  read(actor: Pick<Actor, "account" | "user">): Promise<AccountApps>;
  /** Returns a remote MCP server with the tools that a connection lists, by its ID or label. */
  readForConnection(
    actor: Pick<Actor, "account" | "user">,
    slug: string,
    connection: string,
  ): Promise<AccountApp | undefined>;
}

interface Options {
  readonly catalog: Pick<Catalog, "apps" | "findApp">;
  readonly ownApps: Pick<OwnAppsReader, "read">;
  readonly toolLists: Pick<ToolLists, "read" | "find">;
}

/** Creates a reader that merges the account's own apps and the tools that its connections list. */
export function createAccountAppsReader({
  catalog,
  ownApps,
  toolLists,
}: Options): AccountAppsReader {
  type Own = ReadonlyMap<string, OwnApp>;
  const ownOnly = new WeakMap<Own, AccountApps>();
  const merged = new WeakMap<
    readonly LoadedToolList[],
    { readonly own: Own; readonly catalogEntries: Catalog["apps"]; readonly apps: AccountApps }
  >();

  /** The app of the connection that used a list last. Connections with the same tools share a list. */
  const ofConnections = new WeakMap<
    ListedApp,
    {
      readonly own: Own;
      readonly catalogEntries: Catalog["apps"];
      readonly list: ToolList;
      readonly app: AccountApp;
    }
  >();

  /** Whether the catalog has a popular app with this name, such as the HTTP API of a server. */
  const isPopularName = (name: string): boolean =>
    catalog.apps.some((each) => each.popular === true && each.name === name);

  const toOwnApps = (own: Own): AccountApps => {
    const cached = ownOnly.get(own);
    if (cached) return cached;
    const apps = new Map(
      [...own].map(([slug, app]) => [slug, { ...app, entry: app.record }] as const),
    );
    const created = { apps, lists: NO_LISTS };
    ownOnly.set(own, created);
    return created;
  };

  /** Returns an app with the tools of these lists, which belong to it. */
  const withListedTools = async (
    slug: string,
    lists: readonly LoadedToolList[],
    own: Own,
  ): Promise<AccountApp | undefined> => {
    const record = own.get(slug)?.record ?? (await catalog.findApp(slug));
    if (!record || !listsToolsByConnection(record)) return undefined;
    const source = toolSource(record);
    const usable = lists.flatMap(({ list, app }) =>
      app && list.source === source ? [{ connection: list.connection, app }] : [],
    );
    if (usable.length === 0) return undefined;
    const { app, connectionsByTool } = combine(usable);
    // A connection without a list may have the tools as well. Without a default, each counts.
    const isUnknown = (lists[0]!.list.isDefault ? lists.slice(0, 1) : lists).some(
      ({ list }) => !usable.some(({ connection }) => connection === list.connection),
    );
    const count = app.tools.length;
    const entry = own.get(slug)?.record ?? findEntry(catalog.apps, slug) ?? record;
    return {
      ...app,
      record: { ...record, tools: count, methods: withToolCounts(record.methods, app.tools) },
      entry: {
        ...entry,
        tools: count,
        read: record.base,
        popular: entry.popular || isPopularName(plainName(entry.name)),
      },
      // A run must not move to another connection because the list of its own is missing.
      connectionsByTool: isUnknown ? undefined : connectionsByTool,
    };
  };

  return {
    async read({ account, user }) {
      const [own, lists] = await Promise.all([
        ownApps.read(account),
        toolLists.read(account, user),
      ]);
      if (lists.length === 0) return toOwnApps(own);
      const cached = merged.get(lists);
      if (cached?.own === own && cached.catalogEntries === catalog.apps) return cached.apps;
      const catalogEntries = catalog.apps;
      const apps = new Map(toOwnApps(own).apps);
      const bySlug = Map.groupBy(lists, ({ list }) => list.app);
      for (const [slug, group] of bySlug) {
        const app = await withListedTools(slug, group, own);
        if (app) apps.set(slug, app);
      }
      const created: AccountApps = {
        apps,
        lists: new Map([...bySlug].map(([slug, group]) => [slug, group.map(({ list }) => list)])),
      };
      merged.set(lists, { own, catalogEntries, apps: created });
      return created;
    },

    async readForConnection(actor, slug, connection) {
      const found = await toolLists.find(actor, slug, connection);
      if (!found?.app) return undefined;
      const key = { own: await ownApps.read(actor.account), catalogEntries: catalog.apps };
      const { app, list } = found;
      const cached = ofConnections.get(app);
      if (
        cached?.own === key.own &&
        cached.catalogEntries === key.catalogEntries &&
        cached.list.connection === list.connection &&
        cached.list.source === list.source
      )
        return cached.app;
      const created = await withListedTools(slug, [found], key.own);
      if (created) ofConnections.set(app, { ...key, list, app: created });
      return created;
    },
  };
}

const NO_LISTS: AccountApps["lists"] = new Map();

/**
 * Combines the lists of several connections to one app. Of tools with the same name, the first
 * list's is used. All parts stay sorted by name.
 */
function combine(lists: readonly { readonly connection: string; readonly app: ListedApp }[]): {
  readonly app: ListedApp;
  readonly connectionsByTool: ReadonlyMap<string, readonly string[]>;
} {
  const connectionsByTool = new Map<string, string[]>();
  for (const { connection, app } of lists)
    for (const { name } of app.tools) {
      const connections = connectionsByTool.get(name);
      if (connections) connections.push(connection);
      else connectionsByTool.set(name, [connection]);
    }
  const [first, ...others] = lists.map(({ app }) => app);
  const isSame = others.every((app) => app === first);
  if (isSame) return { app: first!, connectionsByTool };
  const parts = new Map<string, Pick<ListedApp, "tools" | "cards" | "documents">>();
  for (const app of [first!, ...others])
    for (const [index, tool] of app.tools.entries())
      if (!parts.has(tool.name))
        parts.set(tool.name, {
          // Two lists may have different definitions of the same name.
          tools: [withDefinitions(app, tool)],
          cards: [app.cards[index]!],
          documents: [app.documents[index]!],
        });
  const sorted = [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
  return {
    app: {
      ...first!,
      definitions: new Map(),
      tools: sorted.flatMap(({ tools }) => tools),
      cards: sorted.flatMap(({ cards }) => cards),
      documents: sorted.flatMap(({ documents }) => documents),
    },
    connectionsByTool,
  };
}

/** Tools with the definitions that their input schemas refer to, cached per tool. */
const completeTools = new WeakMap<ToolRecord, ToolRecord>();

/** Returns a tool of an app with its schema definitions included. */
export function withDefinitions({ definitions }: OwnApp, tool: ToolRecord): ToolRecord {
  const cached = completeTools.get(tool);
  if (cached) return cached;
  const complete: ToolRecord = {
    ...tool,
    input: selfContained(tool.input, (name) => {
      const definition = definitions.get(name);
      return definition && JSON.stringify(definition);
    }),
  };
  completeTools.set(tool, complete);
  // Its definitions are those of `$defs` now.
  completeTools.set(complete, complete);
  return complete;
}
