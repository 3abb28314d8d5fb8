import process from "node:process";
import { type CheckResult, type PortSuite, runCheck, SUITE_VARIABLE } from "./port-check.ts";

const EXIT_SECONDS = 20;

/**
 * Defines the tests of a driver: one for each check, on each database and runtime. In a process that
 * `SUITE_VARIABLE` names, runs the checks instead and prints their results.
 */
export async function portSuite<Fixture extends { close(): unknown }>(
  suite: PortSuite<Fixture>,
): Promise<void> {
  const selected = process.env[SUITE_VARIABLE];
  if (selected === undefined) {
    const { defineSuite } = await import("./suite-tests.ts");
    defineSuite(suite);
  } else if (suite.program && selected === suite.name) await printResults(suite);
}

/** Prints each result as a line of JSON. Arguments: [location] [part of a check's name] */
async function printResults<Fixture extends { close(): unknown }>(
  suite: PortSuite<Fixture>,
): Promise<void> {
  const [location = "", filter = ""] = process.argv.slice(2);
  const checks = suite.checks.filter(({ name }) => name.includes(filter)).values();
  const runChecks = async () => {
    for (const check of checks) {
      const { name } = check;
      const result: CheckResult = await runCheck(suite, check, location).then(
        (skipped) => ({ name, ...(skipped ? { skipped } : {}) }),
        (error: unknown) => ({ name, error: formatError(error) }),
      );
      console.log(JSON.stringify(result));
    }
  };
  await Promise.all(Array.from({ length: suite.concurrency ?? 1 }, runChecks));
  exitIfKeptAlive();
}

const formatError = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 3000);

/** Fails the process if something that was left open keeps it alive. */
export function exitIfKeptAlive(): void {
  const timer = setTimeout(() => {
    console.error("Something keeps this process alive.");
    process.exit(1);
  }, EXIT_SECONDS * 1000);
  timer.unref();
}
