/** A stored value: text, an integer up to 2^53 or null. Everything else is JSON text. */
export type Value = string | number | null;

/**
 * A row by column name. Each field is a `Value`; the type is `any` because only the statement
 * determines it.
 */
export type Row = Readonly<Record<string, any>>;

export interface Queries {
  /**
   * Executes one statement that every supported database understands, with `$1`, `$2` … for the
   * values. Resolves with the selected or returned rows. The text must be a constant, because
   * SQLite caches every prepared text. PostgreSQL statements are unnamed, so a connection pooler
   * such as PgBouncer may be used.
   */
  query(text: string, values?: readonly Value[]): Promise<readonly Row[]>;
}

/** A state of the database. */
export interface Snapshot extends Queries {
  /** Streams the rows of a query without values, so that they needn't fit in memory. */
  stream(text: string): AsyncIterable<Row>;
}

/** The statements and features that depend on the database. */
export interface Dialect {
  /** A statement that makes other processes wait until the end of the transaction. */
  readonly migrationLock?: string;
  /** A query for the `name` of each table. */
  readonly listTables: string;
  /** Returns whether a statement failed because its table doesn't exist. */
  isMissingTable(error: unknown): boolean;
  /** Returns a condition that is true if one text contains another. Both are SQL expressions. */
  contains(text: string, part: string): string;
  /** The time of the database in milliseconds since 1970, as an integer expression. */
  readonly clock: string;
  /** Returns an expression for a text field of a JSON text, null if it is absent. */
  jsonText(json: string, field: string): string;
  /** Returns the part of a text before the first occurrence of another one, which it must contain. */
  textBefore(text: string, mark: string): string;
  /**
   * Returns a `from` item whose column `value` has the elements of a JSON array. `value ->> 0` is
   * the first member of an element that is an array itself.
   */
  elements(array: string): string;
  /** Converts a time of RFC 3339 to milliseconds since 1970. Both are SQL expressions. */
  toMilliseconds(time: string): string;
  /**
   * The end of a `select` in a transaction that locks its rows until the end. Empty if transactions
   * that write exclude each other.
   */
  readonly forUpdate: "" | " for update";
  /** Whether each statement is a request to a server, so that several calls should share one. */
  readonly isRemote?: boolean;
  /** Whether jobs are rows of the table `jobs`. Otherwise the driver's queue has its own tables. */
  readonly hasJobTable?: boolean;
  /** Absent: each process counts rate limits in memory, because it has the database for itself. */
  readonly rateLimits?: RateLimitDialect;
}

/** The statements of rate limits that several processes share. */
export interface RateLimitDialect {
  /** Creates the table `rates`. Part of a published migration, so the statement never changes. */
  readonly createTable: string;
  /** The time of the database in nanoseconds, as a `bigint` expression. */
  readonly clock: string;
  /** Returns the greater of two expressions. */
  greatest(a: string, b: string): string;
}

/** A database. Each statement is atomic, and durable once it has resolved. */
export interface Sql extends Queries {
  /** Explains to the operator why the database can't be used in full, if so. */
  readonly warning?: string;
  readonly dialect: Dialect;
  /**
   * Commits all statements of `work` or, if it rejects, none. `work` must query through its
   * argument, never through this `Sql`, and must not wait for anything else, because other callers
   * may be waiting for the transaction.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * Reads one state of the database, while others go on writing. `work` must query through its
   * argument, and must not write.
   */
  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T>;
  /** Waits for running statements. Later ones are rejected. */
  close(): Promise<void>;
}
