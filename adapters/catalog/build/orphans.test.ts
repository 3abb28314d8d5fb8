import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { RUNTIMES } from "../../runtime/runtimes.ts";
import { isInstalled } from "../../runtime/start-on.ts";

const APP_READER = join(import.meta.dirname, "../own-apps/app-reader.ts");

/** Compiles a document that takes about a minute. */
const PROGRAM = `
import { compileSeparately } from ${JSON.stringify(APP_READER)};
const items = Array.from({ length: 600_000 }, (_, index) => "- {name: item " + index + "}");
void compileSeparately(
  { text: ["openapi: 3.0.0", "x-items:", ...items].join("\\n"), name: "big.yaml" },
  { timeoutMs: 600_000 },
);
setInterval(() => {}, 1000);
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "jackfield-"));
  writeFileSync(join(folder, "program.mjs"), PROGRAM);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the processes whose parent was started with the given ID, and still run. */
const findChildren = (parent: number): number[] =>
  spawnSync("ps", ["-o", "pid=", "--ppid", String(parent)], { encoding: "utf8" })
    .stdout.split(/\s+/)
    .filter(Boolean)
    .map(Number);

function isRunning(pid: number): boolean {
  // A process that ended stays in the table until its new parent has read its status.
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

describe.skipIf(process.platform !== "linux")("the process that compiles documents", () => {
  it.concurrent.for(["node", "bun"])(
    "ends when its parent on %s is killed",
    { timeout: 60_000 },
    async (runtime, { expect, skip }) => {
      if (!isInstalled(runtime)) skip(`${runtime} is not installed`);
      const [command = "", ...args] = RUNTIMES[runtime]!.command;
      const parent = spawn(command, [...args, join(folder, "program.mjs")], { stdio: "ignore" });
      await expect.poll(() => findChildren(parent.pid!), { timeout: 20_000 }).toHaveLength(1);
      const [child = 0] = findChildren(parent.pid!);
      // Time to receive the document and begin.
      await new Promise((resolve) => setTimeout(resolve, 3000));
      expect(isRunning(child)).toBe(true);
      parent.kill("SIGKILL");
      await expect.poll(() => isRunning(child), { timeout: 10_000 }).toBe(false);
    },
  );
});
