import type { KeyStore } from "../../ports/key-store.ts";
import type { CompiledApp } from "../domain/catalog/compiled-app.ts";
import { parseCompiledApp } from "../domain/catalog/compiled-format.ts";

/** An app as its account keeps it. */
export type OwnApp = Omit<CompiledApp, "report">;

import { setRecent } from "../../domain/freshness.ts";

/** The apps that an account has added, by slug; the same map as long as nothing has changed. */
export type ReadOwnApps = (account: string) => Promise<ReadonlyMap<string, OwnApp>>;

/** What was added or removed is seen within a second. */
const CACHE_MILLISECONDS = 900;
const MAX_ACCOUNTS = 1000;

const NONE: ReadonlyMap<string, OwnApp> = new Map();

interface CachedApps {
  readonly apps: ReadonlyMap<string, OwnApp>;
  /** Changes when what is kept does. */
  readonly stamp: string;
  readonly until: number;
}

const markOwn = (app: OwnApp): OwnApp => ({ ...app, record: { ...app.record, isOwn: true } });

/** Reads the apps of accounts, and reads those that have changed again. */
export function createOwnAppsReader(
  accounts: Pick<KeyStore, "listApps" | "findApp">,
  now: () => number,
): ReadOwnApps {
  const cache = new Map<string, CachedApps>();
  return async (account) => {
    const cached = cache.get(account);
    if (cached && cached.until > now()) return cached.apps;
    const until = now() + CACHE_MILLISECONDS;
    const listed = await accounts.listApps(account);
    const stamp = listed.map(({ slug, added }) => `${slug} ${added}`).join("\n");
    const apps =
      cached?.stamp === stamp
        ? cached.apps
        : await read(
            account,
            listed.map(({ slug }) => slug),
          );
    setRecent(cache, account, { apps, stamp, until }, MAX_ACCOUNTS);
    return apps;
  };

  async function read(
    account: string,
    slugs: readonly string[],
  ): Promise<ReadonlyMap<string, OwnApp>> {
    if (slugs.length === 0) return NONE;
    const all = await Promise.all(slugs.map((slug) => accounts.findApp(account, slug)));
    return new Map(
      all.flatMap((app) => (app ? [[app.slug, markOwn(parseCompiledApp(app.compiled))]] : [])),
    );
  }
}
