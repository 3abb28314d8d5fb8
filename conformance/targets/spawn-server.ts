import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { createHttpClient } from "./http-client.ts";
import type { Target } from "./target.ts";

const BIN = join(import.meta.dirname, "../../node_modules/.bin");

/** The startup timeout of a server in seconds. */
const START_TIMEOUT_SECONDS = 40;

/** Returns the path of a program. The project's own programs take precedence. */
export function findProgram(name: string): string | undefined {
  const directories = [BIN, ...(process.env["PATH"] ?? "").split(delimiter)].map((folder) =>
    join(folder, name),
  );
  return directories.find((location) => existsSync(location));
}

/** Servers to stop when this process exits. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGTERM");
});

/**
 * Starts a server and waits until its output matches a pattern, whose first group is the server's
 * URL. The server stops with this process.
 */
export function spawnServer(
  name: string,
  args: readonly string[],
  listening: RegExp,
  environment: Readonly<Record<string, string>> = {},
): Promise<Target> {
  const child = spawn(findProgram(name)!, [...args], {
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1", ...environment },
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.stdin.end();
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 3000);
    await exited;
    clearTimeout(timer);
  };
  running.add(child);
  child.once("exit", () => running.delete(child));

  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(
      () =>
        stop().then(() =>
          reject(new Error(`${name} did not start in ${START_TIMEOUT_SECONDS} s: ${output}`)),
        ),
      START_TIMEOUT_SECONDS * 1000,
    );
    const listen = (chunk: Buffer) => {
      if (output.length < 1 << 20) output += chunk.toString();
      const url = listening.exec(output)?.[1];
      if (!url) return;
      clearTimeout(timer);
      const { closeConnections, ...line } = createHttpClient(url);
      const close = async () => {
        closeConnections();
        await stop();
      };
      resolve({ ...line, close });
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`${name} exited with ${code}: ${output}`));
    });
  });
}

/** Returns a port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
