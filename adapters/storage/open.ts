import type { JobKind, JobQueue } from "../../core/ports/job-queue.ts";
import type { AuditLog } from "../../core/ports/stores/audit-log.ts";
import type { CheckoutStore } from "../../core/ports/stores/checkout-store.ts";
import { CONNECTION_JOBS, type ConnectionStore } from "../../core/ports/stores/connection-store.ts";
import {
  ACTION_JOBS,
  type EventStore,
  SERIAL_ACTION_JOBS,
} from "../../core/ports/stores/event-store.ts";
import type { GrantStore } from "../../core/ports/stores/grant-store.ts";
import type { KeyStore } from "../../core/ports/stores/key-store.ts";
import type { PeopleStore } from "../../core/ports/stores/people-store.ts";
import type { RunStore } from "../../core/ports/stores/run-store.ts";
import type { SessionStore } from "../../core/ports/stores/session-store.ts";
import { TOOL_LIST_JOBS } from "../../core/ports/stores/tool-list-store.ts";
import { TRIGGER_JOBS, type TriggerStore } from "../../core/ports/stores/trigger-store.ts";
import type { UserStore } from "../../core/ports/stores/user-store.ts";
import { withIdleQueue } from "../jobs/idle-queue.ts";
import type { JobEngine, JobEngineOptions } from "../jobs/job-engine.ts";
import { StartupError } from "../runtime/startup-error.ts";
import type { OpenSqlOptions, StorageDriver, StorageLocation } from "./driver.ts";
import { driverFor, explainInvalidDatabaseUrl } from "./drivers.ts";
import { migrate } from "./migrate.ts";
import { createBatchedRunStore } from "./queries/batched-runs.ts";
import { releaseLeases } from "./release-leases.ts";
import type { Sql } from "./sql.ts";
import { createSqlAuditLog } from "./stores/audit-log.ts";
import { createSqlCheckoutStore } from "./stores/checkout-store.ts";
import { createSqlConnectionStore } from "./stores/connection-store.ts";
import { createSqlEventStore } from "./stores/event-store.ts";
import { createSqlGrantStore } from "./stores/grant-store.ts";
import { createSqlKeyStore } from "./stores/key-store.ts";
import {
  createSqlNonceStore,
  type SqlNonceStore,
  type SqlNonceStoreOptions,
} from "./stores/nonce-store.ts";
import { createSqlPeopleStore } from "./stores/people-store.ts";
import { createSqlRunStore } from "./stores/run-store.ts";
import { createSqlSessionStore } from "./stores/session-store.ts";
import { createSqlTriggerStore } from "./stores/trigger-store.ts";
import { createSqlUserStore } from "./stores/user-store.ts";

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

/** Opens only the nonce store. Rejects like `openCheckoutStore`. */
export async function openNonceStore(
  location: StorageLocation,
  options?: SqlNonceStoreOptions,
): Promise<SqlNonceStore & { close(): Promise<void> }> {
  const sql = await openServingSql(location);
  return { ...createSqlNonceStore(sql, options), close: () => sql.close() };
}

/** Opens only the key store. Rejects like `openCheckoutStore`. */
export const openKeyStore = async (location: StorageLocation): Promise<KeyStore> =>
  createSqlKeyStore(await openSql(location));

/** The stores of people who sign in, and of the MCP clients that they sign in. */
export interface AccountStores {
  readonly grantStore: GrantStore;
  readonly peopleStore: PeopleStore;
  readonly sessionStore: SessionStore;
  readonly userStore: UserStore;
  readonly auditLog: AuditLog;
}

const createAccountStores = (sql: Sql): AccountStores => ({
  grantStore: createSqlGrantStore(sql),
  peopleStore: createSqlPeopleStore(sql),
  sessionStore: createSqlSessionStore(sql),
  userStore: createSqlUserStore(sql),
  auditLog: createSqlAuditLog(sql),
});

/** Opens only the stores of people who sign in. Rejects like `openCheckoutStore`. */
export async function openAccountStores(
  location: StorageLocation,
): Promise<AccountStores & { close(): Promise<void> }> {
  const sql = await openSql(location);
  return { ...createAccountStores(sql), close: () => sql.close() };
}

