import { specs } from "../services/spec.ts";
import { escaped, jack, shortCaller } from "./html.ts";
import { casesSection, failuresSection, skipsSection } from "./sections.ts";
import { STYLE } from "./style.ts";
import { type Column, type Matrix, type Panel, panelsOf, type Result, type Row } from "./tally.ts";

/** The matrix as one page that needs nothing else: no script, no file beside it. */
export function matrixPage(
  results: readonly Result[],
  matrix: Matrix,
  { seconds, at }: { seconds: number; at: Date },
): string {
  const { total, columns } = matrix;
  const asked = total.passed + total.failed;
  const verdict =
    total.failed === 0
      ? `All ${asked} cells pass`
      : `<span class="bad">${total.failed} of ${asked} cells fail</span>`;
  const targets = [...new Set(columns.map(({ target }) => target))];
  const services = new Set(results.map(({ cell }) => cell.target.service.name));
  const panels = panelsOf(results);
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
<p class="soft">${titles.map(escaped).join(" and ")}, asked of ${targets.map(escaped).join(", ")} on <span class="when">${at.toISOString().slice(0, 16).replace("T", " at ")} UTC</span>, in ${seconds.toFixed(1)} seconds.${total.skipped > 0 ? ` ${total.skipped} cells were not asked, each <a href="#skips">for a reason</a>.` : ""}</p>
${legend()}
${contents(panels)}
${failuresSection(results)}
${panels.map(panel).join("\n")}
${skipsSection(results)}
${casesSection(results, matrix)}
</main>
</body>
</html>
`;
}

const idOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, "-");

/** The page is long: where each panel is. */
const contents = (panels: readonly Panel[]) =>
  panels.length < 2
    ? ""
    : `<p class="contents">${panels.map(({ title }) => `<a href="#${idOf(title)}">${title}</a>`).join(" ")}</p>`;

/** Operations share one panel; of the rest, which have fewer columns, each path has a strip of its own. */
const panel = ({ title, matrix }: Panel) => {
  const groups = [...Map.groupBy(matrix.rows, ({ asked }) => asked)];
  const isStrips = matrix.rows[0]?.kind === "surface";
  const tables = isStrips
    ? groups.map((group) => tableOf(matrix, [group]))
    : [tableOf(matrix, groups)];
  return `<h2 id="${idOf(title)}">${title}</h2>\n<div${isStrips ? ' class="strips"' : ""}>\n${tables.map((each) => `<div class="panel">${each}</div>`).join("\n")}\n</div>`;
};

const tableOf = (matrix: Matrix, groups: readonly [string, readonly Row[]][]) =>
  `<table>\n${head(matrix)}\n${groups.map(([asked, rows]) => body(matrix, asked, rows)).join("\n")}\n</table>`;

const legend = () => `<ul class="legend">
<li>${jack({ passed: 3, failed: 0, skipped: 0 })} this many cases pass</li>
<li>${jack({ passed: 0, failed: 1, skipped: 0 })} this many fail</li>
<li>${jack({ passed: 0, failed: 0, skipped: 2 })} not asked, for a reason</li>
<li>${jack(undefined)} nothing to ask</li>
</ul>`;

function head({ columns }: Matrix): string {
  const targets = [...new Set(columns.map(({ target }) => target))];
  const over = targets.map(
    (target) =>
      `<th class="first" colspan="${columns.filter((each) => each.target === target).length}" scope="colgroup">${escaped(target)}</th>`,
  );
  const under = columns.map(
    (column, at) =>
      `<th${first(columns, at)} scope="col">${shortCaller(column.caller).replace("\u{a0}", "<br>")}</th>`,
  );
  return `<thead><tr><th></th><th></th>${over.join("")}</tr><tr><th></th><th></th>${under.join("")}</tr></thead>`;
}

const body = ({ columns }: Matrix, asked: string, rows: readonly Row[]) =>
  `<tbody>\n${rows.map((row, at) => line(row, columns, at === 0 ? nameCell(asked, rows.length) : "")).join("\n")}\n</tbody>`;

function nameCell(asked: string, rows: number): string {
  const operation = Object.values(specs).flatMap(({ table }) => table.operations[asked] ?? [])[0];
  const below = operation
    ? `${operation.method} ${operation.path}`
    : asked === "/*"
      ? "pages, and paths that are none"
      : "";
  return `<th rowspan="${rows}" scope="rowgroup">${escaped(asked)}${below && `<small>${escaped(below)}</small>`}</th>`;
}

const line = ({ status, counts }: Row, columns: readonly Column[], name: string) =>
  `<tr>${name}<td class="status">${status}</td>${counts.map((each, at) => `<td${first(columns, at)}>${jack(each)}</td>`).join("")}</tr>`;

const first = (columns: readonly Column[], at: number) =>
  columns[at]!.target === columns[at - 1]?.target ? "" : ' class="first"';
