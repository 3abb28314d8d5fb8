import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const MAX_MILLISECONDS = 120_000;

/**
 * Runs a file of this folder in a process of its own, without environment variables, and returns the
 * message that it sends. Rejects if the process ends without one.
 */
export async function runClient<Message>(file: string, args: readonly string[]): Promise<Message> {
  const child = fork(join(import.meta.dirname, file), args, {
    env: {},
    execArgv: ["--no-warnings"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    timeout: MAX_MILLISECONDS,
  });
  let errors = "";
  child.stderr!.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = once(child, "close").then(() => {
    throw new Error(`The client of ${args[0]} failed: ${errors.trim().slice(-500)}`);
  });
  const [message] = (await Promise.race([once(child, "message"), ended])) as [Message];
  ended.catch(() => {});
  return message;
}
