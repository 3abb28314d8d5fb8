import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { openPlace } from "../ports/storage/open-place.ts";
import { type Postgres, startPostgres, whyNoPostgres } from "../rig/postgres.ts";
import { fill } from "./stored.ts";
import { showProgress } from "./table.ts";

/** Where a shop keeps its checkouts. */
export interface ShopPlace {
  readonly storage: "SQLite" | "PostgreSQL";
  /** As `openPlace` takes it. */
  readonly place: string;
  /** How many checkouts it was filled with. */
  readonly stored: number;
  /** Seconds that the filling took. */
  readonly seconds: number;
  /** On disk, of 1,000,000 bytes. */
  readonly megabytes: number;
}

/** Makes places, and removes all of them in the end. */
export interface ShopPlaces {
  readonly storages: readonly ShopPlace["storage"][];
  make(storage: ShopPlace["storage"], stored: number): Promise<ShopPlace>;
  remove(): Promise<void>;
}

/** SQLite's file is in a folder of its own in the system's for temporary files; PostgreSQL is the tests', left out where there is none. */
export async function shopPlaces(): Promise<ShopPlaces> {
  const folder = mkdtempSync(join(tmpdir(), "jackfield-bench-"));
  const leave = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", leave);
  const whyNot = whyNoPostgres();
  if (whyNot) console.error(`PostgreSQL is left out: ${whyNot}.`);
  const server = whyNot ? undefined : await startPostgres();
  const drops: (() => Promise<void>)[] = [];
  return {
    storages: ["SQLite", ...(server ? (["PostgreSQL"] as const) : [])],
    async make(storage, stored) {
      const place =
        storage === "SQLite" ? mkdtempSync(join(folder, "shop-")) : await database(server!, drops);
      return { storage, place, stored, ...(await filled(storage, place, stored)) };
    },
    async remove() {
      for (const drop of drops) await drop();
      await server?.stop();
      process.off("exit", leave);
      leave();
    },
  };
}

async function database(server: Postgres, drops: (() => Promise<void>)[]): Promise<string> {
  const { url, drop } = await server.database();
  drops.push(drop);
  return url;
}

async function filled(
  storage: ShopPlace["storage"],
  place: string,
  stored: number,
): Promise<Pick<ShopPlace, "seconds" | "megabytes">> {
  const { sql } = await openPlace(place);
  try {
    const began = performance.now();
    // While it is filled, nothing has to outlast anything.
    if (storage === "SQLite")
      for (const word of ["journal_mode = off", "synchronous = off", "cache_size = -600000"])
        await sql.query(`pragma ${word}`);
    await fill(sql, stored, (done) =>
      showProgress(`${storage}: ${done} of ${stored} checkouts stored`),
    );
    if (storage === "PostgreSQL")
      for (const table of ["checkouts", "claims"]) await sql.query(`vacuum analyze ${table}`);
    const seconds = (performance.now() - began) / 1000;
    const bytes =
      storage === "SQLite"
        ? statSync(join(place, "jackfield.db")).size
        : Number(
            (await sql.query("select pg_database_size(current_database()) as size"))[0]!["size"],
          );
    return { seconds, megabytes: bytes / 1e6 };
  } finally {
    await sql.close();
    showProgress("");
  }
}
