import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { sourceMutations } from "./mutations/source/index.ts";
import { createMutationPlugin } from "./mutations/source/source-mutation.ts";
import { SlowFirst } from "./slow-first.ts";
import { createSummaryReporter } from "./summary-reporter.ts";
import { conformanceFiles, excludedFiles, runsTier, unitFiles } from "./tiers.ts";

const createProject = (
  name: string,
  include: readonly string[],
  { isolate, except = [] }: { readonly isolate: boolean; readonly except?: readonly string[] },
) => ({
  extends: true as const,
  test: {
    name,
    include: [...include],
    exclude: [...configDefaults.exclude, ...excludedFiles, ...except],
    isolate,
  },
});

const ROOT = new URL("..", import.meta.url).pathname;

/**
 * The unit tests that count steps. They need processes of their own, because V8 counts only blocks of
 * functions that it compiles after counting began.
 */
const countingFiles = globSync("core/**/*.test.ts", { cwd: ROOT }).filter((file) =>
  /new StepCounter\(/.test(readFileSync(join(ROOT, file), "utf8")),
);

export default defineConfig({
  root: ROOT,
  plugins: [createMutationPlugin(sourceMutations)],
  test: {
    reporters: [process.stdout.isTTY ? "default" : "dot", createSummaryReporter()],
    projects: [
      // Unit tests share no state, so they can share processes, and need not load all modules again.
      createProject("unit", unitFiles, { isolate: false, except: countingFiles }),
      createProject("counting", countingFiles, { isolate: true }),
      createProject("conformance", conformanceFiles, { isolate: runsTier("standard") }),
    ],
    // Tests wait for other processes about half of the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFirst },
    // Processes, sockets and kills have timing of their own. The summary names what passed the second time.
    retry: runsTier("ci") ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    setupFiles: ["conformance/inputs/random-inputs.ts"],
    globalSetup: ["conformance/fixtures/postgres.ts"],
  },
});
