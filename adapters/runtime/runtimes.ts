import { type ChildProcess, spawn, spawnSync } from "node:child_process";

/** How each runtime is told to run a file. */
export const RUNTIME_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  node: ["node"],
  bun: ["bun"],
  deno: ["deno", "run", "--allow-all", "--node-modules-dir=manual", "--unstable-no-legacy-abort"],
};

/** Whether a runtime is there at all. */
export const isInstalled = (runtime: string): boolean =>
  spawnSync(RUNTIME_COMMANDS[runtime]![0]!, ["--version"]).status === 0;

export interface RuntimeProcess {
  readonly child: ChildProcess;
  /** The first address that it printed. */
  readonly url: string;
  /** Everything printed so far. */
  output(): string;
  /** Resolves when something printed matches; rejects with all of it after `seconds`. */
  waitFor(pattern: RegExp, seconds?: number): Promise<string>;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The program serves the site alone unless it is told otherwise: its other port would be anyone's who starts it, too. */
const SITE_ONLY = { PLATFORM: "off" };

/** Runs a file on a runtime and waits for the address that it prints. */
export async function startOn(
  runtime: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<RuntimeProcess> {
  const [command, ...runtimeArgs] = RUNTIME_COMMANDS[runtime]!;
  const child = spawn(command!, [...runtimeArgs, ...args], {
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
        () => finish(() => reject(new Error(`${runtime} did not say ${pattern} but: ${output}`))),
        seconds * 1000,
      );
      void exited.then(() =>
        finish(() =>
          pattern.test(output)
            ? resolve(pattern.exec(output)![0])
            : reject(new Error(`${runtime} ended: ${output}`)),
        ),
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
