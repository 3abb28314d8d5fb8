import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import process from "node:process";
import type { Readable } from "node:stream";
import { RUNTIMES as SUPPORTED_RUNTIMES } from "../../adapters/runtime/runtimes.ts";
import { isInstalled } from "../../adapters/runtime/start-on.ts";

/** Every supported runtime. `skipReason` is set if it isn't installed. */
export const RUNTIMES = Object.keys(SUPPORTED_RUNTIMES).map((name) => ({
  name,
  skipReason: isInstalled(name)
    ? undefined
    : `not installed: no ${name} in node_modules/.bin or PATH`,
}));

/** Appends the reasons for skipping a test to its title. */
export const formatTitle = (title: string, ...skipReasons: (string | undefined)[]) =>
  [title, ...skipReasons.filter(Boolean).map((reason) => `(${reason})`)].join(" ");

export interface ProgramOptions {
  readonly args?: readonly string[];
  /** Replaces the command line of the runtime. */
  readonly command?: readonly string[] | undefined;
  /** Environment variables in addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** The output of a program that has exited. */
export interface ProgramResult {
  readonly code: number | null;
  readonly signal: string | null;
  /** Non-empty lines of stdout. */
  readonly lines: string[];
  /** Everything written to stderr. */
  readonly errors: string;
}

/** Starts a program on a runtime. A relative path is resolved from this folder. */
export function startProgram(
  runtime: string,
  program: string,
  {
    args = [],
    command = SUPPORTED_RUNTIMES[runtime]!.command,
    environment = {},
  }: ProgramOptions = {},
): ChildProcessByStdio<null, Readable, Readable> {
  const [executable, ...runtimeArgs] = command;
  return spawn(executable!, [...runtimeArgs, resolve(import.meta.dirname, program), ...args], {
    // Deno's update check would write to stderr and use the proxy under test.
    env: { ...process.env, DENO_NO_UPDATE_CHECK: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs a program on a runtime until it exits. */
export async function runProgram(
  runtime: string,
  program: string,
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  const child = startProgram(runtime, program, options);
  let output = "";
  let errors = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  return {
    code,
    signal,
    lines: output.split("\n").filter(Boolean),
    errors,
  };
}

/** Names a proxy in every environment variable that a runtime might read. */
export function proxyEnvironment(proxyUrl: string): Record<string, string> {
  const variables = ["http_proxy", "https_proxy", "all_proxy"].flatMap((name) => [
    [name, proxyUrl],
    [name.toUpperCase(), proxyUrl],
  ]);
  return { ...Object.fromEntries(variables), no_proxy: "", NO_PROXY: "", NODE_USE_ENV_PROXY: "1" };
}
