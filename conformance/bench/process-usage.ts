import { readFileSync } from "node:fs";

/** Clock ticks per second in /proc. 100 on every Linux. */
const TICKS_PER_SECOND = 100;

/** Returns the user and system CPU time of all threads of a process so far, in microseconds. */
export function cpuMicroseconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name in parentheses may contain spaces. utime and stime are the 12th and 13th fields after
  // it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS_PER_SECOND;
}

/** Returns the resident memory (VmRSS) of a process, in megabytes of 1,000,000 bytes. */
export function residentMegabytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}
