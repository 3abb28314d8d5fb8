import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers";
import type { Row, Sql, Value } from "./sql.ts";

/** How long is waited for another process that writes. */
const BUSY_TIMEOUT_MS = 5_000;

/** A value's place in a statement. */
const NUMBERED_PARAMETER = /\$(\d+)/g;

/** A statement, and who waits for it. */
interface PendingQuery {
  readonly text: string;
  readonly values: readonly Value[];
  resolve(rows: Row[]): void;
  reject(error: unknown): void;
}

/** A file, which is made if it isn't there; several processes may have it open. What has resolved outlasts a loss of power. */
export async function openSqlite(file: string): Promise<Sql> {
  // SQLite waits with the whole process: longer waits are ours.
  const db = new DatabaseSync(file, { timeout: 5 });
  const statements = new Map<
    string,
    { readonly prepared: StatementSync; readonly order: readonly number[] }
  >();
  const run = (text: string, values: readonly Value[]) => {
    let statement = statements.get(text);
    // Bound by their places: by their names it takes twice as long.
    if (!statement)
      statements.set(
        text,
        (statement = {
          prepared: db.prepare(text.replaceAll(NUMBERED_PARAMETER, "?")),
          order: [...text.matchAll(NUMBERED_PARAMETER)].map(([, number]) => Number(number) - 1),
        }),
      );
    const rows = statement.prepared.all(...statement.order.map((index) => values[index]!)) as Row[];
    // As they come they have no prototype.
    return rows.map((row) => ({ ...row }));
  };

  // One connection: whatever is asked during a transaction waits until it is over, lest it become part of it.
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

  /** Each change by itself would wait for the disk by itself: those that come in together are kept together. */
  const runPending = async () => {
    if (pending.some(isWrite)) await new Promise((resolve) => setImmediate(resolve));
    const batch = pending;
    pending = [];
    if (batch.length === 1 || !batch.some(isWrite)) return runOneByOne(batch);
    try {
      await retryWhileBusy(() => db.exec("begin immediate"));
    } catch (error) {
      return batch.forEach(({ reject }) => reject(error));
    }
    try {
      const rows = batch.map(({ text, values }) => run(text, values));
      db.exec("commit");
      batch.forEach(({ resolve }, index) => resolve(rows[index]!));
    } catch {
      // It is nobody's but one's fault.
      rollBack(db);
      await runOneByOne(batch);
    }
  };

  const runOneByOne = async (batch: readonly PendingQuery[]) => {
    for (const { text, values, resolve, reject } of batch)
      await retryWhileBusy(() => run(text, values)).then(resolve, reject);
  };

  try {
    await retryWhileBusy(() => db.exec("pragma journal_mode = wal"));
    db.exec("pragma synchronous = full; pragma journal_size_limit = 16777216");
  } catch (error) {
    db.close();
    throw error;
  }

  let closing: Promise<void> | undefined;
  return {
    kind: "sqlite",
    query,
    transaction: (work) =>
      enqueue(async () => {
        await retryWhileBusy(() => db.exec("begin immediate"));
        try {
          const result = await work({ query: async (text, values = []) => run(text, values) });
          db.exec("commit");
          return result;
        } catch (error) {
          rollBack(db);
          throw error;
        }
      }),
    close: () => (closing ??= enqueue(async () => db.close())),
  };
}

/** Whether a statement may have to reach the disk. */
const isWrite = ({ text }: PendingQuery) => !/^\s*select\b/i.test(text);

/** A full disk has undone the transaction already. */
function rollBack(db: DatabaseSync): void {
  try {
    db.exec("rollback");
  } catch {}
}

async function retryWhileBusy<T>(operation: () => T): Promise<T> {
  for (const deadline = performance.now() + BUSY_TIMEOUT_MS; ; ) {
    try {
      return operation();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 10));
    }
  }
}

/** Deno leaves out the number of some errors. */
function isBusy(error: unknown): boolean {
  const { errcode, message } = error as { errcode?: number; message?: string };
  return errcode === undefined
    ? /^database (table )?is locked/.test(message ?? "")
    : (errcode & 0xff) === 5;
}
