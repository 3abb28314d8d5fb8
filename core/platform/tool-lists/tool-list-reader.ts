import { setRecent } from "../../lib/kit/net/freshness.ts";
import { createShortCache } from "../../lib/kit/net/short-cache.ts";
import type { ToolList, ToolListStore } from "../../ports/stores/tool-list-store.ts";
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
/** How much compiled text they have in total, in UTF-16 units. Memory takes about twice as much. */
const MAX_PARSED_LENGTH = 60_000_000;
/** An owner's oldest lists beyond this length aren't used. */
const MAX_OWNER_LENGTH = 20_000_000;

const TOO_MANY =
  "The tools of this connection aren't used, because those of newer connections have more than 20 MB. Delete connections that you don't need.";

interface ParsedTools {
  readonly app: ListedApp;
  /** The length of the compiled text. */
  readonly length: number;
}

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
  const parsed = new Map<string, ParsedTools>();

  const parse = async ({ connection, digest }: ToolList): Promise<ParsedTools | undefined> => {
    if (digest === undefined) return undefined;
    let tools = parsed.get(digest);
    if (!tools) {
      const compiled = await store.readListedTools(connection, digest);
      if (compiled === undefined) return undefined;
      try {
        tools = { app: parseTools(compiled), length: compiled.length };
      } catch (error) {
        onError(error);
        return undefined;
      }
    }
    setRecent(parsed, digest, tools, MAX_PARSED);
    keepTotalLength(parsed, MAX_PARSED_LENGTH);
    return tools;
  };

  const load = async (list: ToolList): Promise<LoadedToolList> => {
    const tools = await parse(list);
    return tools ? { list, app: tools.app } : { list };
  };

  const loadAll = async (lists: readonly ToolList[]): Promise<readonly LoadedToolList[]> => {
    const loaded: LoadedToolList[] = [];
    let length = 0;
    for (const list of lists) {
      if (length >= MAX_OWNER_LENGTH) {
        loaded.push({ list: { ...list, omitted: TOO_MANY } });
        continue;
      }
      const tools = await parse(list);
      length += tools?.length ?? 0;
      loaded.push(tools ? { list, app: tools.app } : { list });
    }
    return loaded;
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
        return { lists: await loadAll(lists), stamp };
      });
      return loaded.lists;
    },
    forget: (owner) => cache.delete(ownerKey(owner)),
  };
}

const NO_LISTS: readonly LoadedToolList[] = [];

/** Removes the tools that weren't used for the longest time. */
function keepTotalLength(parsed: Map<string, ParsedTools>, max: number): void {
  let total = 0;
  for (const { length } of parsed.values()) total += length;
  for (const [digest, { length }] of parsed) {
    if (total <= max) return;
    parsed.delete(digest);
    total -= length;
  }
}

const ownerKey = ({ account, user }: Pick<ToolList, "account" | "user">): string =>
  JSON.stringify([account, user ?? null]);
