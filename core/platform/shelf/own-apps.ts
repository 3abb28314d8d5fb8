import type { Accounts } from "../../ports/accounts.ts";
import type { CompiledApp } from "../domain/catalogue/compiled.ts";
import { fromKeptText } from "../domain/catalogue/kept.ts";

/** An app as its account keeps it. */
export type OwnApp = Omit<CompiledApp, "report">;

import { remember } from "../../domain/freshness.ts";

/** The apps that an account has added, by slug; the same map as long as nothing has changed. */
export type OwnApps = (account: string) => Promise<ReadonlyMap<string, OwnApp>>;

/** What was added or removed is seen within a second. */
const BELIEVED_MILLISECONDS = 900;
const MOST_ACCOUNTS = 1000;

const NONE: ReadonlyMap<string, OwnApp> = new Map();

interface Kept {
  readonly apps: ReadonlyMap<string, OwnApp>;
  /** Changes when what is kept does. */
  readonly stamp: string;
  readonly until: number;
}

const owned = (app: OwnApp): OwnApp => ({ ...app, record: { ...app.record, isOwn: true } });

/** Reads the apps of accounts, and reads those that have changed again. */
export function ownAppsOf(accounts: Pick<Accounts, "apps" | "app">, now: () => number): OwnApps {
  const known = new Map<string, Kept>();
  return async (account) => {
    const kept = known.get(account);
    if (kept && kept.until > now()) return kept.apps;
    const until = now() + BELIEVED_MILLISECONDS;
    const listed = await accounts.apps(account);
    const stamp = listed.map(({ slug, added }) => `${slug} ${added}`).join("\n");
    const apps =
      kept?.stamp === stamp
        ? kept.apps
        : await read(
            account,
            listed.map(({ slug }) => slug),
          );
    remember(known, account, { apps, stamp, until }, MOST_ACCOUNTS);
    return apps;
  };

  async function read(
    account: string,
    slugs: readonly string[],
  ): Promise<ReadonlyMap<string, OwnApp>> {
    if (slugs.length === 0) return NONE;
    const all = await Promise.all(slugs.map((slug) => accounts.app(account, slug)));
    return new Map(
      all.flatMap((app) => (app ? [[app.slug, owned(fromKeptText(app.compiled))]] : [])),
    );
  }
}
