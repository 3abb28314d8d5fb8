import { execFile } from "node:child_process";
import { delimiter } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Each runtime's command, with what `npm start` gives it. */
export const RUNTIMES = {
  node: ["node"],
  bun: ["bun"],
  deno: [
    "deno",
    "run",
    "--allow-net",
    "--allow-read",
    "--allow-write",
    "--allow-env",
    "--node-modules-dir=manual",
    "--unstable-no-legacy-abort",
  ],
} as const;

export type RuntimeName = keyof typeof RUNTIMES;

/** The project's folder. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The environment of the processes that are measured: the project's own runtimes come first. */
export const processEnvironment = {
  ...process.env,
  PATH: [`${ROOT}node_modules/.bin`, process.env["PATH"]].join(delimiter),
  NO_COLOR: "1",
};

/** The version of a runtime; `undefined` where it is not installed. */
export function readVersion(runtime: RuntimeName): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(
      RUNTIMES[runtime][0],
      ["--version"],
      { env: processEnvironment, timeout: 10_000 },
      (error, stdout) => resolve(error ? undefined : /\d+\.\d+\.\d+/.exec(stdout)?.[0]),
    );
  });
}
