/** The outcome of one check, as a test program prints it. */
export interface CheckResult {
  readonly name: string;
  /** Duration in milliseconds. */
  readonly ms: number;
  /** Stack of the failure. Undefined if the check passed. */
  readonly error?: string;
}

/**
 * Runs the checks one after another and prints each result as a line of JSON.
 * With `filter`, runs only the checks whose names contain it.
 */
export async function printCheckResults(
  checks: readonly { readonly name: string; run(): Promise<void> }[],
  filter = "",
): Promise<void> {
  for (const { name, run } of checks) {
    if (!name.includes(filter)) continue;
    const startedAt = performance.now();
    const error = await run().then(
      () => undefined,
      (reason: unknown) =>
        reason instanceof Error ? (reason.stack ?? reason.message) : String(reason),
    );
    const result: CheckResult = {
      name,
      ms: Math.round(performance.now() - startedAt),
      ...(error ? { error: error.slice(0, 3000) } : {}),
    };
    console.log(JSON.stringify(result));
  }
}

/** Parses what `printCheckResults` printed, by check name. Skips lines that aren't JSON. */
export function parseCheckResults(lines: readonly string[]): Map<string, CheckResult> {
  const results = lines
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as CheckResult);
  return new Map(results.map((result) => [result.name, result]));
}
