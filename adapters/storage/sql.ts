/** What is stored: text, whole numbers up to 2^53 and nothing; everything else is JSON in text. */
export type Value = string | number | null;

/** One row, by the names of its columns: each a `Value`, which the statement that was asked knows better. */
export type Row = Readonly<Record<string, any>>;

/** Asks a database. */
export interface Queries {
  /**
   * Runs one statement that both SQLite and PostgreSQL know, with `$1`, `$2` … for the values; gives the rows that it
   * selects or that `returning` names. The text must be a constant: SQLite prepares each one once and keeps it. PostgreSQL is asked
   * without a name, so that a pooler may stand in between.
   */
  query(text: string, values?: readonly Value[]): Promise<readonly Row[]>;
}

/** A database, SQLite or PostgreSQL; each statement by itself happens wholly or not at all, and lasts once it has resolved. */
export interface Sql extends Queries {
  readonly kind: "sqlite" | "postgres";
  /**
   * Does all of the work's statements or, if it rejects, none. The work asks through what it is given, never through the
   * `Sql` itself, and waits for nothing else: other callers may wait for it.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Waits for what has begun; whatever is asked afterwards is rejected. */
  close(): Promise<void>;
}
