import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { currentTier } from "./tiers.ts";

/** Faster files aren't worth a line. */
const SLOW_SECONDS = 10;
const MAX_SLOWEST = 25;
const FOLDER = join(import.meta.dirname, "report");

/**
 * Prints the slowest files, the skipped tests by reason, the tests that passed only the second time,
 * and one line of counts. Writes the same to a file.
 */
export function createSummaryReporter(): Reporter {
  const started = performance.now();
  return {
    onTestRunEnd(modules) {
      const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
      const skips = new Map<string, number>();
      const flaky: string[] = [];
      for (const testModule of modules)
        for (const testCase of testModule.children.allTests()) {
          const result = testCase.result();
          counts[result.state]++;
          if (testCase.diagnostic()?.flaky)
            flaky.push(`  ${testModule.relativeModuleId} › ${testCase.fullName}`);
          if (result.state === "skipped") {
            const reason = skipReason(testCase, testModule);
            skips.set(reason, (skips.get(reason) ?? 0) + 1);
          }
        }
      const failedFiles = modules.filter((each) => each.state() === "failed").length;
      const lines = [...skips]
        .sort(([, a], [, b]) => b - a)
        .map(([reason, count]) => `${String(count).padStart(6)}  ${reason}`);
      const seconds = Math.round((performance.now() - started) / 1000);
      const total =
        `Tier ${currentTier}: ${counts.passed} tests passed, ${counts.failed} failed, ` +
        `${counts.skipped} skipped, ${flaky.length} flaky, in ${modules.length} files` +
        `${failedFiles > 0 ? ` (${failedFiles} with failures)` : ""}, ${seconds} s.`;
      const slowest = modules
        .map((testModule) => ({ testModule, seconds: testModule.diagnostic().duration / 1_000 }))
        .filter(({ seconds }) => seconds >= SLOW_SECONDS)
        .sort((a, b) => b.seconds - a.seconds)
        .slice(0, MAX_SLOWEST)
        .map(
          ({ testModule, seconds }) =>
            `${seconds.toFixed(0).padStart(6)}  ${testModule.relativeModuleId}`,
        );
      const summary = [
        ...(slowest.length > 0 ? ["Slowest files in seconds:", ...slowest] : []),
        ...(lines.length > 0 ? ["Skipped tests by reason:", ...lines] : []),
        ...(flaky.length > 0 ? ["Tests that passed only the second time:", ...flaky] : []),
        total,
        "",
      ].join("\n");
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(join(FOLDER, "summary.txt"), summary);
      process.stdout.write(`\n${summary}`);
    },
  };
}

/** Returns why a test was skipped: its own note, or the name of the skipped suite. */
function skipReason(testCase: TestCase, testModule: TestModule): string {
  const result = testCase.result();
  if (result.state === "skipped" && result.note) return result.note;
  const suite = testCase.parent.type === "suite" ? testCase.parent.name : "";
  const reason = /\((?:skipped: )?([^()]+)\)$/.exec(suite)?.[1];
  return reason ?? `${testModule.relativeModuleId}${suite && ` › ${suite}`}`;
}
