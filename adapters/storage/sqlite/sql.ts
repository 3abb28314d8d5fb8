import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers";
import { sleep } from "../../../core/lib/kit/flow/sleep.ts";
import type { Queries, Row, Snapshot, Sql, Value } from "../sql.ts";
import { sqliteDialect } from "./dialect.ts";

/** How long a statement waits for another process that is writing. */
const BUSY_TIMEOUT_MS = 5_000;

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
  const statements = new Map<
    string,
    { readonly prepared: StatementSync; readonly order: readonly number[] }
  >();
  const run = (text: string, values: readonly Value[]) => {
    let statement = statements.get(text);
    if (!statement) {
      // Positional parameters, because binding by name takes twice as long.
      statement = {
        prepared: db.prepare(text.replaceAll(NUMBERED_PARAMETER, "?")),
        order: [...text.matchAll(NUMBERED_PARAMETER)].map(([, number]) => Number(number) - 1),
      };
      statements.set(text, statement);
    }
    const rows = statement.prepared.all(...statement.order.map((index) => values[index]!)) as Row[];
    // The driver returns objects without a prototype.
    return rows.map((row) => ({ ...row }));
  };

  // With one connection, a statement that runs during a transaction would become part of it, so it
  // has to wait.
  let last: Promise<unknown> = Promise.resolve();
  const enqueue = <T>(task: () => Promise<T>): Promise<T> => {
    const next = last.then(task);
    last = next.catch(() => {});
    return next;
  };

  let pending: PendingQuery[] = [];
  const query = (text: string, values: readonly Value[] = []) =>
    new Promise<Row[]>((resolve, reject) => {
      pending.push({ text, values, resolve, reject });
      if (pending.length === 1) void enqueue(runPending);
    });

  // Every commit waits for the disk, so writes that arrive together share a transaction.
  const runPending = async () => {
    if (pending.some(isWrite)) await new Promise((resolve) => setImmediate(resolve));
    const batch = pending;
    pending = [];
    if (batch.length === 1 || !batch.some(isWrite)) return runOneByOne(batch);
    try {
      await retryWhileBusy(() => db.exec("begin immediate"));
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    try {
      const rows = batch.map(({ text, values }) => run(text, values));
      db.exec("commit");
      for (const [index, { resolve }] of batch.entries()) resolve(rows[index]!);
    } catch {
      // Only one statement failed, so run each of them separately.
      rollBack(db);
      await runOneByOne(batch);
    }
  };

  const runOneByOne = async (batch: readonly PendingQuery[]) => {
    for (const { text, values, resolve, reject } of batch)
      await retryWhileBusy(() => run(text, values)).then(resolve, reject);
  };

  const queries: Queries = { query: async (text, values = []) => run(text, values) };
  let waiting: PendingTransaction[] = [];

  /** Transactions that arrive together share a commit. Each can fail without the others. */
  const runTransactions = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const group = waiting.slice(0, MAX_GROUP);
    waiting = waiting.slice(MAX_GROUP);
    if (waiting.length > 0) void enqueue(runTransactions);
    const settle: (() => void)[] = [];
    try {
      await retryWhileBusy(() => db.exec("begin immediate"));
      for (const { work, resolve, reject } of group) {
        run("savepoint one", []);
        try {
          const result = await work(queries);
          run("release one", []);
          settle.push(() => resolve(result));
        } catch (error) {
          run("rollback to one", []);
          run("release one", []);
          settle.push(() => reject(error));
        }
      }
      db.exec("commit");
    } catch (error) {
      // A full disk, for example, has rolled back the transaction with all savepoints.
      rollBack(db);
      for (const { reject } of group) reject(error);
      return;
    }
    for (const each of settle) each();
  };

  try {
    // Without other processes, SQLite needs no file of shared memory.
    if (isExclusive) db.exec("pragma locking_mode = exclusive");
    await retryWhileBusy(() => db.exec("pragma journal_mode = wal"));
    db.exec("pragma synchronous = full; pragma journal_size_limit = 16777216");
  } catch (error) {
    db.close();
    throw error;
  }

  let closing: Promise<void> | undefined;
  return {
    dialect: sqliteDialect,
    query,
    transaction: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve, reject });
        if (waiting.length === 1) void enqueue(runTransactions);
      }),
    snapshot: (work) => readSnapshot(file, work),
    close: () => (closing ??= enqueue(async () => db.close())),
  };
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

function rollBack(db: DatabaseSync): void {
  try {
    db.exec("rollback");
  } catch {
    // A full disk has already rolled back the transaction.
  }
}

async function retryWhileBusy<T>(operation: () => T): Promise<T> {
  for (const deadline = performance.now() + BUSY_TIMEOUT_MS; ; ) {
    try {
      return operation();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await sleep(1 + Math.random() * 10);
    }
  }
}

function isBusy(error: unknown): boolean {
  // Deno omits the error number of some errors.
  const { errcode, message } = error as { errcode?: number; message?: string };
  return errcode === undefined
    ? /^database (table )?is locked/.test(message ?? "")
    : (errcode & 0xff) === 5;
}
