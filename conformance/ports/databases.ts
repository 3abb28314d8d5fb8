import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { isInstalled, RUNTIME_COMMANDS } from "../../adapters/runtime/runtimes.ts";
import { postgresSkipReason, startPostgres } from "../fixtures/postgres.ts";

/** Makes a place for one test: a folder, or the address of a database. */
export interface DatabaseKind {
  readonly name: string;
  readonly skipReason?: string | undefined;
  createLocation(): Promise<{ readonly location: string; remove(): Promise<void> }>;
}

/** Every kind of database, as what needs one is tried on it. */
export const DATABASE_KINDS: readonly DatabaseKind[] = [
  {
    name: "sqlite",
    async createLocation() {
      const location = mkdtempSync(join(tmpdir(), "jackfield-"));
      return { location, remove: async () => rmSync(location, { recursive: true }) };
    },
  },
  {
    name: "postgres",
    skipReason: postgresSkipReason(),
    async createLocation() {
      const { url, drop } = await (await startPostgres()).database();
      return { location: url, remove: drop };
    },
  },
];

/** Every runtime, and why it can't be asked. */
export const RUNTIMES = Object.keys(RUNTIME_COMMANDS).map((name) => ({
  name,
  skipReason: isInstalled(name)
    ? undefined
    : `not installed: no ${name} in node_modules/.bin or PATH`,
}));
/** What is tried, with the reasons why it is not. */
export const formatTitle = (what: string, ...reasons: (string | undefined)[]) =>
  [what, ...reasons.filter(Boolean).map((reason) => `(${reason})`)].join(" ");

/** How a program ended, and what it said. */
export interface ProgramResult {
  readonly code: number | null;
  readonly signal: string | null;
  readonly lines: string[];
  readonly errors: string;
  /** From the last line to the end. */
  readonly waitedMs: number;
}

/** Runs a program of this folder on a runtime, to its end. */
export async function runProgram(
  runtime: string,
  program: string,
  ...args: string[]
): Promise<ProgramResult> {
  const [command, ...before] = RUNTIME_COMMANDS[runtime]!;
  const env = { ...process.env, DENO_NO_UPDATE_CHECK: "1" };
  const child = spawn(command!, [...before, join(import.meta.dirname, program), ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  let errors = "";
  let last = performance.now();
  child.stdout.on("data", (piece: Buffer) => ((output += piece), (last = performance.now())));
  child.stderr.on("data", (piece: Buffer) => (errors += piece));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return {
    code,
    signal,
    lines: output.split("\n").filter(Boolean),
    errors,
    waitedMs: performance.now() - last,
  };
}
