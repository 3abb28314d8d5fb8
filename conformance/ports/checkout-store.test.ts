import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newCheckout } from "./checkout-store/check.ts";
import { openCheckoutStore } from "./checkout-store/open-checkout-store.ts";
import { checkoutStoreSuite } from "./checkout-store.ts";
import {
  DATABASE_KINDS,
  formatTitle,
  type ProgramResult,
  RUNTIMES,
  runProgram,
} from "./databases.ts";

describe.each(DATABASE_KINDS)(
  "Storage in $name",
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
            run = await runProgram(runtime.name, "checkout-store/run.ts", location);
            results = new Map(
              run.lines.map((line) => JSON.parse(line)).map((result) => [result.name, result]),
            );
          }, 120_000);

          for (const { name } of checkoutStoreSuite) {
            it(name, () => {
              expect(results.get(name), run.errors).toBeDefined();
              expect(results.get(name)?.error).toBeUndefined();
            });
          }

          it("says nothing on its own and holds the process no longer than the work does", () => {
            expect([run.code, run.errors]).toEqual([0, ""]);
            expect(run.waitedMs).toBeLessThan(3_000);
          });

          it("keeps what was done, and nothing of what a crash has cut off", async () => {
            const { location: place, remove } = await make();
            const crashed = await runProgram(runtime.name, "checkout-store/crash.ts", place);
            expect(crashed).toMatchObject({ signal: "SIGKILL", errors: "" });
            const { sql, storage } = await openCheckoutStore(place);
            expect(await sql.query("select id, keep from notices")).toEqual([
              { id: "whole", keep: 1 },
            ]);
            await storage.close();
            await remove();
          });
        },
      );
    }

    it.skipIf(skipReason)(
      formatTitle("is one for several processes, whatever they run on", skipReason),
      async () => {
        const { location: place, remove } = await make();
        const runtimes = RUNTIMES.filter(({ skipReason: whyNot }) => !whyNot).map(
          ({ name }) => name,
        );
        const runs = await Promise.all(
          [...runtimes, "node"].map((runtime) =>
            runProgram(runtime, "checkout-store/worker.ts", place, "100", "25"),
          ),
        );
        for (const { code, errors } of runs) expect([code, errors]).toEqual([0, ""]);
        const acquiredCounts = runs.flatMap(({ lines }) => JSON.parse(lines[0]!) as string[]);
        expect(acquiredCounts.toSorted()).toEqual(
          Array.from({ length: 100 }, (_, each) => `key_${each}`).toSorted(),
        );
        const { storage } = await openCheckoutStore(place);
        expect(await storage.findCheckout(newCheckout.id)).toEqual({
          ...newCheckout,
          version: 1 + 25 * runs.length,
          opened: 1 + 25 * runs.length,
        });
        await storage.close();
        await remove();
      },
    );
  },
);
