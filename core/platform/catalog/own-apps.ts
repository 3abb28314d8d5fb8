import { setRecent } from "../../lib/kit/freshness.ts";
import type { CompiledApp } from "../../lib/openapi-tools/compile/index.ts";
import { parseCompiledApp } from "../../lib/openapi-tools/compile/index.ts";
import type { KeyStore } from "../../ports/key-store.ts";

/** An app that an account added. */
export type OwnApp = Omit<CompiledApp, "report">;

/** Returns an account's own apps by slug. The map stays the same until an app changes. */
export type ReadOwnApps = (account: string) => Promise<ReadonlyMap<string, OwnApp>>;

/** Below one second, so that changes are visible within a second. */
const CACHE_MILLISECONDS = 900;
const MAX_ACCOUNTS = 1000;

const NO_APPS: ReadonlyMap<string, OwnApp> = new Map();

interface CachedApps {
  readonly apps: ReadonlyMap<string, OwnApp>;
  /** Changes when an app is added, replaced or removed. */
  readonly stamp: string;
  readonly until: number;
}

const markOwn = (app: OwnApp): OwnApp => ({ ...app, record: { ...app.record, isOwn: true } });

/** Creates a reader that caches each account's apps and reloads them when they change. */
export function createOwnAppsReader(
  keyStore: Pick<KeyStore, "listApps" | "findApp">,
  now: () => number,
): ReadOwnApps {
  const cache = new Map<string, CachedApps>();
  return async (account) => {
    const cached = cache.get(account);
    if (cached && cached.until > now()) return cached.apps;
    const until = now() + CACHE_MILLISECONDS;
    const listed = await keyStore.listApps(account);
    const stamp = listed.map(({ slug, added }) => `${slug} ${added}`).join("\n");
    const slugs = listed.map(({ slug }) => slug);
    const apps = cached?.stamp === stamp ? cached.apps : await loadApps(account, slugs);
    setRecent(cache, account, { apps, stamp, until }, MAX_ACCOUNTS);
    return apps;
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
