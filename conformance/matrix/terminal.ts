import { formatFailures } from "../test-run.ts";
import {
  countSkips,
  groupFailures,
  type Matrix,
  type OutcomeCounts,
  type Panel,
  type TestResult,
} from "./create-matrix.ts";

/** Formats a panel for a terminal: a row for each status, a column for each target and caller. */
export function formatMatrix(
  { title, matrix: { columns, rows } }: Panel,
  { color = false } = {},
): string {
  const paint = createPainter(color);
  const width = Math.max(...rows.map(({ endpoint }) => endpoint.length), 9);
  const letters = columns.map((_, index) => String.fromCharCode(97 + index));
  const legend = columns.map(
    ({ target, caller }, index) => `  ${letters[index]}  ${target}, ${caller}`,
  );
  const head = `${" ".repeat(width + 5)} ${letters.map((letter) => letter.padStart(5)).join("")}`;
  let before = "";
  const lines = rows.map(({ endpoint, status, counts }) => {
    const name = endpoint === before ? "" : endpoint;
    before = endpoint;
    return `${name.padEnd(width)}  ${status} ${counts.map((each) => paint(...formatCounts(each))).join("")}`;
  });
  return [paint(1, title), ...legend, "", paint(2, head), ...lines].join("\n");
}

function formatCounts(counts: OutcomeCounts | undefined): [code: number, text: string] {
  if (!counts) return [2, "·".padStart(5)];
  if (counts.failed > 0) return [31, `${counts.failed}✗`.padStart(5)];
  if (counts.passed > 0) return [32, String(counts.passed).padStart(5)];
  return [33, `${counts.skipped}~`.padStart(5)];
}

/** Explains the marks of a panel. */
export const LEGEND = "n passed   n✗ failed   n~ skipped   · no tests";

/**
 * Formats the failures with expected and received values, the skipped test runs with their reasons,
 * and the counts.
 */
export function formatSummary(
  results: readonly TestResult[],
  { total }: Matrix,
  seconds: number,
  { color = false } = {},
): string {
  const paint = createPainter(color);
  const failures = groupFailures(results).map(
    ({ title, locations, failures: complaints }) =>
      `${paint(31, "✗")} ${title}\n${indent(`on ${locations.join(" · ")}\n${formatFailures(complaints)}`)}`,
  );
  const skips = countSkips(results).map(
    ([reason, count]) => `  ${String(count).padStart(4)}  ${reason}`,
  );
  const counts = `${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped, in ${seconds.toFixed(1)} s.`;
  return [
    ...failures,
    ...(skips.length > 0 ? [`Skipped:\n${skips.join("\n")}`] : []),
    paint(total.failed > 0 ? 31 : 32, counts),
  ].join("\n\n");
}

const createPainter = (color: boolean) => (code: number, text: string) =>
  color ? `\u001b[${code}m${text}\u001b[0m` : text;
const indent = (text: string) => text.replaceAll(/^/gm, "    ");
