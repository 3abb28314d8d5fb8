import { afterEach, expect, test, vi } from "vitest";
import { collectTests } from "./source/collect-tests.ts";
import { sourceMutations } from "./source/index.ts";
import { countMatches, mutatedId, originalId } from "./source/source-mutation.ts";

/** The test files one of whose tests has passed without a defect. */
const passed = new Set<string>();
let planted: string | undefined;

afterEach(() => {
  if (planted !== undefined) vi.doUnmock(planted);
});

test.each(sourceMutations.map((mutation, index) => ({ ...mutation, mutation, index })))(
  '$description fails "$failingTest"',
  async ({ mutation, index, testFile, failingTest }) => {
    expect(countMatches(mutation), `the code to replace in ${mutation.file}`).toBe(1);
    const path = new URL(`../${testFile}`, import.meta.url).pathname;
    const run = async () => {
      const found = (await collectTests(path)).get(failingTest);
      if (!found) throw new Error(`There is no test "${failingTest}" in ${testFile}.`);
      return found;
    };
    // The tests pass in their own files. One of each shows that they pass when they are collected.
    if (!passed.has(testFile)) await (await run())();
    passed.add(testFile);

    planted = originalId(mutation);
    vi.doMock(planted, () => import(mutatedId(mutation, index)));
    const mutated = await run();
    await expect(mutated()).rejects.toThrow();
  },
);
