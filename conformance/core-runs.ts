import type { TestRun } from "./test-run.ts";

/**
 * Selects the test runs for a quick check of a deployment, which send at most 100 requests: the
 * first case of each operation that is accepted, over HTTP and over one MCP revision, the first
 * that is rejected, over HTTP only, and the first exchange of each other path. If that one has a
 * condition, it also selects the first under each other condition.
 */
export function selectCoreRuns(testRuns: readonly TestRun[]): TestRun[] {
  const selected = new Set<string>();
  return testRuns.filter(({ kind, caller, endpoint, status, skipReason, definition }) => {
    if (skipReason !== undefined || !(caller === "http" || caller === MCP_CALLER)) return false;
    const isRejected = kind !== "surface" && status >= 400;
    if (isRejected && caller === MCP_CALLER) return false;
    const condition = "exchange" in definition ? definition.exchange.condition?.needs : undefined;
    const unconditional = [kind, caller, endpoint, isRejected].join(" ");
    const key = condition === undefined ? unconditional : `${unconditional} ${condition}`;
    if (selected.has(unconditional) || selected.has(key)) return false;
    selected.add(key);
    return true;
  });
}

/** The revision that most clients speak. */
const MCP_CALLER = "mcp 2025-11-25";

/**
 * Estimates how many requests test runs use up of a rate limit. Most documents and pages count a
 * tenth, and a few cases send several requests.
 */
export function estimateCost(testRuns: readonly TestRun[]): number {
  const sent = testRuns.filter(({ skipReason }) => skipReason === undefined);
  const operations = sent.filter(({ kind }) => kind !== "surface").length;
  return operations * 1.2 + (sent.length - operations) * 0.2;
}
