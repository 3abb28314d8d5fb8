import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Ended, ended, KINDS, RUNTIMES, title } from "./on-databases.ts";
import { begun } from "./storage/check.ts";
import { openPlace } from "./storage/open-place.ts";
import { storageSuite } from "./storage.ts";

describe.each(KINDS)("Storage in $name", ({ name: kind, whyNot, place: make }) => {
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
          run = await ended(runtime.name, "storage/run.ts", place);
          results = new Map(
            run.lines.map((line) => JSON.parse(line)).map((result) => [result.name, result]),
          );
        }, 120_000);

        for (const { name } of storageSuite) {
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
          const { place, remove } = await make();
          const crashed = await ended(runtime.name, "storage/crash.ts", place);
          expect(crashed).toMatchObject({ signal: "SIGKILL", errors: "" });
          const { sql, storage } = await openPlace(place);
          expect(await sql.query("select id, keep from notices")).toEqual([
            { id: "whole", keep: 1 },
          ]);
          await storage.close();
          await remove();
        });
      },
    );
  }

  it.skipIf(whyNot)(
    title("is one for several processes, whatever they run on", whyNot),
    async () => {
      const { place, remove } = await make();
      const runtimes = RUNTIMES.filter(({ whyNot }) => !whyNot).map(({ name }) => name);
      const runs = await Promise.all(
        [...runtimes, "node"].map((runtime) =>
          ended(runtime, "storage/worker.ts", place, "100", "25"),
        ),
      );
      for (const { code, errors } of runs) expect([code, errors]).toEqual([0, ""]);
      const claimed = runs.flatMap(({ lines }) => JSON.parse(lines[0]!) as string[]);
      expect(claimed.toSorted()).toEqual(
        Array.from({ length: 100 }, (_, each) => `key_${each}`).toSorted(),
      );
      const { storage } = await openPlace(place);
      expect(await storage.checkout(begun.id)).toEqual({
        ...begun,
        version: 1 + 25 * runs.length,
        opened: 1 + 25 * runs.length,
      });
      await storage.close();
      await remove();
    },
  );
});
