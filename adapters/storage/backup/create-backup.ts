import { existsSync, linkSync, rmSync } from "node:fs";
import { StartupError } from "../../runtime/startup-error.ts";
import type { StorageDriver, StorageLocation } from "../driver.ts";
import { driverFor } from "../drivers.ts";
import { readSchemaVersion } from "../migrate.ts";
import type { Snapshot } from "../sql.ts";
import { type BackupPart, writeBackupFile } from "./format.ts";
import { BACKUP_TABLES, JOB_COLUMNS, JOBS_SECTION } from "./tables.ts";

/** What a backup contains. */
export interface BackupSummary {
  readonly rows: number;
  readonly jobs: number;
}

/**
 * Writes one state of a database to a file, while services go on using it. The file appears when it
 * is complete, and no existing file is replaced. Never changes the database, so an earlier version of
 * Jackfield may be using it. Rejects with an error for the operator.
 */
export async function createBackup(
  location: StorageLocation,
  file: string,
  version: string,
): Promise<BackupSummary> {
  if (existsSync(file)) throw new StartupError(explainExisting(file));
  const driver = driverFor(location);
  const missing = new StartupError(
    `There is no data in ${driver.describe(location)} yet. Check DATA_DIR and DATABASE_URL.`,
  );
  if (!driver.exists(location)) throw missing;
  const partialFile = `${file}.${crypto.randomUUID()}.partial`;
  const counts = { rows: 0, jobs: 0 };
  try {
    const sql = await driver.open(location);
    try {
      const schema = await readSchemaVersion(sql, sql.dialect);
      if (schema === 0) throw missing;
      const header = { schema, jackfield: version, created: new Date().toISOString() };
      await sql.snapshot((snapshot) =>
        writeBackupFile(
          partialFile,
          header,
          readParts(snapshot, driver, sql.dialect.listTables, counts),
        ),
      );
    } finally {
      await sql.close();
    }
    linkSync(partialFile, file);
    return counts;
  } catch (error) {
    throw explainBackupError(error, { driver, location, file });
  } finally {
    rmSync(partialFile, { force: true });
  }
}

async function* readParts(
  snapshot: Snapshot,
  driver: StorageDriver,
  listTables: string,
  counts: { rows: number; jobs: number },
): AsyncGenerator<BackupPart, void> {
  const existing = new Set((await snapshot.query(listTables)).map(({ name }) => name));
  for (const table of BACKUP_TABLES.filter((name) => existing.has(name))) {
    let hasRows = false;
    for await (const row of snapshot.stream(`select * from ${table}`)) {
      if (!hasRows) yield { table, columns: Object.keys(row) };
      hasRows = true;
      counts.rows++;
      yield Object.values(row);
    }
  }
  // Migration 12 adds the jobs.
  if (driver.dialect.hasJobTable && !existing.has("jobs")) return;
  yield { table: JOBS_SECTION, columns: [...JOB_COLUMNS] };
  for await (const { kind, key, sequence = null, due, body, attempt, state } of driver.readJobs(
    snapshot,
  )) {
    counts.jobs++;
    yield [kind, key, sequence, due, body, attempt, state];
  }
}

const explainExisting = (file: string) => `${file} exists already. Choose another name.`;

function explainBackupError(
  error: unknown,
  {
    driver,
    location,
    file,
  }: {
    readonly driver: StorageDriver;
    readonly location: StorageLocation;
    readonly file: string;
  },
): unknown {
  if (error instanceof StartupError) return error;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === "EEXIST") return new StartupError(explainExisting(file), { cause: error });
  if (syscall === "open" || syscall === "write" || syscall === "link" || syscall === "fsync")
    return new StartupError(`Can't write ${file}: ${message}.`, { cause: error });
  return new StartupError(driver.explainError(error, location), { cause: error });
}
