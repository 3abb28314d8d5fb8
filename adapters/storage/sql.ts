/** What a query gave: its columns by name. */
export type Row = Record<string, any>;

/** A database that takes SQL of the kind that SQLite and PostgreSQL both know, with `$1` for the first value. */
export interface Sql {
  query(text: string, values?: readonly unknown[]): Promise<Row[]>;
  transaction<T>(work: (sql: Pick<Sql, "query">) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}
