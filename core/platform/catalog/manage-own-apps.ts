import { Problem } from "../../http/problem.ts";
import { type CompiledApp, serializeCompiledApp } from "../../lib/openapi-tools/compile/index.ts";
import type { AuditEntry } from "../../ports/stores/audit-log.ts";
import type { ConnectionStore } from "../../ports/stores/connection-store.ts";
import type { KeyStore } from "../../ports/stores/key-store.ts";

/** An app to remove. */
interface RemovedApp {
  readonly account: string;
  readonly slug: string;
  /** Whether the catalog has an app with the same ID. */
  readonly isInCatalog: boolean;
}

/** What removing an app needs. */
interface OwnAppStores {
  readonly keyStore: Pick<KeyStore, "listApps" | "removeApp">;
  readonly connectionStore: Pick<ConnectionStore, "list">;
  removeConnection(id: string): Promise<unknown>;
}

/** The most apps that an account may add, because all of them stay in memory. */
const MAX_APPS = 100;

/** The paths of pages in place of an app's ID. */
const RESERVED_IDS: readonly string[] = ["add"];

/**
 * Stores an app of an account, and replaces one with the same ID. Returns false if an app that must
 * be new has the ID of another. Throws the `Problem` "app_refused" for an ID that pages use, and if
 * the account has too many apps.
 */
export async function saveOwnApp(
  keyStore: Pick<KeyStore, "saveApp" | "findApp">,
  app: CompiledApp,
  {
    account,
    now,
    entry,
    isNew,
  }: {
    readonly account: string;
    /** Milliseconds since 1970. */
    readonly now: number;
    readonly entry: AuditEntry;
    /** Whether no app of the account may have this ID. Default: false. */
    readonly isNew?: boolean | undefined;
  },
): Promise<boolean> {
  const { slug } = app.record;
  if (RESERVED_IDS.includes(slug))
    throw new Problem("app_refused", `An app can't have the ID "${slug}".`, {
      hint: "Choose another ID.",
    });
  const isSaved = await keyStore.saveApp(
    { account, slug, added: new Date(now).toISOString(), compiled: serializeCompiledApp(app) },
    { entry, max: MAX_APPS, isNew },
  );
  if (isSaved) return true;
  if (isNew && (await keyStore.findApp(account, slug))) return false;
  throw new Problem("app_refused", `The account has ${MAX_APPS} apps of its own already.`, {
    hint: "Remove one that you no longer need.",
  });
}

/**
 * Returns the IDs of an app's connections, which are deleted with it. An app that replaces one of
 * the catalog has none, because the connections with its ID may be those of the catalog's app.
 */
export const listRemovedConnections = async (
  store: Pick<ConnectionStore, "list">,
  { account, slug, isInCatalog }: RemovedApp,
): Promise<readonly string[]> =>
  isInCatalog
    ? []
    : (await store.list(account, { app: slug })).map(({ connection }) => connection.id);

/** Removes an app of an account and its connections. Returns whether the account had the app. */
export async function removeOwnApp(
  { keyStore, connectionStore, removeConnection }: OwnAppStores,
  app: RemovedApp,
  entry: AuditEntry,
): Promise<boolean> {
  const { account, slug } = app;
  if (!(await keyStore.listApps(account)).some((each) => each.slug === slug)) return false;
  for (const id of await listRemovedConnections(connectionStore, app)) await removeConnection(id);
  return keyStore.removeApp(account, slug, entry);
}
