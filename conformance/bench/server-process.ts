import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { environment, ROOT, RUNTIMES, type RuntimeName } from "./runtimes.ts";
import type { RecordedAnswer } from "./servers/bare.ts";

const MAIN = fileURLToPath(new URL("servers/main.ts", import.meta.url));

/** Whoever is started here does not outlive this process. */
const running = new Set<ChildProcess>();
process.once("exit", () => running.forEach((child) => child.kill("SIGKILL")));

/** A server that runs in a process of its own. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly runtime: RuntimeName;
  readonly server: string;
  readonly variant: string;
  /** What the bare server answers. */
  readonly answer?: RecordedAnswer | undefined;
  /** More flags for the runtime. */
  readonly flags?: readonly string[];
}

/** Starts one of `servers/`; its log goes to /dev/null. Rejects with what it said if it does not listen within 30 s. */
export async function startServer({
  runtime,
  server,
  variant,
  answer,
  flags = [],
}: ServerOptions): Promise<ServerProcess> {
  const [command, ...words] = RUNTIMES[runtime];
  const own = [MAIN, server, variant, ...(answer ? [JSON.stringify(answer)] : [])];
  const child = spawn(command, [...words, ...flags, ...own], {
    cwd: ROOT,
    env: environment,
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
  const port = await listeningPort(child).finally(() => clearTimeout(timer));
  return { pid: child.pid!, port, stop: () => stopProcess(child) };
}

/** Ends a process that was started here; by force after 5 s. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
  child.kill("SIGTERM");
  await gone;
  clearTimeout(timer);
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr!.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-10_000);
      const port = /^listening (\d+)$/m.exec(said)?.[1];
      if (port) resolve(Number(port));
    });
    child.on("error", reject);
    child.on("exit", (code) =>
      reject(new Error(`A server ended (${code}) before it listened:\n${said}`)),
    );
  });
}
