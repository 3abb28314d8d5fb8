import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  DATABASE_KINDS,
  formatTitle,
  type ProgramResult,
  RUNTIMES,
  runProgram,
} from "./databases.ts";
import { keyStoreSuite } from "./key-store.ts";

describe.each(DATABASE_KINDS)(
  "Accounts in $name",
  ({ name: kind, skipReason, createLocation: make }) => {
    let location: string;
    let remove = async () => {};
    beforeAll(async () => {
      if (!skipReason) ({ location, remove } = await make());
    });
    afterAll(() => remove());

    for (const runtime of RUNTIMES) {
      describe.skipIf(skipReason ?? runtime.skipReason)(
        formatTitle(`${kind} on ${runtime.name}`, skipReason, runtime.skipReason),
        () => {
          let run: ProgramResult;
          let results: Map<string, { name: string; error?: string }>;
          beforeAll(async () => {
            run = await runProgram(runtime.name, "key-store/run.ts", location);
            results = new Map(
              run.lines.map((line) => JSON.parse(line)).map((result) => [result.name, result]),
            );
          }, 120_000);

          for (const { name } of keyStoreSuite) {
            it(name, () => {
              expect(results.get(name), run.errors).toBeDefined();
              expect(results.get(name)?.error).toBeUndefined();
            });
          }

          it("says nothing on its own and holds the process no longer than the work does", () => {
            expect([run.code, run.errors]).toEqual([0, ""]);
            expect(run.waitedMs).toBeLessThan(3_000);
          });
        },
      );
    }
  },
);
