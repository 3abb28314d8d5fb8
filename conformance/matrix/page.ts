import { specs } from "../services/spec.ts";
import {
  createPanels,
  type Matrix,
  type MatrixColumn,
  type MatrixRow,
  type Panel,
  type TestResult,
} from "./create-matrix.ts";
import { abbreviateCaller, escapeHtml, renderCount } from "./html.ts";
import { renderCases, renderFailures, renderSkips } from "./sections.ts";
import { STYLE } from "./style.ts";

/** Renders the matrix as one self-contained HTML page without scripts. */
export function renderMatrixPage(
  results: readonly TestResult[],
  matrix: Matrix,
  { seconds, at }: { seconds: number; at: Date },
): string {
  const { total, columns } = matrix;
  const executed = total.passed + total.failed;
  const verdict =
    total.failed === 0
      ? `All ${executed} cells pass`
      : `<span class="bad">${total.failed} of ${executed} cells fail</span>`;
  const targets = [...new Set(columns.map(({ target }) => target))];
  const services = new Set(results.map(({ testRun }) => testRun.target.service.name));
  const panels = createPanels(results);
  const titles = Object.values(specs)
    .filter(({ name }) => services.has(name))
    .map(({ table }) => `${table.title} ${table.version}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${total.failed === 0 ? "Conforms" : `${total.failed} failures`} · Jackfield conformance</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="mark">Jackfield conformance</p>
<h1>${verdict}</h1>
<p class="soft">${titles.map(escapeHtml).join(" and ")}, run against ${targets.map(escapeHtml).join(", ")} on <span class="when">${at.toISOString().slice(0, 16).replace("T", " at ")} UTC</span>, in ${seconds.toFixed(1)} seconds.${total.skipped > 0 ? ` ${total.skipped} cells were <a href="#skips">skipped</a>.` : ""}</p>
${renderLegend()}
${renderContents(panels)}
${renderFailures(results)}
${panels.map(renderPanel).join("\n")}
${renderSkips(results)}
${renderCases(results, matrix)}
</main>
</body>
</html>
`;
}

const toId = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, "-");

/** A table of contents, because the page is long. */
const renderContents = (panels: readonly Panel[]) =>
  panels.length < 2
    ? ""
    : `<p class="contents">${panels.map(({ title }) => `<a href="#${toId(title)}">${title}</a>`).join(" ")}</p>`;

/** Operations share one panel. Other paths have fewer columns and a panel each. */
const renderPanel = ({ title, matrix }: Panel) => {
  const groups = [...Map.groupBy(matrix.rows, ({ endpoint }) => endpoint)];
  const isStrips = matrix.rows[0]?.kind === "surface";
  const tables = isStrips
    ? groups.map((group) => renderTable(matrix, [group]))
    : [renderTable(matrix, groups)];
  return `<h2 id="${toId(title)}">${title}</h2>\n<div${isStrips ? ' class="strips"' : ""}>\n${tables.map((each) => `<div class="panel">${each}</div>`).join("\n")}\n</div>`;
};

const renderTable = (matrix: Matrix, groups: readonly [string, readonly MatrixRow[]][]) =>
  `<table>\n${renderHead(matrix)}\n${groups.map(([endpoint, rows]) => renderRows(matrix, endpoint, rows)).join("\n")}\n</table>`;

const renderLegend = () => `<ul class="legend">
<li>${renderCount({ passed: 3, failed: 0, skipped: 0 })} this many cases pass</li>
<li>${renderCount({ passed: 0, failed: 1, skipped: 0 })} this many fail</li>
<li>${renderCount({ passed: 0, failed: 0, skipped: 2 })} skipped, for a reason</li>
<li>${renderCount(undefined)} no cases</li>
</ul>`;

function renderHead({ columns }: Matrix): string {
  const targets = [...new Set(columns.map(({ target }) => target))];
  const over = targets.map(
    (target) =>
      `<th class="first" colspan="${columns.filter((each) => each.target === target).length}" scope="colgroup">${escapeHtml(target)}</th>`,
  );
  const under = columns.map(
    (column, index) =>
      `<th${isFirstColumn(columns, index)} scope="col">${abbreviateCaller(column.caller).replace("\u{a0}", "<br>")}</th>`,
  );
  return `<thead><tr><th></th><th></th>${over.join("")}</tr><tr><th></th><th></th>${under.join("")}</tr></thead>`;
}

const renderRows = ({ columns }: Matrix, endpoint: string, rows: readonly MatrixRow[]) =>
  `<tbody>\n${rows.map((row, index) => renderRow(row, columns, index === 0 ? renderNameCell(endpoint, rows.length) : "")).join("\n")}\n</tbody>`;

function renderNameCell(endpoint: string, rows: number): string {
  const operation = Object.values(specs).flatMap(
    ({ table }) => table.operations[endpoint] ?? [],
  )[0];
  let below = endpoint === "/*" ? "pages and unknown paths" : "";
  if (operation) below = `${operation.method} ${operation.path}`;
  return `<th rowspan="${rows}" scope="rowgroup">${escapeHtml(endpoint)}${below && `<small>${escapeHtml(below)}</small>`}</th>`;
}

const renderRow = ({ status, counts }: MatrixRow, columns: readonly MatrixColumn[], name: string) =>
  `<tr>${name}<td class="status">${status}</td>${counts.map((each, index) => `<td${isFirstColumn(columns, index)}>${renderCount(each)}</td>`).join("")}</tr>`;

const isFirstColumn = (columns: readonly MatrixColumn[], index: number) =>
  columns[index]!.target === columns[index - 1]?.target ? "" : ' class="first"';
