import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";
import pg from "pg";
import { cpuMicroseconds } from "../load/process-usage.ts";

const TICK_MICROSECONDS = 10_000;

interface DatabaseProcess {
  readonly pid: number;
  /** The CPU time of its children that have ended. */
  readonly endedTicks: number;
}

/**
 * Returns the CPU time of the PostgreSQL that this process started, in microseconds. Its processes
 * that have ended count, too. Returns 0 if there is none.
 */
export const databaseMicroseconds = (): number =>
  findDatabaseProcesses().reduce(
    (total, { pid, endedTicks }) => total + readMicroseconds(pid) + endedTicks * TICK_MICROSECONDS,
    0,
  );

function findDatabaseProcesses(): DatabaseProcess[] {
  const all = readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, command = "", rest = ""] =
        /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${name}/stat`, "latin1")) ?? [];
      // The fields from the third on (proc_pid_stat(5)): ppid is the 4th, cutime the 16th.
      const fields = rest.split(" ");
      const endedTicks = Number(fields[13]) + Number(fields[14]);
      return [{ pid: Number(name), command, parent: Number(fields[1]), endedTicks }];
    } catch {
      // It has just ended.
      return [];
    }
  });
  const servers = new Set(
    all
      .filter(({ command, parent }) => command === "postgres" && parent === process.pid)
      .map(({ pid }) => pid),
  );
  return all.filter(({ pid, parent }) => servers.has(pid) || servers.has(parent));
}

function readMicroseconds(pid: number): number {
  try {
    return cpuMicroseconds(pid);
  } catch {
    // It has just ended, so its parent counts it.
    return 0;
  }
}

/** Returns how many connections a database has, without the one that counts them. */
export async function countConnections(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ readonly count: string }>(
      "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    return Number(rows[0]!.count);
  } finally {
    await client.end();
  }
}
