import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { COMMANDS, isInstalled } from "../../adapters/runtime/runtimes.ts";
import { startPostgres, whyNoPostgres } from "../rig/postgres.ts";

/** Makes a place for one test: a folder, or the address of a database. */
export interface Kind {
  readonly name: string;
  readonly whyNot?: string | undefined;
  place(): Promise<{ readonly place: string; remove(): Promise<void> }>;
}

/** Every kind of database, as what needs one is tried on it. */
export const KINDS: readonly Kind[] = [
  {
    name: "sqlite",
    async place() {
      const place = mkdtempSync(join(tmpdir(), "jackfield-"));
      return { place, remove: async () => rmSync(place, { recursive: true }) };
    },
  },
  {
    name: "postgres",
    whyNot: whyNoPostgres(),
    async place() {
      const { url, drop } = await (await startPostgres()).database();
      return { place: url, remove: drop };
    },
  },
];

/** Every runtime, and why it can't be asked. */
export const RUNTIMES = Object.keys(COMMANDS).map((name) => ({
  name,
  whyNot: isInstalled(name) ? undefined : `not installed: no ${name} in node_modules/.bin or PATH`,
}));
/** What is tried, with the reasons why it is not. */
export const title = (what: string, ...reasons: (string | undefined)[]) =>
  [what, ...reasons.filter(Boolean).map((reason) => `(${reason})`)].join(" ");

/** How a program ended, and what it said. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly lines: string[];
  readonly errors: string;
  /** From the last line to the end. */
  readonly waitedMs: number;
}

/** Runs a program of this folder on a runtime, to its end. */
export async function ended(runtime: string, program: string, ...words: string[]): Promise<Ended> {
  const [command, ...before] = COMMANDS[runtime]!;
  const env = { ...process.env, DENO_NO_UPDATE_CHECK: "1" };
  const child = spawn(command!, [...before, join(import.meta.dirname, program), ...words], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  let errors = "";
  let last = performance.now();
  child.stdout.on("data", (piece: Buffer) => ((said += piece), (last = performance.now())));
  child.stderr.on("data", (piece: Buffer) => (errors += piece));
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return {
    code,
    signal,
    lines: said.split("\n").filter(Boolean),
    errors,
    waitedMs: performance.now() - last,
  };
}
