import { execFile } from "node:child_process";
import process from "node:process";
import { programOf } from "../targets/spawned.ts";

/** How a program ended, and what it printed. */
export interface Ended {
  readonly code: number;
  readonly said: string;
  readonly complained: string;
}

/** Runs one of the project's programs to its end, in a home of its own; it is killed after `seconds`. */
export function ran(
  name: string,
  words: readonly string[],
  { home = process.cwd(), seconds = 40 } = {},
): Promise<Ended> {
  const env = { ...environment(), HOME: home };
  return new Promise((resolve) => {
    execFile(
      programOf(name)!,
      [...words],
      { env, timeout: seconds * 1000, killSignal: "SIGKILL", maxBuffer: 1 << 26 },
      (error, said, complained) =>
        resolve({
          code: error ? (typeof error.code === "number" ? error.code : -1) : 0,
          said,
          complained,
        }),
    );
  });
}

/** What every program gets: no colour, no browser, no keychain, and the project's Node for what starts with #!. */
export const environment = () => ({
  ...process.env,
  PATH: `${import.meta.dirname}/../../node_modules/.bin:${process.env["PATH"]}`,
  NO_COLOR: "1",
  MCP_AUTO_OPEN_ENABLED: "false",
  MCP_INSPECTOR_SECRET_STORE: "memory",
});
