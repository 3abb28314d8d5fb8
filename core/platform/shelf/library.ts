import type { Accounts, ApiKey } from "../../ports/accounts.ts";
import type { AppEntry, ToolRecord } from "../../ports/apps.ts";
import type { Catalogue } from "../../ports/catalogue.ts";
import { Problem } from "../../problem.ts";
import { isFor } from "../access/permission.ts";
import { cardOf } from "../domain/catalogue/card.ts";
import { selfContained } from "../domain/catalogue/self-contained.ts";
import type { Finder } from "./finder.ts";
import { type OwnApp, ownAppsOf } from "./own-apps.ts";
import type { Shelf, ShelfApp } from "./shelf.ts";

export interface LibraryOptions {
  readonly catalogue: Catalogue;
  readonly accounts: Pick<Accounts, "apps" | "app" | "connections">;
  readonly finder: Finder;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Gives each key its shelf. */
export type Library = (key: ApiKey) => Shelf;

/** The catalogue and what accounts have added to it, as one. */
export function createLibrary({ catalogue, accounts, finder, now }: LibraryOptions): Library {
  const ownApps = ownAppsOf(accounts, now);
  const merged = new WeakMap<
    ReadonlyMap<string, OwnApp>,
    { readonly of: readonly AppEntry[]; readonly entries: readonly AppEntry[] }
  >();

  /** All apps of an account, its own in place of the catalogue's of the same slug. */
  const entriesOf = (own: ReadonlyMap<string, OwnApp>): readonly AppEntry[] => {
    if (own.size === 0) return catalogue.apps;
    const kept = merged.get(own);
    if (kept?.of === catalogue.apps) return kept.entries;
    const entries = [
      ...catalogue.apps.filter(({ slug }) => !own.has(slug)),
      ...[...own.values()].map(({ record }) => record),
    ];
    entries.sort((a, b) => (a.slug < b.slug ? -1 : 1));
    merged.set(own, { of: catalogue.apps, entries });
    return entries;
  };

  return (key) => {
    const read = <T>(promise: Promise<T>): Promise<T> =>
      promise.catch((cause: unknown) => {
        throw new Problem(
          "storage_unavailable",
          "What is kept of the account can't be read just now.",
          { hint: "Try again in a little while.", cause },
        );
      });
    const counted = () => read(accounts.connections(key.account, key.user));

    const openApps = async () => {
      const own = await read(ownApps(key.account));
      if (catalogue.apps.length === 0 && own.size === 0) throw notReady(catalogue);
      const find = (slug: string): AppEntry => {
        const entry = own.get(slug)?.record ?? entryOf(catalogue.apps, slug);
        if (!entry) throw noApp(slug);
        if (!isFor(key, slug)) throw notFor(key, slug);
        return entry;
      };
      return { own, find };
    };

    const open = async () => {
      const [{ own, find }, connections] = await Promise.all([openApps(), counted()]);
      const seen = (entry: AppEntry): ShelfApp => ({
        entry,
        isOwn: own.has(entry.slug),
        connections: connections.get(entry.slug) ?? 0,
      });
      return { own, connections, seen, all: entriesOf(own), find };
    };

    const toolIn = async (
      { own, find }: Awaited<ReturnType<typeof openApps>>,
      name: string,
    ): Promise<{ entry: AppEntry; compiled?: OwnApp | undefined; tool: ToolRecord }> => {
      const slug = name.slice(0, Math.max(name.indexOf("."), 0));
      if (!slug || !(own.has(slug) || entryOf(catalogue.apps, slug))) throw noTool(name);
      const entry = find(slug);
      const compiled = own.get(slug);
      const tool = compiled
        ? compiled.tools.find((each) => each.name === name)
        : await catalogue.tool(name);
      if (!tool) throw noTool(name);
      return { entry, compiled, tool: compiled ? whole(compiled, tool) : tool };
    };

    return {
      async apps() {
        const { all, seen } = await open();
        return { entries: key.apps ? all.filter(({ slug }) => isFor(key, slug)) : all, seen };
      },

      async app(slug) {
        const { own, seen, find } = await open();
        const entry = find(slug);
        const record = own.get(slug)?.record ?? (await catalogue.app(slug));
        if (!record) throw noApp(slug);
        return { app: seen(entry), record };
      },

      async toolsOf(slug) {
        const { own, seen, find } = await open();
        const app = seen(find(slug));
        const compiled = own.get(slug);
        if (compiled)
          return {
            app,
            length: compiled.cards.length,
            cards: async (start, end) => compiled.cards.slice(start, end),
          };
        const { first, end } = catalogue.toolsOf(slug) ?? { first: 0, end: 0 };
        return {
          app,
          length: end - first,
          cards: (from, to) =>
            catalogue.cards(Array.from({ length: to - from }, (_, at) => first + from + at)),
        };
      },

      async tool(name) {
        const opened = await open();
        const { entry, compiled, tool } = await toolIn(opened, name);
        return {
          app: opened.seen(entry),
          card:
            compiled?.cards[compiled.tools.findIndex((each) => each.name === name)] ?? cardOf(tool),
          tool,
        };
      },

      async toRun(name) {
        const { entry, compiled, tool } = await toolIn(await openApps(), name);
        const record = compiled?.record ?? (await catalogue.app(entry.slug));
        if (!record) throw noTool(name);
        return {
          isOwn: compiled !== undefined,
          record,
          tool,
          connections: async () => (await counted()).get(entry.slug) ?? 0,
        };
      },

      async find({ task, limit, apps, connected }) {
        const { own, connections, seen, all } = await open();
        const strange = (apps ?? []).findIndex(
          (slug) => !own.has(slug) && !entryOf(catalogue.apps, slug),
        );
        if (strange !== -1) throw noSuchApp(apps![strange]!, strange);
        const wanted = apps && new Set(apps);
        const isWanted = ({ slug }: AppEntry) =>
          isFor(key, slug) &&
          (!wanted || wanted.has(slug)) &&
          (connected === undefined || connections.has(slug) === connected);
        const isNarrow = key.apps !== undefined || wanted !== undefined || connected !== undefined;
        const within = isNarrow ? new Set(all.filter(isWanted).map(({ slug }) => slug)) : undefined;
        const found = await finder({
          task,
          limit,
          own,
          connected: new Set(connections.keys()),
          apps: within,
        });
        return found.map(({ card, score, why }) => {
          const slug = card.name.slice(0, card.name.indexOf("."));
          return { app: seen(own.get(slug)?.record ?? entryOf(all, slug)!), card, score, why };
        });
      },
    };
  };
}

/** Tools of accounts' own apps, each put together once. */
const wholes = new WeakMap<ToolRecord, ToolRecord>();

function whole(compiled: OwnApp, tool: ToolRecord): ToolRecord {
  let found = wholes.get(tool);
  if (!found)
    wholes.set(
      tool,
      (found = {
        ...tool,
        input: selfContained(tool.input, (definition) => definitionIn(compiled, definition)),
      }),
    );
  return found;
}

/** The app of a slug, in a list that is sorted by them. */
function entryOf(entries: readonly AppEntry[], slug: string): AppEntry | undefined {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle]!.slug < slug) low = middle + 1;
    else high = middle;
  }
  return entries[low]?.slug === slug ? entries[low] : undefined;
}

