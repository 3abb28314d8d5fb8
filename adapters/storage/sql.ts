/** A stored value: text, an integer up to 2^53 or null. Everything else is JSON text. */
export type Value = string | number | null;

/**
 * A row by column name. Each field is a `Value`; the type is `any` because only the statement
 * determines it.
 */
export type Row = Readonly<Record<string, any>>;

export interface Queries {
  /**
   * Executes one statement that SQLite and PostgreSQL both understand, with `$1`, `$2` … for the
   * values. Resolves with the selected or returned rows. The text must be a constant, because
   * SQLite caches every prepared text. PostgreSQL statements are unnamed, so a connection pooler
   * such as PgBouncer may be used.
   */
  query(text: string, values?: readonly Value[]): Promise<readonly Row[]>;
}

/** A SQLite or PostgreSQL database. Each statement is atomic, and durable once it has resolved. */
export interface Sql extends Queries {
  readonly kind: "sqlite" | "postgres";
  /**
   * Commits all statements of `work` or, if it rejects, none. `work` must query through its
   * argument, never through this `Sql`, and must not wait for anything else, because other callers
   * may be waiting for the transaction.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Waits for running statements. Later ones are rejected. */
  close(): Promise<void>;
}
