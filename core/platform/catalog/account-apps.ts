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
export const createAccountAppsReader = (options: Options): AccountAppsReader =>
  new MergingReader(options);

type OwnApps = ReadonlyMap<string, OwnApp>;

/** The apps that a cached result was made from. */
interface Sources {
  readonly own: OwnApps;
  readonly catalogEntries: Catalog["apps"];
}

class MergingReader implements AccountAppsReader {
  readonly #options: Options;
  readonly #ownOnly = new WeakMap<OwnApps, AccountApps>();
  readonly #merged = new WeakMap<
    readonly LoadedToolList[],
    Sources & { readonly apps: AccountApps }
  >();
  /** The app of the connection that used a list last. Connections with the same tools share a list. */
  readonly #ofConnections = new WeakMap<
    ListedApp,
    Sources & { readonly list: ToolList; readonly app: AccountApp }
  >();

  constructor(options: Options) {
    this.#options = options;
  }

  async read({ account, user }: Pick<Actor, "account" | "user">): Promise<AccountApps> {
    const { catalog, ownApps, toolLists } = this.#options;
    const [own, lists] = await Promise.all([ownApps.read(account), toolLists.read(account, user)]);
    if (lists.length === 0) return this.#toOwnApps(own);
    const cached = this.#merged.get(lists);
    if (cached?.own === own && cached.catalogEntries === catalog.apps) return cached.apps;
    const catalogEntries = catalog.apps;
    const apps = new Map(this.#toOwnApps(own).apps);
    const bySlug = Map.groupBy(lists, ({ list }) => list.app);
    for (const [slug, group] of bySlug) {
      const app = await this.#withListedTools(slug, group, own);
      if (app) apps.set(slug, app);
    }
    const created: AccountApps = {
      apps,
      lists: new Map([...bySlug].map(([slug, group]) => [slug, group.map(({ list }) => list)])),
    };
    this.#merged.set(lists, { own, catalogEntries, apps: created });
    return created;
  }

  async readForConnection(
    actor: Pick<Actor, "account" | "user">,
    slug: string,
    connection: string,
  ): Promise<AccountApp | undefined> {
    const { catalog, ownApps, toolLists } = this.#options;
    const found = await toolLists.find(actor, slug, connection);
    if (!found?.app) return undefined;
    const key = { own: await ownApps.read(actor.account), catalogEntries: catalog.apps };
    const { app, list } = found;
    const cached = this.#ofConnections.get(app);
    if (
      cached?.own === key.own &&
      cached.catalogEntries === key.catalogEntries &&
      cached.list.connection === list.connection &&
      cached.list.source === list.source
    )
      return cached.app;
    const created = await this.#withListedTools(slug, [found], key.own);
    if (created) this.#ofConnections.set(app, { ...key, list, app: created });
    return created;
  }

  #toOwnApps(own: OwnApps): AccountApps {
    const cached = this.#ownOnly.get(own);
    if (cached) return cached;
    const apps = new Map(
      [...own].map(([slug, app]) => [slug, { ...app, entry: app.record }] as const),
    );
    const created = { apps, lists: NO_LISTS };
    this.#ownOnly.set(own, created);
    return created;
  }

  /** Returns an app with the tools of these lists, which belong to it. */
  async #withListedTools(
    slug: string,
    lists: readonly LoadedToolList[],
    own: OwnApps,
  ): Promise<AccountApp | undefined> {
    const { catalog } = this.#options;
    const record = own.get(slug)?.record ?? (await catalog.findApp(slug));
    if (!record || !listsToolsByConnection(record)) return undefined;
    const source = toolSource(record);
    const usable = lists.flatMap(({ list, app }) =>
      app && list.source === source ? [{ connection: list.connection, app }] : [],
    );
    const [first, ...others] = usable;
    if (!first) return undefined;
    const { app, connectionsByTool } = combine([first, ...others]);
    // A connection without a list may have the tools as well. Without a default, each counts.
    const isUnknown = (lists[0]?.list.isDefault ? lists.slice(0, 1) : lists).some(
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
        popular: entry.popular || this.#isPopularName(plainName(entry.name)),
      },
      // A run must not move to another connection because the list of its own is missing.
      connectionsByTool: isUnknown ? undefined : connectionsByTool,
    };
  }

  /** Whether the catalog has a popular app with this name, such as the HTTP API of a server. */
  #isPopularName(name: string): boolean {
    return this.#options.catalog.apps.some((each) => each.popular === true && each.name === name);
  }
}

const NO_LISTS: AccountApps["lists"] = new Map();

interface UsableList {
  readonly connection: string;
  readonly app: ListedApp;
}

/**
 * Combines the lists of several connections to one app. Of tools with the same name, the first
 * list's is used. All parts stay sorted by name.
 */
function combine(lists: readonly [UsableList, ...UsableList[]]): {
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
  const [{ app: first }] = lists;
  const isSame = lists.every(({ app }) => app === first);
  if (isSame) return { app: first, connectionsByTool };
  const parts = new Map<string, Pick<ListedApp, "tools" | "cards" | "documents">>();
  for (const { app } of lists)
    for (const [index, tool] of app.tools.entries())
      if (!parts.has(tool.name))
        parts.set(tool.name, {
          // Two lists may have different definitions of the same name.
          tools: [withDefinitions(app, tool)],
          cards: app.cards.slice(index, index + 1),
          documents: app.documents.slice(index, index + 1),
        });
  const sorted = [...parts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
  return {
    app: {
      ...first,
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
