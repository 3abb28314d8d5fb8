import { execFile } from "node:child_process";
import process from "node:process";
import { findProgram } from "../targets/spawn-server.ts";

/** The exit code and the output of a program. */
export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of the project's programs in a temporary home directory. Kills it after `seconds`. */
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
      (error, stdout, stderr) => {
        const failureCode = typeof error?.code === "number" ? error.code : -1;
        resolve({ code: error ? failureCode : 0, stdout, stderr });
      },
    );
  });
}

/**
 * The environment of every program: no color, no browser, no keychain, and the project's Node for
 * #! scripts.
 */
export const programEnvironment = () => ({
  ...process.env,
  PATH: `${import.meta.dirname}/../../node_modules/.bin:${process.env["PATH"]}`,
  NO_COLOR: "1",
  MCP_AUTO_OPEN_ENABLED: "false",
  MCP_INSPECTOR_SECRET_STORE: "memory",
});
