import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const RETRY_MILLISECONDS = 20;
const TIMEOUT_MILLISECONDS = 30_000;
/** A lock this old belongs to a process that died. */
const STALE_MILLISECONDS = 60_000;

/**
 * Runs a task that changes a file, while no other task of this machine does. Rejects if another one
 * takes more than half a minute.
 */
export async function withFileLock<Result>(
  file: string,
  task: () => Promise<Result>,
): Promise<Result> {
  const lock = `${file}.lock`;
  const end = Date.now() + TIMEOUT_MILLISECONDS;
  while (!tryLock(lock)) {
    if (Date.now() > end) throw new Error(`${lock} is held by another process.`);
    await sleep(RETRY_MILLISECONDS);
  }
  try {
    return await task();
  } finally {
    rmSync(lock, { force: true });
  }
}

function tryLock(lock: string): boolean {
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_MILLISECONDS) rmSync(lock, { force: true });
    return false;
  }
}
