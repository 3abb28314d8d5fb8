import { DatabaseSync, type StatementSync } from "node:sqlite";
import { setImmediate } from "node:timers";
import type { Row, Sql, Value } from "./sql.ts";

/** How long is waited for another process that writes. */
const PATIENCE_MS = 5_000;

/** A value's place in a statement. */
const NUMBERED = /\$(\d+)/g;

/** A statement, and who waits for it. */
interface Asked {
  readonly text: string;
  readonly values: readonly Value[];
  resolve(rows: Row[]): void;
  reject(error: unknown): void;
}

/** A file, which is made if it isn't there; several processes may have it open. What has resolved outlasts a loss of power. */
export async function sqlite(file: string): Promise<Sql> {
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
          prepared: db.prepare(text.replaceAll(NUMBERED, "?")),
          order: [...text.matchAll(NUMBERED)].map(([, number]) => Number(number) - 1),
        }),
      );
    const rows = statement.prepared.all(...statement.order.map((at) => values[at]!)) as Row[];
    // As they come they have no prototype.
    return rows.map((row) => ({ ...row }));
  };

  // One connection: whatever is asked during a transaction waits until it is over, lest it become part of it.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };

  let asked: Asked[] = [];
  const query = (text: string, values: readonly Value[] = []) =>
    new Promise<Row[]>((resolve, reject) => {
      asked.push({ text, values, resolve, reject });
      if (asked.length === 1) void inTurn(answer);
    });

  /** Each change by itself would wait for the disk by itself: those that come in together are kept together. */
  const answer = async () => {
    if (asked.some(isChange)) await new Promise((resolve) => setImmediate(resolve));
    const all = asked;
    asked = [];
    if (all.length === 1 || !all.some(isChange)) return oneByOne(all);
    try {
      await patiently(() => db.exec("begin immediate"));
    } catch (error) {
      return all.forEach(({ reject }) => reject(error));
    }
    try {
      const rows = all.map(({ text, values }) => run(text, values));
      db.exec("commit");
      all.forEach(({ resolve }, at) => resolve(rows[at]!));
    } catch {
      // It is nobody's but one's fault.
      undo(db);
      await oneByOne(all);
    }
  };

  const oneByOne = async (all: readonly Asked[]) => {
    for (const { text, values, resolve, reject } of all)
      await patiently(() => run(text, values)).then(resolve, reject);
  };

  try {
    await patiently(() => db.exec("pragma journal_mode = wal"));
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
      inTurn(async () => {
        await patiently(() => db.exec("begin immediate"));
        try {
          const result = await work({ query: async (text, values = []) => run(text, values) });
          db.exec("commit");
          return result;
        } catch (error) {
          undo(db);
          throw error;
        }
      }),
    close: () => (closing ??= inTurn(async () => db.close())),
  };
}

/** Whether a statement may have to reach the disk. */
const isChange = ({ text }: Asked) => !/^\s*select\b/i.test(text);

/** A full disk has undone the transaction already. */
function undo(db: DatabaseSync): void {
  try {
    db.exec("rollback");
  } catch {}
}

async function patiently<T>(work: () => T): Promise<T> {
  for (const until = performance.now() + PATIENCE_MS; ; ) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
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
