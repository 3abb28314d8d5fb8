import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers";
import type { Queries, Row, Snapshot, Sql, Value } from "../sql.ts";
import { retryWhileBusy, rollBack } from "./busy.ts";
import { sqliteDialect } from "./dialect.ts";

const NUMBERED_PARAMETER = /\$(\d+)/g;

/** The most transactions that share a commit. */
const MAX_GROUP = 32;

interface PendingTransaction {
  readonly work: (queries: Queries) => Promise<unknown>;
  resolve(result: any): void;
  reject(error: unknown): void;
}

interface PendingQuery {
  readonly text: string;
  readonly values: readonly Value[];
  resolve(rows: Row[]): void;
  reject(error: unknown): void;
}

/**
 * Opens or creates a SQLite database, which several processes may share, unless it `isExclusive`.
 * Resolved writes survive a power failure.
 */
export async function openSqlite(file: string, isExclusive = false): Promise<Sql> {
  // SQLite blocks the process while it waits, so `retryWhileBusy` handles longer waits.
  const db = new DatabaseSync(file, { timeout: 5 });
  try {
    // Without other processes, SQLite needs no file of shared memory.
    if (isExclusive) db.exec("pragma locking_mode = exclusive");
    await retryWhileBusy(() => db.exec("pragma journal_mode = wal"));
    db.exec("pragma synchronous = full; pragma journal_size_limit = 16777216");
  } catch (error) {
    db.close();
    throw error;
  }
  return new SqliteDatabase(db, file);
}

/** Its members are properties, because callers spread a database and pass on its functions. */
class SqliteDatabase implements Sql {
  readonly dialect = sqliteDialect;
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #statements = new Map<
    string,
    { readonly prepared: StatementSync; readonly order: readonly number[] }
  >();
  readonly #queries: Queries = {
    query: async (text, values = []) => this.#run(text, values),
  };
  /** The end of the last task. */
  #last: Promise<unknown> = Promise.resolve();
  #pending: PendingQuery[] = [];
  #waiting: PendingTransaction[] = [];
  #closing: Promise<void> | undefined;

  constructor(db: DatabaseSync, file: string) {
    this.#db = db;
    this.#file = file;
  }

  readonly query = (text: string, values: readonly Value[] = []): Promise<Row[]> =>
    new Promise((resolve, reject) => {
      this.#pending.push({ text, values, resolve, reject });
      if (this.#pending.length === 1) void this.#enqueue(this.#runPending);
    });

  readonly transaction = <T>(work: (queries: Queries) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ work, resolve, reject });
      if (this.#waiting.length === 1) void this.#enqueue(this.#runTransactions);
    });

  readonly snapshot = <T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
    readSnapshot(this.#file, work);

  readonly close = (): Promise<void> =>
    (this.#closing ??= this.#enqueue(async () => this.#db.close()));

  /**
   * Runs a task after the earlier ones. With one connection, a statement that runs during a
   * transaction would become part of it, so it has to wait.
   */
  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    const next = this.#last.then(task);
    this.#last = next.catch(() => {});
    return next;
  }

  #run(text: string, values: readonly Value[]): Row[] {
    let statement = this.#statements.get(text);
    if (!statement) {
      // Positional parameters, because binding by name takes twice as long.
      statement = {
        prepared: this.#db.prepare(text.replaceAll(NUMBERED_PARAMETER, "?")),
        order: [...text.matchAll(NUMBERED_PARAMETER)].map(([, number]) => Number(number) - 1),
      };
      this.#statements.set(text, statement);
    }
    const ordered = statement.order.map((index) => {
      const value = values[index];
      if (value === undefined) throw new Error(`The statement has no value $${index + 1}: ${text}`);
      return value;
    });
    const rows = statement.prepared.all(...ordered) as Row[];
    // The driver returns objects without a prototype.
    return rows.map((row) => ({ ...row }));
  }

  /** Every commit waits for the disk, so writes that arrive together share a transaction. */
  readonly #runPending = async (): Promise<void> => {
    if (this.#pending.some(isWrite)) await new Promise((resolve) => setImmediate(resolve));
    const batch = this.#pending;
    this.#pending = [];
    if (batch.length === 1 || !batch.some(isWrite)) return this.#runOneByOne(batch);
    try {
      await retryWhileBusy(() => this.#db.exec("begin immediate"));
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    try {
      const results = batch.map((query) => ({ query, rows: this.#run(query.text, query.values) }));
      this.#db.exec("commit");
      for (const { query, rows } of results) query.resolve(rows);
    } catch {
      // Only one statement failed, so run each of them separately.
      rollBack(this.#db);
      await this.#runOneByOne(batch);
    }
  };

  async #runOneByOne(batch: readonly PendingQuery[]): Promise<void> {
    for (const { text, values, resolve, reject } of batch)
      await retryWhileBusy(() => this.#run(text, values)).then(resolve, reject);
  }

  /** Transactions that arrive together share a commit. Each can fail without the others. */
  readonly #runTransactions = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    const group = this.#waiting.slice(0, MAX_GROUP);
    this.#waiting = this.#waiting.slice(MAX_GROUP);
    if (this.#waiting.length > 0) void this.#enqueue(this.#runTransactions);
    const settle: (() => void)[] = [];
    try {
      await retryWhileBusy(() => this.#db.exec("begin immediate"));
      for (const transaction of group) settle.push(await this.#runInSavepoint(transaction));
      this.#db.exec("commit");
    } catch (error) {
      // A full disk, for example, has rolled back the transaction with all savepoints.
      rollBack(this.#db);
      for (const { reject } of group) reject(error);
      return;
    }
    for (const each of settle) each();
  };

  /** Returns a function that settles the transaction once the group is committed. */
  async #runInSavepoint({ work, resolve, reject }: PendingTransaction): Promise<() => void> {
    this.#run("savepoint one", []);
    try {
      const result = await work(this.#queries);
      this.#run("release one", []);
      return () => resolve(result);
    } catch (error) {
      this.#run("rollback to one", []);
      this.#run("release one", []);
      return () => reject(error);
    }
  }
}

/** Reads in a connection of its own, because a transaction on another one would include writes. */
async function readSnapshot<T>(file: string, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const db = new DatabaseSync(file, { timeout: 5 });
  try {
    await retryWhileBusy(() => {
      db.exec("begin");
      try {
        // The state is that of the first read.
        db.prepare("select count(*) from sqlite_master").all();
      } catch (error) {
        rollBack(db);
        throw error;
      }
    });
    return await work({
      query: async (text, values = []) => db.prepare(text).all(...values) as Row[],
      async *stream(text) {
        yield* db.prepare(text).iterate() as Iterable<Row>;
      },
    });
  } finally {
    db.close();
  }
}

const isWrite = ({ text }: PendingQuery) => !/^\s*select\b/i.test(text);
