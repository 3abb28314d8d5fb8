import { type ChildProcess, spawn, spawnSync } from "node:child_process";

/** How each runtime is told to run a file. */
export const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  node: ["node"],
  bun: ["bun"],
  deno: ["deno", "run", "--allow-all", "--node-modules-dir=manual", "--unstable-no-legacy-abort"],
};

/** Whether a runtime is there at all. */
export const isInstalled = (runtime: string): boolean =>
  spawnSync(COMMANDS[runtime]![0]!, ["--version"]).status === 0;

export interface Running {
  readonly child: ChildProcess;
  /** The first address that it printed. */
  readonly url: string;
  /** Everything printed so far. */
  said(): string;
  /** Resolves when something printed matches; rejects with all of it after `seconds`. */
  until(form: RegExp, seconds?: number): Promise<string>;
  /** Sends a signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The program serves the site alone unless it is told otherwise: its other port would be anyone's who starts it, too. */
const ALONE = { PLATFORM: "off" };

/** Runs a file on a runtime and waits for the address that it prints. */
export async function runOn(
  runtime: string,
  words: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Running> {
  const [command, ...before] = COMMANDS[runtime]!;
  const child = spawn(command!, [...before, ...words], {
    ...options,
    env: { ...process.env, ...ALONE, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let said = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      for (const listener of listeners) listener();
    });
  }

  const until = (form: RegExp, seconds = 20) =>
    new Promise<string>((resolve, reject) => {
      const give = (result: () => void) => {
        clearTimeout(timer);
        listeners.delete(look);
        result();
      };
      const look = () => {
        const match = form.exec(said);
        if (match) give(() => resolve(match[0]));
      };
      const timer = setTimeout(
        () => give(() => reject(new Error(`${runtime} did not say ${form} but: ${said}`))),
        seconds * 1000,
      );
      void ended.then(() =>
        give(() =>
          form.test(said)
            ? resolve(form.exec(said)![0])
            : reject(new Error(`${runtime} ended: ${said}`)),
        ),
      );
      listeners.add(look);
      look();
    });

  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return ended;
  };
  const url = await until(/https?:\/\/[\w.[\]:]+:\d+/);
  return { child, url, said: () => said, until, stop };
}
