import { readFileSync } from "node:fs";

/** Clock ticks a second in /proc, on every Linux there is. */
const TICKS_PER_SECOND = 100;

/** The CPU time that a process has used so far, all its threads, user and system together; in microseconds. */
export function cpuMicroseconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name, in parentheses, may hold spaces: utime and stime are the 12th and 13th after it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS_PER_SECOND;
}

/** The memory of a process that is in RAM (VmRSS); in megabytes of 1,000,000 bytes. */
export function residentMegabytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}
