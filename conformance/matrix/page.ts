import { escapeHtml } from "../../core/lib/html-page/index.ts";
import { specs } from "../services/service.ts";
import {
  createPanels,
  type Matrix,
  type MatrixColumn,
  type MatrixRow,
  type Panel,
  type TestResult,
} from "./create-matrix.ts";
import {
  abbreviateCaller,
  renderCases,
  renderCount,
  renderFailures,
  renderSkips,
} from "./sections.ts";

/**
 * The page looks like a jackfield: a panel of sockets with a row for each endpoint. A socket is lit
 * if its tests passed.
 */
export const STYLE = `
:root{color-scheme:light dark;--paper:#f4f2ed;--ink:#22262a;--soft:#666d73;--panel:#e7e3da;--edge:#cfc9bc;--rule:#d8d2c5;
--hole:#f9f8f5;--good:#1d7a4f;--good-ink:#fff;--bad:#b3261e;--bad-ink:#fff;--odd:#8a6a12}
@media(prefers-color-scheme:dark){:root{--paper:#131517;--ink:#e6e3dc;--soft:#9aa1a7;--panel:#1e2124;--edge:#363b40;--rule:#2a2e32;
--hole:#101214;--good:#3fae78;--good-ink:#07130d;--bad:#f0685e;--bad-ink:#1c0504;--odd:#d3ad4e}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 "Avenir Next",Avenir,"Segoe UI",Inter,"Helvetica Neue",system-ui,sans-serif}
main{max-width:90rem;margin:0 auto;padding:3rem 1.5rem 5rem}
.mark{font-weight:600;color:var(--soft);margin:0}
h1{font-size:clamp(2rem,4.5vw,3.25rem);line-height:1.08;letter-spacing:-.02em;font-weight:700;margin:.4rem 0 .6rem;text-wrap:balance}
h1 .bad{color:var(--bad)}
h2{font-size:1.375rem;letter-spacing:-.01em;margin:3rem 0 .75rem}
p{max-width:44rem;text-wrap:pretty;margin:.25rem 0}.soft{color:var(--soft)}
a{color:inherit;text-decoration-color:var(--odd);text-underline-offset:3px}
code,pre,.status{font-family:ui-monospace,"SF Mono","Cascadia Code",Menlo,Consolas,monospace}
.contents{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;max-width:none}
.legend{display:flex;flex-wrap:wrap;gap:.5rem 1.75rem;margin:1.75rem 0 1rem;padding:0;list-style:none}
.legend li{display:flex;align-items:center;gap:.55rem}
.panel{background:var(--panel);border:1px solid var(--edge);border-radius:10px;overflow-x:auto;padding:.25rem 1rem 1rem}
table{border-collapse:collapse}
.panel table{width:100%}
th{font-weight:600;text-align:left}
thead th{padding:.75rem .25rem .25rem;text-align:center;vertical-align:bottom}
thead tr+tr th{min-width:3.25rem;line-height:1.25;font-weight:400;color:var(--soft);font-size:.8125rem;padding-top:0;padding-bottom:.75rem}
.strips{columns:24rem;column-gap:1rem}.strips .panel{break-inside:avoid;margin-bottom:1rem}
.strips thead tr+tr{display:none}.strips thead th{font-weight:400;color:var(--soft);font-size:.8125rem;padding-bottom:.5rem;min-width:2.75rem}
.strips.strips tbody th{min-width:0;width:100%;padding:.5rem .5rem 0 0}.strips td.status{padding-right:.6rem}
.strips .jack{width:1.9rem;height:1.9rem;font-size:.75rem}.strips .none{width:.4rem;height:.4rem}
.when{white-space:nowrap}
.panel th.first,.panel td.first{border-left:1px solid var(--rule)}
tbody+tbody tr:first-child>*{border-top:1px solid var(--edge)}

.panel tbody th{padding:.75rem 1.25rem .75rem 0;vertical-align:top;min-width:11rem}
.panel tbody th small{display:block;font-weight:400;color:var(--soft);font-size:.8125rem}
td{text-align:center;padding:.25rem}
td.status{text-align:right;padding-right:1rem;color:var(--soft);white-space:nowrap}
.jack{display:inline-grid;place-items:center;width:2.25rem;height:2.25rem;border-radius:50%;font-size:.8125rem;font-weight:600;font-variant-numeric:tabular-nums}
.passed{background:var(--good);color:var(--good-ink);box-shadow:0 0 0 2px var(--panel),0 0 0 3px var(--good)}
.failed{background:var(--bad);color:var(--bad-ink);border-radius:6px}
.skipped{border:2px dashed var(--odd);color:var(--odd)}
.none{width:.5rem;height:.5rem;background:var(--edge)}
.failure{border-left:5px solid var(--bad);padding:.25rem 0 .25rem 1rem;margin:1.25rem 0}
.failure h3{font-size:1rem;margin:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.35rem 0 .75rem;font-size:.8125rem;line-height:1.45}
dl{display:grid;grid-template-columns:auto 1fr;gap:.1rem 1rem;margin:.4rem 0}dt{color:var(--soft)}dd{margin:0;min-width:0}
dl{align-items:baseline}dd pre,.failure dl{margin:0}
.skips td{text-align:left;padding:.3rem 1.25rem .3rem 0;border-bottom:1px solid var(--rule)}
.skips td:first-child{text-align:right;font-variant-numeric:tabular-nums}
details{border-bottom:1px solid var(--rule)}
summary{cursor:pointer;padding:.6rem 0;font-weight:600}summary:focus-visible{outline:3px solid var(--good);outline-offset:2px}
summary small{font-weight:400;color:var(--soft);margin-left:.5rem}
.cases{overflow-x:auto;padding-bottom:1rem}.cases td{padding:.15rem .2rem}.cases td:nth-child(2){padding-left:1rem}
.cases td:first-child{text-align:left;min-width:22rem;padding-right:1rem}
.cases .jack{width:.875rem;height:.875rem;font-size:0;box-shadow:none}.cases .failed{border-radius:2px}.cases .none{width:.3rem;height:.3rem}
.cases th{font-weight:400;font-size:.75rem;color:var(--soft);writing-mode:vertical-rl;transform:rotate(180deg);padding:.25rem .1rem;text-align:left}
.cases th:first-child{writing-mode:initial;transform:none}
@media(max-width:40rem){main{padding:1.5rem 1rem 3rem}}
`.trim();

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
