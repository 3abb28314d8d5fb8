import { afterAll, beforeAll, describe, it } from "vitest";
import type { DatabaseKind } from "./databases.ts";
import { type CheckResult, type PortSuite, runCheck, SUITE_VARIABLE } from "./port-check.ts";
import { formatTitle, type ProgramResult, RUNTIMES, runProgram } from "./runtimes.ts";

interface SuiteProgram<Fixture> extends PortSuite<Fixture> {
  readonly program: string;
}

/** Defines the tests of `portSuite`. Apart from it, because only test processes can load vitest. */
export function defineSuite<Fixture extends { close(): unknown }>(suite: PortSuite<Fixture>): void {
  const { program, databases = [undefined] } = suite;
  for (const database of databases) {
    const title = database ? `${suite.name} in ${database.name}` : suite.name;
    if (program) {
      for (const runtime of RUNTIMES)
        defineOnRuntime({ ...suite, program }, title, runtime, database);
    } else defineInProcess(suite, title, database);
  }
}

function defineInProcess<Fixture extends { close(): unknown }>(
  suite: PortSuite<Fixture>,
  title: string,
  database: DatabaseKind | undefined,
): void {
  describe.skipIf(database?.skipReason)(formatTitle(title, database?.skipReason), () => {
    let created: { readonly location: string; remove(): Promise<void> } | undefined;
    beforeAll(async () => {
      created = await database?.createLocation();
    });
    afterAll(() => created?.remove());

    for (const check of suite.checks)
      it(check.name, async ({ skip }) => {
        const reason = await runCheck(suite, check, created?.location ?? "");
        if (reason) skip(reason);
      });
  });
}

function defineOnRuntime<Fixture>(
  { name, checks, program, environment, commands, concurrency = 1 }: SuiteProgram<Fixture>,
  title: string,
  runtime: (typeof RUNTIMES)[number],
  database: DatabaseKind | undefined,
): void {
  const skipReasons = [database?.skipReason, runtime.skipReason];
  describe.skipIf(skipReasons.some(Boolean))(
    formatTitle(`${title} on ${runtime.name}`, ...skipReasons),
    // The programs of the runtimes run at the same time, too.
    { concurrent: concurrency > 1 },
    () => {
      let run: ProgramResult;
      let results: Map<string, CheckResult>;
      beforeAll(async () => {
        const created = await database?.createLocation();
        run = await runProgram(runtime.name, program, {
          args: created ? [created.location] : [],
          environment: { ...environment, [SUITE_VARIABLE]: name },
          command: commands?.[runtime.name],
        });
        results = parseResults(run.lines);
        await created?.remove();
      }, 120_000);

      for (const check of checks)
        it(check.name, ({ expect, skip }) => {
          const result = results.get(check.name);
          expect(result, run.errors).toBeDefined();
          expect(result?.error).toBeUndefined();
          if (result?.skipped) skip(result.skipped);
        });

      it("writes nothing to stderr and doesn't keep the process alive", ({ expect }) => {
        expect([run.code, run.errors]).toEqual([0, ""]);
      });
    },
  );
}

/** Parses results by check name. Skips lines that aren't JSON. */
function parseResults(lines: readonly string[]): Map<string, CheckResult> {
  const results = lines
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as CheckResult);
  return new Map(results.map((result) => [result.name, result]));
}
