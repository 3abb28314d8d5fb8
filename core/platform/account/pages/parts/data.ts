import { type Html, html } from "../../../../lib/html-page/index.ts";

/** The most characters of a result that a page shows. */
const MAX_CHARACTERS = 20_000;
const MAX_COLUMNS = 6;
const MAX_ROWS = 50;
const MAX_CELL_CHARACTERS = 200;

type Row = Readonly<Record<string, unknown>>;

/** Renders the data of a run: a list of objects as a table with its JSON below, else as JSON. */
export function renderData(data: unknown): Html {
  const rows = findRows(data);
  const columns = rows && chooseColumns(rows);
  if (!rows || !columns || columns.length === 0) return renderJson(data);
  const shown = rows.slice(0, MAX_ROWS);
  return html`<div class="table" role="group" aria-label="Result as a table" tabindex="0"><table><thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${shown.map((row) => html`<tr>${columns.map((name) => html`<td data-label="${name}">${formatCell(row[name])}</td>`)}</tr>`)}</tbody></table></div>
${shown.length < rows.length && html`<p class="note">The first ${shown.length} of ${rows.length.toLocaleString("en")} items.</p>`}
<details class="fold"><summary>JSON</summary>${renderJson(data)}</details>`;
}

/** Renders text in a box that scrolls. */
export const renderCode = (text: string): Html =>
  html`<div class="sheet"><pre tabindex="0"><code>${text}</code></pre></div>`;

function renderJson(data: unknown): Html {
  const text = typeof data === "string" ? data : JSON.stringify(data, null, 2);
  const isCut = text.length > MAX_CHARACTERS;
  return html`${renderCode(text.slice(0, MAX_CHARACTERS))}${isCut && html`<p class="note">The first ${MAX_CHARACTERS.toLocaleString("en")} of ${text.length.toLocaleString("en")} characters.</p>`}`;
}

/** Returns a list of objects: the data itself, or the only list in it. */
function findRows(data: unknown): readonly Row[] | undefined {
  if (isRows(data)) return data;
  if (!isObject(data)) return undefined;
  const lists = Object.values(data).filter(Array.isArray);
  return lists.length === 1 && isRows(lists[0]) ? lists[0] : undefined;
}

const isObject = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isRows = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

/** Chooses the first properties that are text, numbers or booleans in every row that has them. */
function chooseColumns(rows: readonly Row[]): readonly string[] {
  const sample = rows.slice(0, MAX_ROWS);
  const names = [...new Set(sample.flatMap((row) => Object.keys(row)))];
  const isPlain = (value: unknown) =>
    value === undefined || value === null || typeof value !== "object";
  return names
    .filter((name) => sample.every((row) => isPlain(row[name])))
    .filter((name) => sample.some((row) => row[name] !== undefined && row[name] !== null))
    .slice(0, MAX_COLUMNS);
}

function formatCell(value: unknown): string {
  if (value === undefined || value === null) return "—";
  const text = String(value);
  return text.length > MAX_CELL_CHARACTERS ? `${text.slice(0, MAX_CELL_CHARACTERS)}…` : text;
}
