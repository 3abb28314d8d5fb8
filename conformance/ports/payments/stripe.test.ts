import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { definePaymentsSuite } from "../payments.ts";
import { createStripeFixture } from "./stripe-fixture.ts";

definePaymentsSuite("stripe", createStripeFixture);

const root = join(import.meta.dirname, "../../..");
const env = {
  ...process.env,
  DENO_NO_UPDATE_CHECK: "1",
  PATH: `${join(root, "node_modules/.bin")}:${process.env["PATH"]}`,
};

describe("stripe runs the same", () => {
  for (const [name, ...args] of [
    ["node"],
    ["bun"],
    ["deno", "run", "--allow-net", "--allow-read", "--allow-env", "--node-modules-dir=manual"],
  ] as const) {
    const isInstalled = spawnSync(name, ["--version"], { env }).status === 0;
    it.skipIf(!isInstalled)(
      `on ${name}${isInstalled ? "" : ` (not installed: no ${name} in node_modules/.bin or PATH)`}`,
      () => {
        const { stdout, stderr, status } = spawnSync(
          name,
          [...args, "conformance/ports/payments/stripe-run.ts"],
          { cwd: root, env, encoding: "utf8", timeout: 50_000 },
        );
        expect(stdout.trim().split("\n"), stderr).toEqual(
          [
            "lists the offers",
            "opens one page by one key",
            "says what became of it",
            "checks what a webhook is signed with",
            "follows no redirect",
            "waits no longer than it should",
          ].map((promise) => JSON.stringify(promise)),
        );
        expect([status, stderr]).toEqual([0, ""]);
      },
      60_000,
    );
  }
});
