import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { requireValue } from "../../core/lib/kit/require-value.ts";
import { RUNTIMES } from "./runtimes.ts";

export const isInstalled = (runtime: string): boolean =>
  spawnSync(readCommand(runtime)[0], ["--version"]).status === 0;

/** Returns the program of a runtime and its arguments. */
function readCommand(runtime: string): readonly [program: string, ...args: string[]] {
  const [program, ...args] = requireValue(RUNTIMES[runtime], runtime).command;
  return [requireValue(program, `the program of ${runtime}`), ...args];
}

export interface RuntimeProcess {
  readonly child: ChildProcess;
  /** The first URL in the output. */
  readonly url: string;
  /** Returns standard output and standard error so far. */
  output(): string;
  /**
   * Resolves with the first match in the output. Rejects with the whole output after `seconds` (20
   * by default).
   */
  waitFor(pattern: RegExp, seconds?: number): Promise<string>;
  /** Sends a signal (SIGTERM by default) and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

// Tests that run at the same time would compete for the default port of the platform.
const SITE_ONLY = { PLATFORM: "off" };

/** Runs a file on a runtime and waits for the URL that it prints. */
export async function startOn(
  runtime: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<RuntimeProcess> {
  const [command, ...runtimeArgs] = readCommand(runtime);
  const child = spawn(command, [...runtimeArgs, ...args], {
    ...options,
    env: { ...process.env, ...SITE_ONLY, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let output = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      for (const listener of listeners) listener();
    });
  }

  const waitFor = (pattern: RegExp, seconds = 20) =>
    new Promise<string>((resolve, reject) => {
      const finish = (result: () => void) => {
        clearTimeout(timer);
        listeners.delete(checkOutput);
        result();
      };
      const checkOutput = () => {
        const match = pattern.exec(output);
        if (match) finish(() => resolve(match[0]));
      };
      const timer = setTimeout(
        () => finish(() => reject(new Error(`${runtime} did not print ${pattern}: ${output}`))),
        seconds * 1000,
      );
      void exited.then(() =>
        finish(() => {
          const match = pattern.exec(output);
          if (match) resolve(match[0]);
          else reject(new Error(`${runtime} exited: ${output}`));
        }),
      );
      listeners.add(checkOutput);
      checkOutput();
    });

  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return exited;
  };
  const url = await waitFor(/https?:\/\/[\w.[\]:]+:\d+/);
  return { child, url, output: () => output, waitFor, stop };
}
