import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMANDS, isInstalled } from "../../adapters/runtime/runtimes.ts";
import { catalogueSuite } from "./catalogue.ts";

const RUNTIMES = Object.keys(COMMANDS).map((name) => ({
  name,
  whyNot: isInstalled(name) ? "" : `(not installed: no ${name} in node_modules/.bin or PATH)`,
}));

for (const { name: runtime, whyNot } of RUNTIMES) {
  describe.skipIf(whyNot)(`Catalogue in a folder on ${runtime} ${whyNot}`, () => {
    let results: Map<string, { error?: string }>;
    let said = "";
    beforeAll(() => {
      const [command, ...before] = COMMANDS[runtime]!;
      const run = spawnSync(command!, [...before, join(import.meta.dirname, "catalogue/run.ts")], {
        encoding: "utf8",
        timeout: 100_000,
      });
      said = run.stderr;
      results = new Map(
        run.stdout
          .split("\n")
          .filter((line) => line.startsWith("{"))
          .map((line) => JSON.parse(line) as { name: string; error?: string })
          .map((result) => [result.name, result]),
      );
    }, 120_000);

    for (const { name } of catalogueSuite) {
      it(name, () => {
        expect(results.get(name), said).toBeDefined();
        expect(results.get(name)!.error).toBeUndefined();
      });
    }
  });
}
