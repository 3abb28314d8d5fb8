import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import type { RecordedResponse } from "../servers/bare.ts";
import { environmentFor, ROOT, RUNTIMES, type RuntimeName } from "./runtimes.ts";

/** The servers to kill when this process exits. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A server in its own process. */
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
  /** Jackfield's response, which the bare server replays. Peers send its headers. */
  readonly recordedResponse?: RecordedResponse | undefined;
  /** The checkout of the server, with a trailing slash. Default: this one. */
  readonly root?: string | undefined;
  /** Additional flags of the runtime. */
  readonly flags?: readonly string[];
}

/**
 * Starts one of `servers/` with its log discarded. Rejects with its output if it doesn't listen
 * within 30 s.
 */
export async function startServer({
  runtime,
  server,
  variant,
  recordedResponse,
  root = ROOT,
  flags = [],
}: ServerOptions): Promise<ServerProcess> {
  const [command, ...commandArgs] = RUNTIMES[runtime];
  const serverArgs = [
    `${root}conformance/bench/servers/main.ts`,
    server,
    variant,
    ...(recordedResponse ? [JSON.stringify(recordedResponse)] : []),
  ];
  const child = spawn(command, [...commandArgs, ...flags, ...serverArgs], {
    cwd: root,
    env: environmentFor(root),
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  const timer = setTimeout(() => child.kill("SIGKILL"), 30_000);
  const port = await waitForPort(child).finally(() => clearTimeout(timer));
  return { pid: child.pid!, port, stop: () => stopProcess(child) };
}

/** Stops a process, and kills it after 5 s. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
  child.kill("SIGTERM");
  await exited;
  clearTimeout(timer);
}

function waitForPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.stderr!.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-10_000);
      const port = /^listening (\d+)$/m.exec(output)?.[1];
      if (port) resolve(Number(port));
    });
    child.on("error", reject);
    child.on("exit", (code) =>
      reject(new Error(`A server exited with code ${code} before it listened:\n${output}`)),
    );
  });
}
