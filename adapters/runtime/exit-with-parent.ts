import { Worker } from "node:worker_threads";

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
 * Ends this process soon after the parent with a process ID, because a killed parent can't stop its
 * children. A thread watches, because compiling keeps the main thread busy.
 */
export function exitWithParent(parent: number): void {
  if (!(parent > 0)) return;
  new Worker(WATCH, { eval: true, workerData: parent }).unref();
}
