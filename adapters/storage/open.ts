import type { AuditLog } from "../../core/ports/audit-log.ts";
import type { CheckoutStore } from "../../core/ports/checkout-store.ts";
import type { ConnectionStore } from "../../core/ports/connection-store.ts";
import type { GrantStore } from "../../core/ports/grant-store.ts";
import type { KeyStore } from "../../core/ports/key-store.ts";
import type { PeopleStore } from "../../core/ports/people-store.ts";
import type { RunStore } from "../../core/ports/run-store.ts";
import type { SessionStore } from "../../core/ports/session-store.ts";
import { StartupError } from "../config/startup-error.ts";
import { createSqlAuditLog } from "./audit-log.ts";
import { createBatchedRunStore } from "./batched-runs.ts";
import { createSqlCheckoutStore } from "./checkout-store.ts";
import { createSqlConnectionStore } from "./connection-store.ts";
import type { OpenSqlOptions, StorageDriver, StorageLocation } from "./driver.ts";
import { driverFor, explainInvalidDatabaseUrl } from "./drivers.ts";
import { createSqlGrantStore } from "./grant-store.ts";
import { createSqlKeyStore } from "./key-store.ts";
import { migrate } from "./migrate.ts";
import { createSqlPeopleStore } from "./people-store.ts";
import { releaseLeases } from "./release-leases.ts";
import { createSqlRunStore } from "./run-store.ts";
import { createSqlSessionStore } from "./session-store.ts";
import type { Sql } from "./sql.ts";

/**
 * A checkout store and its database, for adapters with their own tables. Closing one closes both.
 */
export interface OpenedCheckoutStore {
  readonly checkoutStore: CheckoutStore;
  readonly sql: Sql;
}

/**
 * Opens and migrates the database of the site. Rejects with a `StartupError` that explains the fix
 * and contains no password.
 */
export async function openCheckoutStore(location: StorageLocation): Promise<OpenedCheckoutStore> {
  const sql = await openServingSql(location);
  return { checkoutStore: createSqlCheckoutStore(sql), sql };
}

/** Opens only the key store. Rejects like `openCheckoutStore`. */
export const openKeyStore = async (location: StorageLocation): Promise<KeyStore> =>
  createSqlKeyStore(await openSql(location));

/** The stores of people who sign in, and of the MCP clients that they sign in. */
export interface AccountStores {
  readonly grantStore: GrantStore;
  readonly peopleStore: PeopleStore;
  readonly sessionStore: SessionStore;
  readonly auditLog: AuditLog;
}

const createAccountStores = (sql: Sql): AccountStores => ({
  grantStore: createSqlGrantStore(sql),
  peopleStore: createSqlPeopleStore(sql),
  sessionStore: createSqlSessionStore(sql),
  auditLog: createSqlAuditLog(sql),
});

/** Opens only the stores of people who sign in. Rejects like `openCheckoutStore`. */
export async function openAccountStores(
  location: StorageLocation,
): Promise<AccountStores & { close(): Promise<void> }> {
  const sql = await openSql(location);
  return { ...createAccountStores(sql), close: () => sql.close() };
}

/**
 * Opens all stores of the platform in one database. Closing `keyStore` writes pending runs and
 * closes the database. `onError` receives the errors of background writes. Rejects like
 * `openCheckoutStore`.
 */
export async function openPlatformStores(
  location: StorageLocation,
  onError?: (error: unknown) => void,
): Promise<
  AccountStores & {
    readonly keyStore: KeyStore;
    readonly connectionStore: ConnectionStore;
    readonly runStore: RunStore;
    readonly sql: Sql;
  }
> {
  const sql = await openServingSql(location);
  const keyStore = createSqlKeyStore(sql);
  const runStore = createBatchedRunStore(createSqlRunStore(sql), onError);
  const close = () => runStore.flush().then(() => keyStore.close());
  return {
    keyStore: { ...keyStore, close },
    connectionStore: createSqlConnectionStore(sql),
    runStore,
    ...createAccountStores(sql),
    sql,
  };
}

/** Opens only the connection store. Rejects like `openCheckoutStore`. */
export const openConnectionStore = async (location: StorageLocation): Promise<ConnectionStore> =>
  createSqlConnectionStore(await openSql(location));

/** Opens and migrates the database at a URL. Rejects like `openCheckoutStore`. */
export const openDatabase = (url: string, options?: OpenSqlOptions): Promise<Sql> =>
  openSql({ url, folder: "" }, options);

/**
 * Opens and migrates the database of a service. If no other process uses it, the leases in it
 * belong to processes that have died, so they end.
 */
async function openServingSql(location: StorageLocation): Promise<Sql> {
  let releaseLock: (() => void) | undefined;
  const sql = await openSql(location, {}, async (opened, driver) => {
    releaseLock = await driver.holdProcessLock?.(location, () => releaseLeases(opened));
  });
  return {
    ...sql,
    async close() {
      await sql.close();
      releaseLock?.();
    },
  };
}

/**
 * Opens and migrates a database, and prepares it with `prepare`. Rejects like `openCheckoutStore`.
 */
async function openSql(
  location: StorageLocation,
  options?: OpenSqlOptions,
  prepare?: (sql: Sql, driver: StorageDriver) => Promise<void>,
): Promise<Sql> {
  const invalidUrl =
    location.url === undefined ? undefined : explainInvalidDatabaseUrl(location.url);
  if (invalidUrl) throw new StartupError(`DATABASE_URL ${invalidUrl}.`);
  const driver = driverFor(location);
  let sql: Sql | undefined;
  try {
    sql = await driver.open(location, options);
    await migrate(sql);
    await prepare?.(sql, driver);
    return sql;
  } catch (error) {
    await sql?.close();
    if (error instanceof StartupError) throw error;
    throw new StartupError(driver.explainError(error, location), { cause: error });
  }
}
