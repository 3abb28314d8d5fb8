import process from "node:process";
import { Worker } from "node:worker_threads";

/** The environment variable with the process ID of the parent that a process belongs to. */
export const PARENT_VARIABLE = "JACKFIELD_PARENT";

/** Returns the environment that makes a child end with this process. */
export const childEnvironment = (): NodeJS.ProcessEnv => ({
  [PARENT_VARIABLE]: String(process.pid),
});

/** Plain JavaScript, because loading TypeScript in a thread takes more memory than the rest. */
const WATCH = `
const { workerData } = require("node:worker_threads");
const isGone = () => {
  if (process.ppid === workerData) return false;
  try {
    process.kill(workerData, 0);
    return process.platform !== "win32";
  } catch {
    return true;
  }
};
setInterval(() => isGone() && process.kill(process.pid, "SIGKILL"), 500);
`;

/**
 * Ends this process soon after its parent, if the parent set `childEnvironment`. A killed parent
 * can't stop its children. A thread watches, because compiling keeps the main thread busy.
 */
export function exitWithParent(): void {
  const parent = Number(process.env[PARENT_VARIABLE]);
  if (!(parent > 0)) return;
  new Worker(WATCH, { eval: true, workerData: parent }).unref();
}
