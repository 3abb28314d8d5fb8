import { setRecent } from "../../lib/kit/freshness.ts";
import { createShortCache } from "../../lib/kit/short-cache.ts";
import type { ToolList, ToolListStore } from "../../ports/tool-list-store.ts";
import { type ListedApp, parseTools } from "./compile-tools.ts";

/** The list of a connection with its tools, which are absent before the first listing. */
export interface LoadedToolList {
  readonly list: ToolList;
  readonly app?: ListedApp | undefined;
}

/** Reads the tools that remote MCP servers list for connections. */
export interface ToolListReader {
  /**
   * Returns the lists of an end user's connections or, without `user`, of those of the account
   * itself: the default connection first, then the newest. The array stays the same until a list
   * changes.
   */
  read(account: string, user: string | undefined): Promise<readonly LoadedToolList[]>;
  /** Reads the tools of one list. */
  load(list: ToolList): Promise<LoadedToolList>;
  /** Makes the next call read the lists of an owner again, because this process changed them. */
  forget(owner: Pick<ToolList, "account" | "user">): void;
}

/** Below one second, so that changes of other processes are visible within a second. */
const CACHE_MILLISECONDS = 900;
const MAX_OWNERS = 500;
/** Connections to the same server often have the same tools, which are in memory once. */
const MAX_PARSED = 200;

interface CachedLists {
  readonly lists: readonly LoadedToolList[];
  readonly stamp: string;
}

/** Creates a reader that caches each owner's lists and reloads them when they change. */
export function createToolListReader(
  store: Pick<ToolListStore, "listToolLists" | "readListedTools">,
  { now, onError }: { now(): number; onError(error: unknown): void },
): ToolListReader {
  const cache = createShortCache<CachedLists>({
    milliseconds: CACHE_MILLISECONDS,
    maxEntries: MAX_OWNERS,
    now,
  });
  const parsed = new Map<string, ListedApp>();

  const load = async (list: ToolList): Promise<LoadedToolList> => {
    const { connection, digest } = list;
    if (digest === undefined) return { list };
    let app = parsed.get(digest);
    if (!app) {
      const compiled = await store.readListedTools(connection, digest);
      if (compiled === undefined) return { list };
      try {
        app = parseTools(compiled);
      } catch (error) {
        onError(error);
        return { list };
      }
    }
    setRecent(parsed, digest, app, MAX_PARSED);
    return { list, app };
  };

  return {
    load,
    async read(account, user) {
      const key = ownerKey({ account, user });
      const cached = cache.get(key);
      if (cached) return cached.lists;
      const loaded = await cache.load(key, async (last) => {
        const lists = await store.listToolLists(account, { user: user ?? null });
        const stamp = JSON.stringify(lists);
        if (last?.stamp === stamp) return last;
        if (lists.length === 0) return { lists: NO_LISTS, stamp };
        return { lists: await Promise.all(lists.map(load)), stamp };
      });
      return loaded.lists;
    },
    forget: (owner) => cache.delete(ownerKey(owner)),
  };
}

const NO_LISTS: readonly LoadedToolList[] = [];

const ownerKey = ({ account, user }: Pick<ToolList, "account" | "user">): string =>
  JSON.stringify([account, user ?? null]);
