import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { findFreePort, START_FILE } from "../../fixtures/program.ts";
import { processEnvironment, RUNTIMES } from "../load/runtimes.ts";
import { stopProcess } from "../load/server-process.ts";

/** The program with both services, as `npm start` runs it on Node. */
export interface Program {
  readonly pid: number;
  /** The origins of the services. */
  readonly site: string;
  readonly platform: string;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

/** The programs to kill when this process exits. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts the program on free ports, without its log. Resolves when it listens. */
export async function startProgram(settings: Readonly<Record<string, string>>): Promise<Program> {
  const [sitePort, platformPort] = [await findFreePort(), await findFreePort()];
  const [command, ...args] = RUNTIMES.node;
  const child = spawn(command, [...args, START_FILE], {
    env: {
      ...processEnvironment,
      LOG: "json",
      SITE_PORT: String(sitePort),
      PLATFORM_PORT: String(platformPort),
      ...settings,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  await waitUntilListening(child);
  return {
    pid: child.pid!,
    site: `http://127.0.0.1:${sitePort}`,
    platform: `http://127.0.0.1:${platformPort}`,
    stop: () => stopProcess(child),
  };
}

async function waitUntilListening(child: ChildProcess): Promise<void> {
  let output = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    output = (output + text).slice(-10_000);
  });
  const ended = once(child, "exit").then(() => {
    throw new Error(`The program ended before it listened:\n${output}`);
  });
  // After the start, nothing waits for it.
  ended.catch(() => {});
  while (!output.includes("press Ctrl+C")) await Promise.race([once(child.stderr!, "data"), ended]);
}
