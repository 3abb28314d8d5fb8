import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Row, Sql, Value } from "./sql.ts";

/** How long is waited for another process that writes. */
const PATIENCE_MS = 5_000;

/** A file, which is made if it isn't there; several processes may have it open. What has resolved outlasts a loss of power. */
export async function sqlite(file: string): Promise<Sql> {
  // SQLite waits with the whole process: longer waits are ours.
  const db = new DatabaseSync(file, { timeout: 5 });
  const statements = new Map<string, StatementSync>();
  const run = (text: string, values: readonly Value[] = []) => {
    let statement = statements.get(text);
    if (!statement) statements.set(text, (statement = db.prepare(text)));
    const rows = statement.all(Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value]))) as Row[];
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
    query: (text, values) => inTurn(() => patiently(() => run(text, values))),
    transaction: (work) =>
      inTurn(async () => {
        await patiently(() => db.exec("begin immediate"));
        try {
          const result = await work({ query: async (text, values) => run(text, values) });
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
  return errcode === undefined ? /^database (table )?is locked/.test(message ?? "") : (errcode & 0xff) === 5;
}
