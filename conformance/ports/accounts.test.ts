import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountsSuite } from "./accounts.ts";
import { type Ended, ended, KINDS, RUNTIMES, title } from "./on-databases.ts";

describe.each(KINDS)("Accounts in $name", ({ name: kind, whyNot, place: make }) => {
  let place: string;
  let remove = async () => {};
  beforeAll(async () => {
    if (!whyNot) ({ place, remove } = await make());
  });
  afterAll(() => remove());

  for (const runtime of RUNTIMES) {
    describe.skipIf(whyNot ?? runtime.whyNot)(
      title(`${kind} on ${runtime.name}`, whyNot, runtime.whyNot),
      () => {
        let run: Ended;
        let results: Map<string, { name: string; error?: string }>;
        beforeAll(async () => {
          run = await ended(runtime.name, "accounts/run.ts", place);
          results = new Map(
            run.lines.map((line) => JSON.parse(line)).map((result) => [result.name, result]),
          );
        }, 120_000);

        for (const { name } of accountsSuite) {
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
});
