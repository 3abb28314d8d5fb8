import { readdirSync, readFileSync } from "node:fs";

/**
 * Returns the CPU time of all living threads of a process so far, in microseconds. The scheduler
 * counts nanoseconds, so that rounds may be short. `/proc/<pid>/stat` counts ticks of 10 ms.
 */
export function cpuMicroseconds(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`))
    nanoseconds += readThreadNanoseconds(`/proc/${pid}/task/${thread}/schedstat`);
  return nanoseconds / 1000;
}

function readThreadNanoseconds(file: string): number {
  try {
    return Number(readFileSync(file, "latin1").split(" ")[0]);
  } catch {
    // The thread has just ended.
    return 0;
  }
}

/** Returns the resident memory (VmRSS) of a process, in megabytes of 1,000,000 bytes. */
export const residentMegabytes = (pid: number): number => readMegabytes(pid, "VmRSS");

/** Returns the most resident memory (VmHWM) that a process has had, in the same unit. */
export const peakMegabytes = (pid: number): number => readMegabytes(pid, "VmHWM");

function readMegabytes(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, "latin1");
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}
