import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { createSummaryReporter } from "./summary-reporter.ts";
import { excludedFiles, includedFiles, runsTier } from "./tiers.ts";

export default defineConfig({
  root: new URL("..", import.meta.url).pathname,
  test: {
    include: [...includedFiles],
    exclude: [...configDefaults.exclude, ...excludedFiles],
    reporters: [process.stdout.isTTY ? "default" : "dot", createSummaryReporter()],
    // Unit tests share no state, so the quick tier reuses its processes.
    isolate: runsTier("standard"),
    // Tests wait for other processes about half of the time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ["conformance/fixtures/postgres.ts"],
  },
});
