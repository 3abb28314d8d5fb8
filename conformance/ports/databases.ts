import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StorageLocation } from "../../adapters/storage/open.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";

/** A kind of database that Jackfield supports. */
export interface DatabaseKind {
  readonly name: string;
  /** Why this machine can't run it. */
  readonly skipReason?: string | undefined;
  /** Creates an empty database. `location` is a folder for SQLite and a URL for PostgreSQL. */
  createLocation(): Promise<{ readonly location: string; remove(): Promise<void> }>;
}

export const DATABASE_KINDS: readonly DatabaseKind[] = [
  {
    name: "sqlite",
    async createLocation() {
      const location = mkdtempSync(join(tmpdir(), "jackfield-"));
      return { location, remove: async () => rmSync(location, { recursive: true }) };
    },
  },
  {
    name: "postgres",
    skipReason: postgresSkipReason(),
    async createLocation() {
      const { url, drop } = await (await startPostgres()).database();
      return { location: url, remove: drop };
    },
  },
];

/**
 * Converts a location from `createLocation`, or a command-line argument, for the storage adapters.
 */
export const toStorageLocation = (location: string): StorageLocation =>
  location.startsWith("postgres") ? { url: location, folder: "/nowhere" } : { folder: location };
