import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../fixtures/postgres.ts";

const VERSION = join(import.meta.dirname, "0.1.0");

/** The products that the stored checkouts refer to. */
export const PRODUCTS_FILE = join(VERSION, "products.json");

/** For each database, the stored data in plain text and the API responses of 0.1.0. */
export const EXPECTED = JSON.parse(readFileSync(join(VERSION, "expected.json"), "utf8"));

export type DatabaseKind = "sqlite" | "postgres";

/** A copy of the stored data that a test may change. */
export interface RestoredData {
  readonly dataDir: string;
  /** `undefined` for SQLite, whose database is a file in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Deletes the copy. */
  remove(): Promise<void>;
}

/** Copies the data folder, and loads the database dump into a new PostgreSQL database. */
export async function restoreData(kind: DatabaseKind): Promise<RestoredData> {
  const dataDir = mkdtempSync(join(tmpdir(), "jackfield-stored-data-"));
  cpSync(join(VERSION, kind), dataDir, { recursive: true });
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (kind === "sqlite")
    return { dataDir, databaseUrl: undefined, remove: async () => removeFolder() };
  const { url, drop } = await (await startPostgres()).database();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(readFileSync(join(VERSION, "postgres.sql"), "utf8"));
  await client.end();
  return {
    dataDir,
    databaseUrl: url,
    async remove() {
      await drop();
      removeFolder();
    },
  };
}
