import { execFile } from "node:child_process";
import { delimiter } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** The command of each runtime. `npm run start:deno` limits the permissions to some folders. */
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

/** The repository folder, with a trailing slash. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The environment of measured processes. The project's runtimes come first in `PATH`. */
export const processEnvironment = {
  ...process.env,
  PATH: [`${ROOT}node_modules/.bin`, process.env["PATH"]].join(delimiter),
  NO_COLOR: "1",
};

/** The same environment with the runtimes of another checkout. */
export const environmentFor = (root: string): NodeJS.ProcessEnv => ({
  ...processEnvironment,
  PATH: [`${root}node_modules/.bin`, process.env["PATH"]].join(delimiter),
});

/** Returns the version of a runtime, or `undefined` if it isn't installed. */
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
