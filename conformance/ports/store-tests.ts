import { beforeAll, describe, expect, it } from "vitest";
import { type CheckResult, parseCheckResults } from "./check-results.ts";
import { DATABASE_KINDS } from "./databases.ts";
import { formatTitle, type ProgramResult, RUNTIMES, runProgram } from "./runtimes.ts";

/**
 * Runs `program`, which prints the results of a store's checks, on every runtime with every kind of
 * database, and reports each check as a test.
 */
export function defineStoreTests(
  port: string,
  program: string,
  checks: readonly { readonly name: string }[],
): void {
  for (const database of DATABASE_KINDS) {
    for (const runtime of RUNTIMES) {
      const skipReasons = [database.skipReason, runtime.skipReason];
      describe.skipIf(skipReasons.some(Boolean))(
        formatTitle(`${port} in ${database.name} on ${runtime.name}`, ...skipReasons),
        () => {
          let run: ProgramResult;
          let results: Map<string, CheckResult>;
          beforeAll(async () => {
            const { location, remove } = await database.createLocation();
            run = await runProgram(runtime.name, program, { args: [location] });
            results = parseCheckResults(run.lines);
            await remove();
          }, 120_000);

          for (const { name } of checks) {
            it(name, () => {
              expect(results.get(name), run.errors).toBeDefined();
              expect(results.get(name)?.error).toBeUndefined();
            });
          }

          it("writes nothing to stderr and doesn't keep the process alive", () => {
            expect([run.code, run.errors]).toEqual([0, ""]);
            expect(run.exitDelayMs).toBeLessThan(3_000);
          });
        },
      );
    }
  }
}
