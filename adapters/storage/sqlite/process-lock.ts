import { closeSync, openSync, realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { sleep } from "../../../core/lib/kit/flow/sleep.ts";

/** How long a process waits for another one that is just starting. */
const WAIT_MS = 5_000;
const POLL_MS = 10;

interface ProcessLock {
  readonly locked: Promise<DatabaseSync>;
  users: number;
}

/** The locks that this process holds, by path. */
const locks = new Map<string, ProcessLock>();

/**
 * Marks a lock file as used by this process until the returned function is called or the process
 * ends, however it ends. Calls `ifAlone` first if no other process uses the file, and keeps others
 * from starting meanwhile. Several callers in one process share the lock.
 *
 * The file is an empty SQLite database, because SQLite's locks work on every platform and runtime.
 * Each process holds a shared lock, and a process that gets an exclusive one is alone.
 */
export async function holdProcessLock(
  file: string,
  ifAlone: () => Promise<void>,
): Promise<() => void> {
  // Closing a file drops its locks, so nothing else in this process may open it afterwards.
  const path = locks.has(file) ? file : createFile(file);
  let lock = locks.get(path);
  if (!lock) {
    lock = { locked: acquire(path, ifAlone), users: 0 };
    locks.set(path, lock);
  }
  lock.users++;
  let isHeld = true;
  const release = (db?: DatabaseSync) => {
    if (!isHeld) return;
    isHeld = false;
    lock.users--;
    if (lock.users > 0) return;
    locks.delete(path);
    db?.close();
  };
  try {
    const db = await lock.locked;
    return () => release(db);
  } catch (error) {
    release();
    throw error;
  }
}

/** Creates a file that only this user can read, and returns its path without links. */
function createFile(file: string): string {
  const existing = [...locks.keys()].find((path) => isSamePath(path, file));
  if (existing !== undefined) return existing;
  closeSync(openSync(file, "a", 0o600));
  return realpathSync(file);
}

function isSamePath(path: string, file: string): boolean {
  try {
    return realpathSync(file) === path;
  } catch {
    return false;
  }
}

async function acquire(path: string, ifAlone: () => Promise<void>): Promise<DatabaseSync> {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    if (tryLock(db, "begin exclusive")) {
      try {
        await ifAlone();
      } finally {
        db.exec("rollback");
      }
    }
    const deadline = performance.now() + WAIT_MS;
    // Reading in a transaction takes a shared lock.
    while (!tryLock(db, "begin", "select count(*) from sqlite_master")) {
      if (performance.now() > deadline)
        throw new Error(`database is locked: another process starts for more than ${WAIT_MS} ms`);
      await sleep(POLL_MS);
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Runs statements that take a lock. Returns false and undoes them if another process has it. */
function tryLock(db: DatabaseSync, ...statements: readonly string[]): boolean {
  for (const [index, statement] of statements.entries()) {
    try {
      db.prepare(statement).all();
    } catch (error) {
      if (!/locked/.test(String((error as { message?: unknown }).message))) throw error;
      if (index > 0) db.exec("rollback");
      return false;
    }
  }
  return true;
}