/** The kinds of jobs in the database of the platform. */
export const JOB_KINDS: readonly JobKind[] = [
  CONNECTION_JOBS,
  TOOL_LIST_JOBS,
  TRIGGER_JOBS,
  ACTION_JOBS,
  SERIAL_ACTION_JOBS,
];

/**
 * Opens all stores of the platform in one database. Closing `keyStore` writes pending runs and
 * closes the database. `onError` receives the errors of background work. Rejects like
 * `openCheckoutStore`.
 */
export async function openPlatformStores(
  location: StorageLocation,
  { onError, now }: Omit<JobEngineOptions, "kinds"> = {},
): Promise<
  AccountStores & {
    readonly keyStore: KeyStore;
    readonly connectionStore: ConnectionStore;
    readonly jobQueue: JobQueue;
    readonly runStore: RunStore;
    readonly triggerStore: TriggerStore;
    readonly eventStore: EventStore;
    readonly sql: Sql;
  }
> {
  const sql = await openServingSql(location);
  const jobs = await openJobs(sql, location, { onError, now });
  const keyStore = createSqlKeyStore(sql);
  const runStore = createBatchedRunStore(createSqlRunStore(sql), onError);
  const accountStores = createAccountStores(sql);
  const close = async () => {
    await jobs.close();
    await runStore.flush();
    await keyStore.close();
  };
  return {
    keyStore: { ...keyStore, close },
    connectionStore: createSqlConnectionStore(sql, jobs.writer),
    jobQueue: jobs.queue,
    triggerStore: createSqlTriggerStore(sql, jobs.writer),
    eventStore: createSqlEventStore(sql, jobs.writer),
    runStore,
    ...accountStores,
    userStore: afterWrites(accountStores.userStore, runStore.flush),
    sql,
  };
}

/** Writes pending runs before each query about users. */
const afterWrites = (store: UserStore, flush: () => Promise<void>): UserStore => ({
  listUsers: (...args) => flush().then(() => store.listUsers(...args)),
  findUser: (...args) => flush().then(() => store.findUser(...args)),
  deleteUser: (...args) => flush().then(() => store.deleteUser(...args)),
});

/** Opens the jobs of a database. If it rejects, the database is closed. */
async function openJobs(
  sql: Sql,
  location: StorageLocation,
  options: Omit<JobEngineOptions, "kinds">,
): Promise<JobEngine> {
  const driver = driverFor(location);
  const jobs = await driver.createJobEngine(sql, { ...options, kinds: JOB_KINDS });
  try {
    await jobs.writer.ready();
    return withIdleQueue(jobs, options.now);
  } catch (error) {
    await jobs.close();
    await sql.close();
    throw new StartupError(driver.explainError(error, location), { cause: error });
  }
}

/** Opens only the connection store. Rejects like `openCheckoutStore`. */
export async function openConnectionStore(location: StorageLocation): Promise<ConnectionStore> {
  const sql = await openSql(location);
  const jobs = await driverFor(location).createJobEngine(sql, { kinds: JOB_KINDS });
  const store = createSqlConnectionStore(sql, jobs.writer);
  return {
    ...store,
    async close() {
      await jobs.close();
      await store.close();
    },
  };
}

/** Opens and migrates the database at a URL. Rejects like `openCheckoutStore`. */
export const openDatabase = (url: string, options?: OpenSqlOptions): Promise<Sql> =>
  openSql({ url, folder: "" }, options);

const ON_FULL_DISK =
  "Until then, requests that write get 503, and no other process can open the database. Restart once there is space.";

/**
 * Opens and migrates the database of a service. If no other process uses it, the leases in it
 * belong to processes that have died, so they end.
 */
async function openServingSql(location: StorageLocation): Promise<Sql> {
  let releaseLock: (() => void) | undefined;
  const sql = await openSql(location, {}, async (opened, driver) => {
    // On a full disk no other process can open the database, and leases end when they expire.
    if (opened.warning !== undefined) return;
    releaseLock = await driver.holdProcessLock?.(location, () => releaseLeases(opened));
  });
  if (sql.warning !== undefined) console.error(`${sql.warning} ${ON_FULL_DISK}`);
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
