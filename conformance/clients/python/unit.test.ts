import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import process from "node:process";
import { beforeAll, describe, expect, it } from "vitest";
import { PYTHONS } from "./interpreters.ts";

const RUNNER = join(import.meta.dirname, "tests/run_tests.py");
const PACKAGE = resolve(import.meta.dirname, "../../../generated/clients/python");
const ENVIRONMENT = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" };

interface Result {
  readonly id: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly text: string;
}

/** Lists the tests in Python, so that each of them counts here. */
function listTests(command: string): string[] {
  const { stdout, stderr } = spawnSync(command, [RUNNER, PACKAGE, "list"], {
    encoding: "utf8",
    env: ENVIRONMENT,
  });
  const names = stdout.split("\n").filter(Boolean);
  if (names.length === 0) throw new Error(`${command} found no tests: ${stderr}`);
  return names;
}

/** Runs all tests in one process. Warnings are errors, and asyncio reports slips. */
async function runTests(command: string): Promise<Map<string, Result>> {
  const child = spawn(command, ["-X", "dev", "-W", "error", RUNNER, PACKAGE], {
    env: ENVIRONMENT,
    stdio: ["ignore", "pipe", "ignore"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  await once(child, "close");
  const results = output
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Result);
  const failuresLast = results.toSorted(
    (a, b) => Number(a.outcome === "failed") - Number(b.outcome === "failed"),
  );
  return new Map(failuresLast.map((result) => [result.id, result]));
}

describe.each(PYTHONS)("the tests in Python on $name", ({ command, skipReason }) => {
  if (skipReason) {
    it.skip(skipReason, () => {});
    return;
  }
  let results: Map<string, Result>;
  beforeAll(async () => {
    results = await runTests(command);
  }, 180_000);

  it.for(listTests(command))("%s", (id, { skip }) => {
    const result = results.get(id);
    if (result?.outcome === "skipped") return skip(result.text);
    expect(result?.text ?? "The process ended before this test.").toBe("");
  });
});
