import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statfsSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { StartupError } from "../../runtime/startup-error.ts";
import type { StorageDriver } from "../driver.ts";
import { sqliteDialect } from "./dialect.ts";
import { explainFileError, explainFolderError, explainFullDisk } from "./explain-error.ts";

/** Returns the path of the SQLite database in a data folder. */
export const databaseFile = (folder: string): string => join(folder, "jackfield.db");

export const sqliteDriver: StorageDriver = {
  dialect: sqliteDialect,
  label: "SQLite",
  async open({ folder }) {
    const file = databaseFile(folder);
    createPath(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
    // SQLite creates its -wal and -shm files with the same mode.
    createPath(file, () => closeSync(openSync(file, "a", 0o600)));
    const { openSqlite } = await import("./sql.ts");
    try {
      return await openSqlite(file);
    } catch (error) {
      if (!hasNoSpace(folder)) throw error;
      const { openOnFullDisk } = await import("./full-disk.ts");
      const sql = await openOnFullDisk(file).catch(() => {
        throw error;
      });
      return { ...sql, warning: explainFullDisk(file) };
    }
  },
  async createJobEngine(sql, options) {
    const { createLeaseTable } = await import("../../jobs/lease-table.ts");
    return createLeaseTable(sql, options);
  },
  async *readJobs(snapshot) {
    const { readLeaseTable } = await import("../../jobs/lease-table.ts");
    yield* readLeaseTable(snapshot);
  },
  async holdProcessLock({ folder }, ifAlone) {
    const { holdProcessLock } = await import("./process-lock.ts");
    return holdProcessLock(join(folder, "jackfield.lock"), ifAlone);
  },
  explainError: (error, { folder }) => explainFileError(error, databaseFile(folder)),
  describe: ({ folder }) => databaseFile(folder),
  exists: ({ folder }) => existsSync(databaseFile(folder)),
  async diagnose({ folder }) {
    const existingFolder = findExistingFolder(folder);
    try {
      accessSync(existingFolder, constants.W_OK | constants.X_OK);
      return { place: `in ${folder}` };
    } catch {
      return {
        problem: `DATA_DIR is "${folder}", but this user can't write to ${existingFolder}.`,
        hint: "Set DATA_DIR to a writable folder, or DATABASE_URL to a database.",
      };
    }
  },
};

/** The size of the file through which processes share a database. */
const SHARED_MEMORY_BYTES = 32 * 1024;

/** SQLite reports some effects of a full disk as other errors. */
function hasNoSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < SHARED_MEMORY_BYTES;
  } catch {
    return false;
  }
}

function createPath(path: string, create: () => void): void {
  try {
    create();
  } catch (error) {
    throw new StartupError(explainFolderError(error, path), { cause: error });
  }
}

/** Returns the folder, or its nearest existing parent. */
const findExistingFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : findExistingFolder(dirname(folder));
