import { createShortCache } from "../../lib/kit/net/short-cache.ts";
import type { CompiledApp } from "../../lib/openapi-tools/compile/index.ts";
import { parseCompiledApp } from "../../lib/openapi-tools/compile/index.ts";
import type { KeyStore } from "../../ports/stores/key-store.ts";

/** An app that an account added. */
export type OwnApp = Omit<CompiledApp, "report">;

/** Reads the apps that accounts added. */
export interface OwnAppsReader {
  /** Returns an account's own apps by slug. The map stays the same until an app changes. */
  read(account: string): Promise<ReadonlyMap<string, OwnApp>>;
  /** Makes the next call read the apps of an account again, because this process changed them. */
  forget(account: string): void;
}

/** Below one second, so that changes are visible within a second. */
const CACHE_MILLISECONDS = 900;
const MAX_ACCOUNTS = 1000;

const NO_APPS: ReadonlyMap<string, OwnApp> = new Map();

interface CachedApps {
  readonly apps: ReadonlyMap<string, OwnApp>;
  /** Changes when an app is added, replaced or removed. */
  readonly stamp: string;
}

const markOwn = (app: OwnApp): OwnApp => ({ ...app, record: { ...app.record, isOwn: true } });

/** Creates a reader that caches each account's apps and reloads them when they change. */
export function createOwnAppsReader(
  keyStore: Pick<KeyStore, "listApps" | "findApp">,
  now: () => number,
): OwnAppsReader {
  const cache = createShortCache<CachedApps>({
    milliseconds: CACHE_MILLISECONDS,
    maxEntries: MAX_ACCOUNTS,
    now,
  });
  return {
    async read(account) {
      const cached = cache.get(account);
      if (cached) return cached.apps;
      const loaded = await cache.load(account, async (last) => {
        const listed = await keyStore.listApps(account);
        const stamp = listed.map(({ slug, added }) => `${slug} ${added}`).join("\n");
        if (last?.stamp === stamp) return last;
        const slugs = listed.map(({ slug }) => slug);
        return { apps: await loadApps(account, slugs), stamp };
      });
      return loaded.apps;
    },
    forget: (account) => cache.delete(account),
  };

  async function loadApps(
    account: string,
    slugs: readonly string[],
  ): Promise<ReadonlyMap<string, OwnApp>> {
    if (slugs.length === 0) return NO_APPS;
    const apps = await Promise.all(slugs.map((slug) => keyStore.findApp(account, slug)));
    return new Map(
      apps.flatMap((app) => (app ? [[app.slug, markOwn(parseCompiledApp(app.compiled))]] : [])),
    );
  }
}
