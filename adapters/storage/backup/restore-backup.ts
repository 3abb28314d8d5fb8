import { requireValue } from "../../../core/lib/kit/require-value.ts";
import type { JobKind } from "../../../core/ports/job-queue.ts";
import type { JobEngine } from "../../jobs/job-engine.ts";
import type { StoredJob } from "../../jobs/stored-job.ts";
import { StartupError } from "../../runtime/startup-error.ts";
import type { StorageLocation } from "../driver.ts";
import { driverFor } from "../drivers.ts";
import { applyMigrations, lockMigrations, readSchemaVersion } from "../migrate.ts";
import type { Queries, Sql, Value } from "../sql.ts";
import type { BackupSummary } from "./create-backup.ts";
import {
  type BackupHeader,
  type BackupPart,
  type BackupSection,
  isRow,
  openBackupFile,
} from "./format.ts";
import { JOBS_SECTION } from "./tables.ts";

/** Rows that a statement inserts at most. */
const BATCH_ROWS = 50;

/** The characters of rows that are held in memory at most, apart from the last row. */
const BATCH_CHARACTERS = 1_000_000;

/**
 * Restores a backup into an empty database of any kind, and migrates it. Reads the whole file before
 * it changes anything, and changes everything or nothing. Rejects with an error for the operator.
 */
export async function restoreBackup(
  location: StorageLocation,
  file: string,
  kinds: readonly JobKind[],
): Promise<BackupSummary & { readonly header: BackupHeader }> {
  await readWhole(file);
  const driver = driverFor(location);
  const place = driver.describe(location);
  const sql = await driver.open(location);
  let jobs: JobEngine | undefined;
  try {
    if ((await readSchemaVersion(sql, sql.dialect)) > 0) throw createNotEmptyError(place);
    jobs = await driver.createJobEngine(sql, { kinds });
    await jobs.writer.ready();
    // Jobs that other tables left behind would act on what is restored.
    if (!sql.dialect.hasJobTable && (await hasJobs(jobs))) throw createNotEmptyError(place);
    return await fill(sql, jobs, file, place);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(driver.explainError(error, location), { cause: error });
  } finally {
    await jobs?.close();
    await sql.close();
  }
}

const createNotEmptyError = (place: string) =>
  new StartupError(
    `Can't restore into ${place}, because it isn't empty. Set DATA_DIR to a new folder or DATABASE_URL to a new database, and restore before the first start.`,
  );

/** Rejects if a backup is damaged. */
async function readWhole(file: string): Promise<void> {
  const { parts } = await openBackupFile(file);
  for await (const _ of parts);
}

async function fill(sql: Sql, jobs: JobEngine, file: string, place: string) {
  const { header, parts } = await openBackupFile(file);
  const counts = await sql.transaction(async (queries) => {
    await lockMigrations(queries, sql.dialect);
    // Another process may have migrated the database meanwhile.
    const tables = await queries.query(sql.dialect.listTables);
    if (tables.some(({ name }) => name === "jackfield_migrations"))
      throw createNotEmptyError(place);
    await applyMigrations(queries, sql.dialect, header.schema);
    const counts = { rows: 0, jobs: 0 };
    for await (const { section, rows, isFirst } of readBatches(parts)) {
      if (section.table === JOBS_SECTION) {
        await applyMigrations(queries, sql.dialect);
        await jobs.restore(queries, rows.map(toStoredJob));
        counts.jobs += rows.length;
        continue;
      }
      // A migration has added rows to some tables.
      if (isFirst) await queries.query(`delete from ${section.table}`);
      await insertRows(queries, section, rows);
      counts.rows += rows.length;
    }
    await applyMigrations(queries, sql.dialect);
    return counts;
  });
  return { header, ...counts };
}

async function hasJobs({ queue }: JobEngine): Promise<boolean> {
  const stats = await queue.stats();
  return [...stats.values()].some(({ waiting, claimed }) => waiting + claimed > 0);
}

interface Batch {
  readonly section: BackupSection;
  readonly rows: readonly (readonly Value[])[];
  /** Whether the section begins with it. */
  readonly isFirst: boolean;
}

/** Groups rows. A section without rows has no batch. */
async function* readBatches(parts: AsyncIterable<BackupPart>): AsyncGenerator<Batch, void> {
  let section: BackupSection | undefined;
  let rows: (readonly Value[])[] = [];
  let length = 0;
  let isFirst = true;
  const take = (): Batch => {
    const batch = { section: requireValue(section, "the section of a batch"), rows, isFirst };
    rows = [];
    length = 0;
    isFirst = false;
    return batch;
  };
  for await (const part of parts) {
    if (!isRow(part)) {
      if (rows.length > 0) yield take();
      section = part;
      isFirst = true;
      continue;
    }
    rows.push(part);
    for (const value of part) length += typeof value === "string" ? value.length : 8;
    if (rows.length === BATCH_ROWS || length > BATCH_CHARACTERS) yield take();
  }
  if (rows.length > 0) yield take();
}

/** Inserts a full batch with one statement, and others row by row, so that there are few texts. */
async function insertRows(
  { query }: Queries,
  section: BackupSection,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  if (rows.length === BATCH_ROWS) await query(createInsert(section, BATCH_ROWS), rows.flat());
  else for (const row of rows) await query(createInsert(section, 1), row);
}

function createInsert({ table, columns }: BackupSection, rows: number): string {
  const tuples = Array.from({ length: rows }, (_, row) => {
    const values = columns.map((_, column) => `$${row * columns.length + column + 1}`);
    return `(${values.join(", ")})`;
  });
  return `insert into ${table} (${columns.join(", ")}) values ${tuples.join(", ")}`;
}

const toStoredJob = ([kind, key, sequence, due, body, attempt, state]: readonly Value[]) =>
  ({
    kind,
    key,
    due,
    body,
    attempt,
    state,
    ...(sequence !== null && { sequence }),
  }) as StoredJob;
