import { expectedReasons, MAX_EXPECTED_SHARE, unexpectedKinds } from "./expected.ts";
import type { ToolResult } from "./tool-results.ts";

/** How many tools agree with their client. */
export interface Counts {
  tools: number;
  compared: number;
  agree: number;
  /** They differ, and `expected.json` has the reason. */
  expected: number;
  differ: number;
  "not comparable": number;
}

export interface Summary {
  /** By vendor, or by group of the results. */
  readonly rows: Readonly<Record<string, Counts>>;
  /** The number of tools by the reason why they aren't compared. */
  readonly skipped: Readonly<Record<string, number>>;
  /** The number of tools by kind of difference, without expected ones. */
  readonly kinds: Readonly<Record<string, number>>;
  /** The number of tools by reason of an expected difference. */
  readonly expected: Readonly<Record<string, number>>;
}

/** Counts the results of a vendor: in total, and by group if they have groups. */
export function summarize(vendor: string, results: readonly ToolResult[]): Summary {
  const rows: Record<string, Counts> = {};
  const skipped: Record<string, number> = {};
  const kinds: Record<string, number> = {};
  const expected: Record<string, number> = {};
  for (const result of results) {
    const counts = [vendor, ...(result.group === undefined ? [] : [`${vendor} ${result.group}`])];
    const outcome = findOutcome(result);
    for (const name of counts) {
      rows[name] ??= createCounts();
      rows[name].tools += 1;
      rows[name][outcome] += 1;
      if (outcome !== "not comparable") rows[name].compared += 1;
    }
    if (result.skipped !== undefined) {
      increment(skipped, result.skipped.split(":")[0]!);
      continue;
    }
    for (const kind of unexpectedKinds(result)) increment(kinds, kind);
    for (const reason of expectedReasons(result)) increment(expected, reason);
  }
  return { rows, skipped, kinds, expected };
}

/** Why the results of a vendor, or of some of its apps, are a failure. Undefined if they aren't. */
export function findFailure(
  vendor: string,
  { rows }: Summary,
  { isWhole = true } = {},
): string | undefined {
  const { tools, expected, differ } = rows[vendor] ?? createCounts();
  if (differ > 0)
    return `${differ} tools of ${vendor} differ. Add --list to print the differences.`;
  return isWhole && expected > tools * MAX_EXPECTED_SHARE
    ? `expected.json has more than ${MAX_EXPECTED_SHARE * 100} % of the tools of ${vendor}.`
    : undefined;
}

function findOutcome(result: ToolResult): "agree" | "expected" | "differ" | "not comparable" {
  if (result.skipped !== undefined) return "not comparable";
  if (result.differences.length === 0) return "agree";
  return unexpectedKinds(result).length > 0 ? "differ" : "expected";
}

const createCounts = (): Counts => ({
  tools: 0,
  compared: 0,
  agree: 0,
  expected: 0,
  differ: 0,
  "not comparable": 0,
});

function increment(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
