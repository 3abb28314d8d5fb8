import { execFile } from "node:child_process";
import process from "node:process";
import { findProgram } from "../targets/spawn-server.ts";

/** How a program ended, and what it printed. */
export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the project's programs to its end, in a home of its own; it is killed after `seconds`. */
export function runProgram(
  name: string,
  args: readonly string[],
  { home = process.cwd(), seconds = 40 } = {},
): Promise<ProgramResult> {
  const env = { ...programEnvironment(), HOME: home };
  return new Promise((resolve) => {
    execFile(
      findProgram(name)!,
      [...args],
      { env, timeout: seconds * 1000, killSignal: "SIGKILL", maxBuffer: 1 << 26 },
      (error, stdout, stderr) =>
        resolve({
          code: error ? (typeof error.code === "number" ? error.code : -1) : 0,
          stdout,
          stderr,
        }),
    );
  });
}

/** What every program gets: no color, no browser, no keychain, and the project's Node for what starts with #!. */
export const programEnvironment = () => ({
  ...process.env,
  PATH: `${import.meta.dirname}/../../node_modules/.bin:${process.env["PATH"]}`,
  NO_COLOR: "1",
  MCP_AUTO_OPEN_ENABLED: "false",
  MCP_INSPECTOR_SECRET_STORE: "memory",
});
