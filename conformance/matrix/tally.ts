import { type Cell, titleOf } from "../cell.ts";
import { explained } from "../complaint.ts";
import type { Complaint, Outcome } from "../run.ts";
import { type Spec, specs } from "../services/spec.ts";

/** A cell and what came of it. */
export interface Result {
  readonly cell: Cell;
  readonly outcome: Outcome;
}

/** A column of the matrix: who was asked, by whom. */
export interface Column {
  readonly target: string;
  readonly caller: string;
}

/** How many cells of a row and a column came to what. */
export type Counts = Record<Outcome["result"], number>;

/** A row of the matrix: an operation or a path, and a status. */
export interface Row {
  readonly service: Spec["name"];
  readonly asked: string;
  readonly status: number;
  readonly kind: Cell["kind"];
  /** A column that was not asked for this row has no counts. */
  readonly counts: readonly (Counts | undefined)[];
}

export interface Matrix {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly total: Counts;
}

/** Rows that belong together, with the columns that they have. */
export interface Panel {
  readonly title: string;
  readonly service: Spec["name"];
  readonly matrix: Matrix;
}

const KINDS = [
  { of: "operations", kind: "operation" },
  { of: "bindings of standards", kind: "binding" },
  { of: "documents, pages, and the protocol of /mcp", kind: "surface" },
] as const;

/** The kinds of row of each service apart. */
export const panelsOf = (results: readonly Result[]): Panel[] =>
  Object.values(specs).flatMap(({ name }) =>
    KINDS.map(({ of, kind }) => {
      const its = results.filter(
        ({ cell }) => cell.kind === kind && cell.target.service.name === name,
      );
      return {
        title: `The ${name}'s ${of}`,
        service: name,
        matrix: matrixOf(its, { declared: kind }),
      };
    }).filter(({ matrix }) => matrix.columns.length > 0),
  );

/** The matrix of operation × status × target × caller, in the order in which things were asked; with every status that the spec declares of a kind, or of all. */
export function matrixOf(
  results: readonly Result[],
  { declared: kindDeclared }: { readonly declared?: Cell["kind"] } = {},
): Matrix {
  const columns = distinct(
    results.map(({ cell }) => ({ target: cell.target.name, caller: cell.caller })),
  );
  const services = new Set(results.map(({ cell }) => cell.target.service.name));
  const declared = DECLARED.filter(
    ({ kind, service }) =>
      services.has(service) && (kindDeclared === undefined || kind === kindDeclared),
  );
  const asked = results.map(({ cell: { asked, status, kind, target } }) => ({
    service: target.service.name,
    asked,
    status,
    kind,
  }));
  const order = [...new Set(asked.map((each) => each.asked))];
  const places = distinct([...asked, ...declared]).sort(
    (a, b) =>
      compare(b.service, a.service) ||
      compare(a.kind, b.kind) ||
      order.indexOf(a.asked) - order.indexOf(b.asked) ||
      a.status - b.status,
  );
  const rows = places.map((place) => ({
    ...place,
    counts: columns.map(({ target, caller }) =>
      countsOf(
        results.filter(
          ({ cell }) =>
            cell.target.service.name === place.service &&
            cell.asked === place.asked &&
            cell.status === place.status &&
            cell.target.name === target &&
            cell.caller === caller,
        ),
      ),
    ),
  }));
  return { columns, rows, total: countsOf(results) ?? { passed: 0, failed: 0, skipped: 0 } };
}

/** Every status that the spec declares. */
const DECLARED = Object.values(specs).flatMap(({ name: service, table }) =>
  [
    ...Object.entries(table.operations).map((each) => ["operation", ...each] as const),
    ...Object.entries(table.bindings).map((each) => ["binding", ...each] as const),
  ].flatMap(([kind, asked, { responses }]) =>
    Object.keys(responses).map((status) => ({ service, asked, status: Number(status), kind })),
  ),
);

/** The same thing wrong in one place or several. */
export interface Failure {
  readonly title: string;
  /** Target and caller. */
  readonly where: readonly string[];
  readonly complaints: readonly Complaint[];
}

/** What fails, told once where it fails alike. */
export function failuresOf(results: readonly Result[]): Failure[] {
  const failures = new Map<
    string,
    { title: string; where: string[]; complaints: readonly Complaint[] }
  >();
  for (const { cell, outcome } of results) {
    if (outcome.result !== "failed") continue;
    const title = titleOf(cell);
    const key = `${title} ${explained(outcome.complaints).replaceAll(/https?:\/\/[^/\s]+|[0-9a-f]{8}-[0-9a-f-]{27}/g, "")}`;
    const alike = failures.get(key);
    const where = `${cell.target.service.name}: ${cell.target.name}, ${cell.caller}`;
    if (alike) alike.where.push(where);
    else failures.set(key, { title, where: [where], complaints: outcome.complaints });
  }
  return [...failures.values()];
}

/** The reasons for what was not asked, the most frequent first. */
export function skipsOf(results: readonly Result[]): [because: string, count: number][] {
  const skips = new Map<string, number>();
  for (const { outcome } of results)
    if (outcome.result === "skipped")
      skips.set(outcome.because, (skips.get(outcome.because) ?? 0) + 1);
  return [...skips].sort(([, a], [, b]) => b - a);
}

/** The statuses that the spec declares and no cell brought about. */
export const notCaused = ({ rows }: Matrix): Row[] =>
  rows.filter(
    ({ kind, counts }) =>
      kind !== "surface" && !counts.some((each) => each && each.passed + each.failed > 0),
  );

function countsOf(results: readonly Result[]): Counts | undefined {
  if (results.length === 0) return undefined;
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome.result]++;
  return counts;
}

function distinct<T extends object>(all: readonly T[]): T[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
