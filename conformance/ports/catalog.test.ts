import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { isInstalled, RUNTIME_COMMANDS } from "../../adapters/runtime/runtimes.ts";
import { catalogSuite } from "./catalog.ts";

const RUNTIMES = Object.keys(RUNTIME_COMMANDS).map((name) => ({
  name,
  skipReason: isInstalled(name) ? "" : `(not installed: no ${name} in node_modules/.bin or PATH)`,
}));

for (const { name: runtime, skipReason } of RUNTIMES) {
  describe.skipIf(skipReason)(`Catalog in a folder on ${runtime} ${skipReason}`, () => {
    let results: Map<string, { error?: string }>;
    let output = "";
    beforeAll(() => {
      const [command, ...before] = RUNTIME_COMMANDS[runtime]!;
      const run = spawnSync(command!, [...before, join(import.meta.dirname, "catalog/run.ts")], {
        encoding: "utf8",
        timeout: 100_000,
      });
      output = run.stderr;
      results = new Map(
        run.stdout
          .split("\n")
          .filter((line) => line.startsWith("{"))
          .map((line) => JSON.parse(line) as { name: string; error?: string })
          .map((result) => [result.name, result]),
      );
    }, 120_000);

    for (const { name } of catalogSuite) {
      it(name, () => {
        expect(results.get(name), output).toBeDefined();
        expect(results.get(name)!.error).toBeUndefined();
      });
    }
  });
}