function definitionIn({ definitions }: OwnApp, name: string): string | undefined {
  const definition = definitions.get(name);
  return definition && JSON.stringify(definition);
}

const notReady = ({ busy }: Catalogue) =>
  new Problem("catalogue_not_ready", busy ?? "There is no catalogue of apps yet.", {
    hint: "Try again in a minute; the person who runs the service sees how far it is, and can compile it with npm run catalogue.",
    headers: { "retry-after": "15" },
  });

const noApp = (slug: string) =>
  new Problem("app_not_found", `There is no app ${slug.slice(0, 100)}.`, {
    hint: "GET /api/v1/apps?search= (search_apps) finds apps by name; their ids are lower-case letters, digits and underscores.",
  });

/** Where it is one of several that were sent, the request is wrong, and nothing is missing. */
const noSuchApp = (slug: string, at: number) => {
  const { message: detail, hint } = noApp(slug);
  return new Problem("invalid_input", detail, {
    hint,
    errors: [{ pointer: `/apps/${at}`, detail }],
  });
};

const noTool = (name: string) =>
  new Problem("tool_not_found", `There is no tool ${name.slice(0, 100)}.`, {
    hint: "POST /api/v1/tools/find (find_tools) finds tools for a task; their names are the app's id, a dot, a verb and a noun.",
  });

const notFor = (key: ApiKey, slug: string) =>
  new Problem(
    "permission_denied",
    `The key ${key.name} is not for the app ${slug}: it is for ${key.apps!.join(", ")}.`,
    { hint: "Use a key that is for this app." },
  );
