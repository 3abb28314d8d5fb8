// Lets one set-up at a time change node_modules.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";

const LOCK_NAME = ".set-up.lock";
const STAGE_PREFIX = ".set-up-stage-";
/** The holder touches its lock more often than this. */
const STALE_AFTER_MS = 30_000;

/**
 * Runs `work` with an empty folder in node_modules while no other set-up of this checkout runs. If
 * another one runs, waits for its end. Deletes what ended set-ups have left behind.
 */
export async function runExclusively(root, work) {
  const modules = join(root, "node_modules");
  const lock = join(modules, LOCK_NAME);
  await acquire(modules, lock);
  const timer = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(lock, now, now);
    } catch {
      // Somebody has deleted node_modules.
    }
  }, 2_000);
  timer.unref();
  try {
    for (const name of readdirSync(modules))
      if (name.startsWith(STAGE_PREFIX)) removeFolder(join(modules, name));
    const stage = join(modules, `${STAGE_PREFIX}${process.pid}-${Date.now()}`);
    mkdirSync(stage);
    try {
      return await work(stage);
    } finally {
      removeFolder(stage);
    }
  } finally {
    clearInterval(timer);
    rmSync(lock, { force: true });
  }
}

async function acquire(modules, lock) {
  let isWaiting = false;
  for (;;) {
    mkdirSync(modules, { recursive: true });
    try {
      writeFileSync(lock, `${process.pid} ${hostname()}`, { flag: "wx" });
      return;
    } catch (error) {
      if (error.code !== "EEXIST" && error.code !== "ENOENT") throw error;
    }
    if (isStale(lock)) {
      const taken = `${lock}.${process.pid}`;
      try {
        // Only one of several set-ups can rename it.
        renameSync(lock, taken);
        rmSync(taken, { force: true });
      } catch {
        // Another set-up was faster.
      }
      continue;
    }
    if (!isWaiting) process.stderr.write("Waiting for another set-up to end.\n");
    isWaiting = true;
    await wait(200);
  }
}

function isStale(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > STALE_AFTER_MS) return true;
    const [pid, host] = readFileSync(lock, "utf8").split(" ");
    if (host !== hostname()) return false;
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    // The process has ended.
    return error.code === "ESRCH";
  }
}

/** The npm of an ended set-up may still write into the folder. The next set-up deletes the rest. */
function removeFolder(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  } catch (error) {
    if (error.code !== "ENOTEMPTY") throw error;
  }
}
