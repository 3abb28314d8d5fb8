import type { DatabaseSync } from "node:sqlite";
import { sleep } from "../../../core/lib/kit/flow/sleep.ts";

/** How long a statement waits for another process that is writing. */
const BUSY_TIMEOUT_MS = 5_000;

export function rollBack(db: DatabaseSync): void {
  try {
    db.exec("rollback");
  } catch {
    // A full disk has already rolled back the transaction.
  }
}

/** Repeats an operation until no other process is writing. */
export async function retryWhileBusy<T>(operation: () => T): Promise<T> {
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
