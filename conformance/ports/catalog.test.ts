import { beforeAll, describe, expect, it } from "vitest";
import { catalogSuite } from "./catalog.ts";
import { type CheckResult, parseCheckResults } from "./check-results.ts";
import { formatTitle, RUNTIMES, runProgram } from "./runtimes.ts";

for (const { name: runtime, skipReason } of RUNTIMES) {
  describe.skipIf(skipReason)(formatTitle(`Catalog in a folder on ${runtime}`, skipReason), () => {
    let results: Map<string, CheckResult>;
    let errors = "";
    beforeAll(async () => {
      const run = await runProgram(runtime, "catalog/run.ts");
      errors = run.errors;
      results = parseCheckResults(run.lines);
    }, 120_000);

    for (const { name } of catalogSuite) {
      it(name, () => {
        expect(results.get(name), errors).toBeDefined();
        expect(results.get(name)?.error).toBeUndefined();
      });
    }
  });
}
