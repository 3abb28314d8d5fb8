import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isInstalled, RUNTIME_COMMANDS } from "../../../adapters/runtime/runtimes.ts";

const EXPECTED_CHECKS = [
  "lists the demo shop's products",
  "writes money, days and countries",
  "takes a test card, and shows a receipt",
  "forgets what was typed",
];

describe("the sandbox runs the same", () => {
  for (const [name, command] of Object.entries(RUNTIME_COMMANDS)) {
    it.skipIf(!isInstalled(name))(
      `on ${name}${isInstalled(name) ? "" : " (not installed)"}`,
      () => {
        const [program, ...args] = command;
        const env = { ...process.env, DENO_NO_UPDATE_CHECK: "1" };
        const { stdout, stderr, status } = spawnSync(
          program!,
          [...args, join(import.meta.dirname, "sandbox-run.ts")],
          { env, encoding: "utf8", timeout: 50_000 },
        );
        expect(stdout.trim().split("\n"), stderr).toEqual(
          EXPECTED_CHECKS.map((promise) => JSON.stringify(promise)),
        );
        expect([status, stderr]).toEqual([0, ""]);
      },
      60_000,
    );
  }
});
