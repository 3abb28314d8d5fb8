import { createHmac, randomBytes } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { z } from "zod";
import { type Environment, listSharedSettings, type ServiceName } from "../config/table.ts";

/** How often a process shows that it still runs. */
const HEARTBEAT_MS = 30_000;
/** A process that hasn't shown it for this long has ended. */
const MAX_SILENCE_MS = 100_000;

/** What a process that serves writes into the data folder. It contains digests, never settings. */
const recordSchema = z.object({
  pid: z.number(),
  host: z.string(),
  /** RFC 3339. */
  started: z.string(),
  services: z.array(z.enum(["site", "platform"])),
  salt: z.string(),
  /** Digests of the settings that must agree, by name. */
  settings: z.record(z.string(), z.string()),
});

type ProcessRecord = z.output<typeof recordSchema>;

/** Another process that uses the data folder with other settings. */
interface DifferingProcess {
  readonly pid: number;
  readonly host: string;
  readonly started: string;
  /** The names of the settings that differ. */
  readonly names: readonly string[];
}

interface ProcessRecordOptions {
  readonly dataFolder: string;
  readonly variables: Environment;
  readonly services: readonly ServiceName[];
  /** Default: this process. */
  readonly pid?: number;
}

/**
 * Records this process in the data folder until the returned function is called, and returns the
 * other processes there whose settings differ. Records of processes that have ended are removed.
 */
export function recordProcess({
  dataFolder,
  variables,
  services,
  pid = process.pid,
}: ProcessRecordOptions): {
  readonly differing: readonly DifferingProcess[];
  remove(): void;
} {
  const folder = join(dataFolder, "processes");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const differing = readOthers(folder, pid).flatMap((other) => {
    const names = findDifferences(other, variables, services);
    return names.length > 0
      ? [{ pid: other.pid, host: other.host, started: other.started, names }]
      : [];
  });
  const file = join(folder, `${hostname()}-${pid}.json`);
  const salt = randomBytes(16).toString("base64url");
  const record: ProcessRecord = {
    pid,
    host: hostname(),
    started: new Date().toISOString(),
    services: [...services],
    salt,
    settings: digestSettings(variables, services, salt),
  };
  writeFileSync(file, JSON.stringify(record), { mode: 0o600 });
  const heartbeat = setInterval(() => touch(file), HEARTBEAT_MS);
  heartbeat.unref();
  return {
    differing,
    remove() {
      clearInterval(heartbeat);
      rmSync(file, { force: true });
    },
  };
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Someone has deleted the data folder, which other errors report.
  }
}

/** Reads the records of the other processes that run, and removes those of processes that don't. */
function readOthers(folder: string, ownPid: number): readonly ProcessRecord[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => {
      const file = join(folder, name);
      const record = readRecord(file);
      if (record && isRunning(record, file)) return record.pid === ownPid ? [] : [record];
      rmSync(file, { force: true });
      return [];
    });
}

function readRecord(file: string): ProcessRecord | undefined {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return undefined;
  }
}

/** Whether a process still runs. On other hosts, only its heartbeat shows it. */
function isRunning({ pid, host }: ProcessRecord, file: string): boolean {
  if (Date.now() - statSync(file).mtimeMs > MAX_SILENCE_MS) return false;
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Returns the names of the settings of services that both processes serve and that differ. */
function findDifferences(
  other: ProcessRecord,
  variables: Environment,
  services: readonly ServiceName[],
): readonly string[] {
  const common = services.filter((service) => other.services.includes(service));
  if (common.length === 0) return [];
  const own = digestSettings(variables, common, other.salt);
  return Object.keys(own).filter((name) => own[name] !== (other.settings[name] ?? own[name]));
}

const digestSettings = (
  variables: Environment,
  services: readonly ServiceName[],
  salt: string,
): Record<string, string> =>
  Object.fromEntries(
    listSharedSettings(services).map(({ name, fallback }) => [
      name,
      createHmac("sha256", salt)
        .update(variables[name] || fallback || "")
        .digest("base64url"),
    ]),
  );

/** Formats the warning about a process with other settings. */
export const formatDifference = (
  { pid, host, started, names }: DifferingProcess,
  dataFolder: string,
): string =>
  `Another Jackfield process uses ${dataFolder} with other settings: ${names.join(", ")}. It is process ${pid}${host === hostname() ? "" : ` on ${host}`}, started ${started.slice(0, 19).replace("T", " ")} UTC. Give both the same settings, or this one another DATA_DIR.`;
