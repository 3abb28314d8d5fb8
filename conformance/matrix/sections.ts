import type { Complaint, Outcome } from "../run.ts";
import { escaped, jack, shortCaller } from "./html.ts";
import {
  type Column,
  type Counts,
  failuresOf,
  type Matrix,
  type Result,
  skipsOf,
} from "./tally.ts";

/** The most failures that stand before the matrix; the others are folded up. */
const SHOWN = 8;

/** Each failure with what was expected and what came. */
export function failuresSection(results: readonly Result[]): string {
  const failures = failuresOf(results).map(
    ({ title, where, complaints }) =>
      `<div class="failure"><h3>${escaped(title)}</h3><p class="soft">${where.map(escaped).join(" · ")}</p>${complaints.map(complaint).join("")}</div>`,
  );
  if (failures.length === 0) return "";
  const [shown, more] = [failures.slice(0, SHOWN), failures.slice(SHOWN)];
  const fold =
    more.length > 0
      ? `<details><summary>${more.length} more</summary>${more.join("\n")}</details>`
      : "";
  return `<h2>What fails</h2>\n${shown.join("\n")}\n${fold}`;
}

function complaint({ what, expected, received }: Complaint): string {
  const pair = (name: string, value: string | undefined) =>
    `<dt>${name}</dt><dd><pre>${escaped(value ?? "nothing")}</pre></dd>`;
  const values =
    expected === undefined && received === undefined
      ? ""
      : `<dl>${expected === undefined ? "" : pair("expected", expected)}${pair("received", received)}</dl>`;
  return `<pre>${escaped(what)}</pre>${values}`;
}

/** Why cells were not asked. */
export function skipsSection(results: readonly Result[]): string {
  const lines = skipsOf(results).map(
    ([because, count]) => `<tr><td>${count}</td><td>${escaped(because)}</td></tr>`,
  );
  return lines.length > 0
    ? `<h2 id="skips">Not asked, and why</h2>\n<table class="skips">${lines.join("\n")}</table>`
    : "";
}

/** Every case with a mark for each column, folded up. */
export function casesSection(results: readonly Result[], { columns }: Matrix): string {
  const groups = Map.groupBy(results, ({ cell }) => `${cell.target.service.name}: ${cell.asked}`);
  const folds = [...groups].map(([asked, its]) => {
    const cases = Map.groupBy(its, ({ cell }) => cell.it);
    const used = columns.filter(({ target, caller }) =>
      its.some(({ cell }) => cell.target.name === target && cell.caller === caller),
    );
    const heads = used
      .map(({ target, caller }) => `<th scope="col">${escaped(target)} ${shortCaller(caller)}</th>`)
      .join("");
    const lines = [...cases].map(([it, each]) => caseLine(it, each, used));
    return `<details><summary>${escaped(asked)}<small>${cases.size} cases</small></summary><div class="cases"><table><tr><th></th>${heads}</tr>\n${lines.join("\n")}</table></div></details>`;
  });
  return `<h2>Case by case</h2>\n${folds.join("\n")}`;
}

function caseLine(it: string, results: readonly Result[], columns: readonly Column[]): string {
  const marks = columns.map(({ target, caller }) => {
    const outcome = results.find(
      ({ cell }) => cell.target.name === target && cell.caller === caller,
    )?.outcome;
    return `<td>${outcome ? jack(countsOf(outcome), outcome.result === "skipped" ? outcome.because : outcome.result) : jack(undefined)}</td>`;
  });
  return `<tr><td>${escaped(it)} <span class="soft">${results[0]!.cell.status}</span></td>${marks.join("")}</tr>`;
}

const countsOf = ({ result }: Outcome): Counts => ({
  passed: 0,
  failed: 0,
  skipped: 0,
  [result]: 1,
});
