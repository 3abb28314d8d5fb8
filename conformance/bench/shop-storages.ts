import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { type PostgresServer, postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";
import { openCheckoutStore } from "../ports/checkout-store/open-checkout-store.ts";
import { insertCheckouts } from "./stored-checkouts.ts";
import { showProgress } from "./table.ts";

/** Where a shop keeps its checkouts. */
export interface ShopStorage {
  readonly storage: "SQLite" | "PostgreSQL";
  /** As `openPlace` takes it. */
  readonly location: string;
  /** How many checkouts it was filled with. */
  readonly stored: number;
  /** Seconds that the filling took. */
  readonly seconds: number;
  /** On disk, of 1,000,000 bytes. */
  readonly megabytes: number;
}

/** Makes places, and removes all of them in the end. */
export interface ShopStorages {
  readonly kinds: readonly ShopStorage["storage"][];
  create(storage: ShopStorage["storage"], stored: number): Promise<ShopStorage>;
  remove(): Promise<void>;
}

/** SQLite's file is in a folder of its own in the system's for temporary files; PostgreSQL is the tests', left out where there is none. */
export async function createShopStorages(): Promise<ShopStorages> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-bench-"));
  const leave = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", leave);
  const skipReason = postgresSkipReason();
  if (skipReason) console.error(`PostgreSQL is left out: ${skipReason}.`);
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
      process.off("exit", leave);
      leave();
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
    // While it is filled, nothing has to outlast anything.
    if (storage === "SQLite")
      for (const word of ["journal_mode = off", "synchronous = off", "cache_size = -600000"])
        await sql.query(`pragma ${word}`);
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
