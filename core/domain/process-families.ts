import type { ProcessFigures } from "../ports/process.ts";
import type { Family } from "./exposition.ts";

/** What is told of the process beside what is counted, and which version of the interface it serves. */
export function processFamilies(
  { runtime, startedSeconds, residentBytes }: ProcessFigures,
  version: string,
): Family[] {
  const one = (name: string, help: string, value: number, labels = {}): Family => ({
    name,
    help,
    type: "gauge",
    samples: [{ labels, value }],
  });
  return [
    one("process_resident_memory_bytes", "What the process has in memory.", residentBytes()),
    one("process_start_time_seconds", "When the process began, since 1970.", startedSeconds),
    one("jackfield_build_info", "What runs: the interface's version, and the runtime.", 1, {
      version,
      runtime,
    }),
  ];
}
