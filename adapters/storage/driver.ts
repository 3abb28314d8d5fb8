import type { JobEngine, JobEngineOptions } from "../jobs/job-engine.ts";
import type { StoredJob } from "../jobs/stored-job.ts";
import type { Dialect, Snapshot, Sql } from "./sql.ts";

export interface StorageLocation {
  /** The URL of a database. Absent: a SQLite file in `folder`. */
  readonly url?: string | undefined;
  /** The data folder. Created if missing, with access for this user only. */
  readonly folder: string;
}

export interface OpenSqlOptions {
  /** The size of the connection pool, for databases that have one. */
  readonly maxConnections?: number;
}

/** A kind of database. Loads the package that talks to it only when it opens one. */
export interface StorageDriver {
  readonly dialect: Dialect;
  /** The name for operators. */
  readonly label: string;
  /** The URLs that this driver opens. Absent: it opens the data folder. */
  readonly urls?: DatabaseUrls;
  /**
   * Opens a database, without migrating it. Rejects with a `StartupError` or with an error for
   * `explainError`.
   */
  open(location: StorageLocation, options?: OpenSqlOptions): Promise<Sql>;
  /** Creates the job queue of a migrated database. */
  createJobEngine(sql: Sql, options: JobEngineOptions): Promise<JobEngine>;
  /** Reads all jobs: waiting ones before claimed ones, each in the order in which they were added. */
  readJobs(snapshot: Snapshot): AsyncIterable<StoredJob>;
  /**
   * Marks the database as used by this process, until the returned function is called. Calls
   * `ifAlone` first if no other process uses it. Absent if a driver can't know that.
   */
  holdProcessLock?(location: StorageLocation, ifAlone: () => Promise<void>): Promise<() => void>;
  /** Explains to the operator why the database can't be used. Never contains a password. */
  explainError(error: unknown, location: StorageLocation): string;
  /** Describes the database to the operator, as part of a sentence. Never contains a password. */
  describe(location: StorageLocation): string;
  /** Returns whether the database exists, without creating it. */
  exists(location: StorageLocation): boolean;
  /**
   * Tests whether the database can be used, without changing it. Resolves with its place as the end
   * of a sentence, or with what is wrong.
   */
  diagnose(location: StorageLocation): Promise<StorageDiagnosis>;
}

type StorageDiagnosis =
  | { readonly place: string }
  | { readonly problem: string; readonly hint: string };

export interface DatabaseUrls {
  /** The protocols, with their colons. */
  readonly protocols: readonly string[];
  /** A URL with every part. */
  readonly example: string;
  /** Describes the URL in the help of the setting. */
  readonly help: string;
  /**
   * Explains why a URL with one of the protocols is invalid, as the end of a message that begins
   * with the setting's name. Never repeats the URL, because it may contain a password.
   */
  explainInvalid(url: URL): string | undefined;
}
