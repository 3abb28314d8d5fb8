import { escapeHtml } from "../../core/lib/html-page/index.ts";
import { formatFailures } from "../test-run.ts";
import type { Failure, Outcome } from "../test-session.ts";
import {
  countSkips,
  groupFailures,
  type Matrix,
  type MatrixColumn,
  type OutcomeCounts,
  type Panel,
  type TestResult,
} from "./create-matrix.ts";

/**
 * Renders a cell: passed, failed, skipped or empty. Its shape and number carry the meaning as well
 * as its color.
 */
export function renderCount(counts: OutcomeCounts | undefined, title?: string): string {
  if (!counts) return '<span class="jack none"></span>';
  const { passed, failed, skipped } = counts;
  const label =
    title ??
    [passed && `${passed} passed`, failed && `${failed} failed`, skipped && `${skipped} skipped`]
      .filter(Boolean)
      .join(", ");
  const render = (kind: string, text: string) =>
    `<span class="jack ${kind}" title="${escapeHtml(label)}">${text}</span>`;
  if (failed > 0) return render("failed", `✗${failed}`);
  return passed > 0 ? render("passed", String(passed)) : render("skipped", String(skipped));
}

/** A short form of a caller's name. */
export const abbreviateCaller = (caller: string): string =>
  caller === "http" ? "HTTP" : caller.replace(/^mcp (\d{4}).*/, "MCP\u{a0}$1");

/** The maximum number of failures above the matrix. Others are collapsed. */
const MAX_SHOWN = 8;

/** Renders each failure with the expected and the received value. */
export function renderFailures(results: readonly TestResult[]): string {
  const failures = groupFailures(results).map(
    ({ title, locations, failures: complaints }) =>
      `<div class="failure"><h3>${escapeHtml(title)}</h3><p class="soft">${locations.map(escapeHtml).join(" · ")}</p>${complaints.map(renderFailure).join("")}</div>`,
  );
  if (failures.length === 0) return "";
  const [visible, more] = [failures.slice(0, MAX_SHOWN), failures.slice(MAX_SHOWN)];
  const fold =
    more.length > 0
      ? `<details><summary>${more.length} more</summary>${more.join("\n")}</details>`
      : "";
  return `<h2>What fails</h2>\n${visible.join("\n")}\n${fold}`;
}

function renderFailure({ subject, expected, received }: Failure): string {
  const pair = (name: string, value: string | undefined) =>
    `<dt>${name}</dt><dd><pre>${escapeHtml(value ?? "nothing")}</pre></dd>`;
  const values =
    expected === undefined && received === undefined
      ? ""
      : `<dl>${expected === undefined ? "" : pair("expected", expected)}${pair("received", received)}</dl>`;
  return `<pre>${escapeHtml(subject)}</pre>${values}`;
}

/** Renders the reasons for skipped test runs. */
export function renderSkips(results: readonly TestResult[]): string {
  const lines = countSkips(results).map(
    ([reason, count]) => `<tr><td>${count}</td><td>${escapeHtml(reason)}</td></tr>`,
  );
  return lines.length > 0
    ? `<h2 id="skips">Skipped cases</h2>\n<table class="skips">${lines.join("\n")}</table>`
    : "";
}

/** Renders every case with a mark for each column, collapsed. */
export function renderCases(results: readonly TestResult[], { columns }: Matrix): string {
  const groups = Map.groupBy(
    results,
    ({ testRun }) => `${testRun.target.service.name}: ${testRun.endpoint}`,
  );
  const folds = [...groups].map(([endpoint, entries]) => {
    const cases = Map.groupBy(entries, ({ testRun }) => testRun.it);
    const usedColumns = columns.filter(({ target, caller }) =>
      entries.some(({ testRun }) => testRun.target.name === target && testRun.caller === caller),
    );
    const heads = usedColumns
      .map(
        ({ target, caller }) =>
          `<th scope="col">${escapeHtml(target)} ${abbreviateCaller(caller)}</th>`,
      )
      .join("");
    const lines = [...cases].map(([it, each]) => renderCaseLine(it, each, usedColumns));
    return `<details><summary>${escapeHtml(endpoint)}<small>${cases.size} cases</small></summary><div class="cases"><table><tr><th></th>${heads}</tr>\n${lines.join("\n")}</table></div></details>`;
  });
  return `<h2>Case by case</h2>\n${folds.join("\n")}`;
}

function renderCaseLine(
  it: string,
  results: readonly TestResult[],
  columns: readonly MatrixColumn[],
): string {
  const marks = columns.map(({ target, caller }) => {
    const outcome = results.find(
      ({ testRun }) => testRun.target.name === target && testRun.caller === caller,
    )?.outcome;
    return `<td>${outcome ? renderCount(toCounts(outcome), outcome.result === "skipped" ? outcome.reason : outcome.result) : renderCount(undefined)}</td>`;
  });
  return `<tr><td>${escapeHtml(it)} <span class="soft">${results[0]!.testRun.status}</span></td>${marks.join("")}</tr>`;
}

const toCounts = ({ result }: Outcome): OutcomeCounts => ({
  passed: 0,
  failed: 0,
  skipped: 0,
  [result]: 1,
});

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
