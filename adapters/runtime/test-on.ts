import { test } from "vitest";
import { isInstalled } from "./start-on.ts";

/**
 * Creates a function that registers a test on a runtime. The test is skipped if the runtime isn't
 * installed, or for the reason that `notOn` gives.
 */
export const createTestOn =
  (runtime: string) =>
  (title: string, run: () => Promise<void>, notOn: Readonly<Record<string, string>> = {}): void =>
    test(title, async ({ skip }) => {
      if (!isInstalled(runtime)) skip(`${runtime} is not installed`);
      if (notOn[runtime]) skip(notOn[runtime]);
      await run();
    });
