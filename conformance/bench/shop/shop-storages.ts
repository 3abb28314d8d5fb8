import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type PostgresServer, postgresSkipReason, startPostgres } from "../../fixtures/postgres.ts";
import { openCheckoutStore } from "../../ports/databases.ts";
import { showProgress } from "../report/table.ts";
import { insertCheckouts } from "./stored-checkouts.ts";

/** A filled checkout store. */
export interface ShopStorage {
  readonly storage: "SQLite" | "PostgreSQL";
  /** The argument of `openCheckoutStore`: a folder or a database URL. */
  readonly location: string;
  /** The number of stored checkouts. */
  readonly stored: number;
  /** The seconds that filling took. */
  readonly seconds: number;
  /** The size on disk, in megabytes of 1,000,000 bytes. */
  readonly megabytes: number;
}

/** Creates checkout stores. `remove` deletes all of them. */
export interface ShopStorages {
  readonly kinds: readonly ShopStorage["storage"][];
  create(storage: ShopStorage["storage"], stored: number): Promise<ShopStorage>;
  remove(): Promise<void>;
}

/**
 * SQLite files are in a temporary folder. PostgreSQL is the one of the tests, and is skipped if
 * unavailable.
 */
export async function createShopStorages(): Promise<ShopStorages> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-bench-"));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", removeFolder);
  const skipReason = postgresSkipReason();
  if (skipReason) console.error(`PostgreSQL is skipped: ${skipReason}.`);
  const server = skipReason ? undefined : await startPostgres();
  const drops: (() => Promise<void>)[] = [];
  return {
    kinds: ["SQLite", ...(server ? (["PostgreSQL"] as const) : [])],
    async create(storage, stored) {
      const location =
        storage === "SQLite"
          ? mkdtempSync(join(folder, "shop-"))
          : await createDatabase(server!, drops);
      return { storage, location, stored, ...(await fillStorage(storage, location, stored)) };
    },
    async remove() {
      for (const drop of drops) await drop();
      await server?.stop();
      process.off("exit", removeFolder);
      removeFolder();
    },
  };
}

async function createDatabase(
  server: PostgresServer,
  drops: (() => Promise<void>)[],
): Promise<string> {
  const { url, drop } = await server.database();
  drops.push(drop);
  return url;
}

async function fillStorage(
  storage: ShopStorage["storage"],
  location: string,
  stored: number,
): Promise<Pick<ShopStorage, "seconds" | "megabytes">> {
  const { sql } = await openCheckoutStore(location);
  try {
    const startedAt = performance.now();
    // Filling needs no durability.
    if (storage === "SQLite")
      for (const setting of ["journal_mode = off", "synchronous = off", "cache_size = -600000"])
        await sql.query(`pragma ${setting}`);
    await insertCheckouts(sql, stored, (done) =>
      showProgress(`${storage}: ${done} of ${stored} checkouts stored`),
    );
    if (storage === "PostgreSQL")
      for (const table of ["checkouts", "claims"]) await sql.query(`vacuum analyze ${table}`);
    const seconds = (performance.now() - startedAt) / 1000;
    const bytes =
      storage === "SQLite"
        ? statSync(join(location, "jackfield.db")).size
        : Number(
            (await sql.query("select pg_database_size(current_database()) as size"))[0]!["size"],
          );
    return { seconds, megabytes: bytes / 1e6 };
  } finally {
    await sql.close();
    showProgress("");
  }
}
