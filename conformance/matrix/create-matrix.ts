import { type Spec, specs } from "../services/service.ts";
import { formatFailures, formatTitle, type TestRun } from "../test-run.ts";
import type { Failure, Outcome } from "../test-session.ts";

/** A test run with its outcome. */
export interface TestResult {
  readonly testRun: TestRun;
  readonly outcome: Outcome;
}

/** A column of the matrix: a target with a caller. */
export interface MatrixColumn {
  readonly target: string;
  readonly caller: string;
}

/** The number of test runs by outcome, for one row and column. */
export type OutcomeCounts = Record<Outcome["result"], number>;

/** A row of the matrix: an operation or a path, with a status. */
export interface MatrixRow {
  readonly service: Spec["name"];
  readonly endpoint: string;
  readonly status: number;
  readonly kind: TestRun["kind"];
  /** The counts by column. Undefined if the column has no test runs for this row. */
  readonly counts: readonly (OutcomeCounts | undefined)[];
}

export interface Matrix {
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
  readonly total: OutcomeCounts;
}

/** Related rows with their columns. */
export interface Panel {
  readonly title: string;
  readonly service: Spec["name"];
  readonly matrix: Matrix;
}

const KINDS = [
  { of: "operations", kind: "operation" },
  { of: "protocol operations", kind: "binding" },
  { of: "documents, pages and the MCP protocol", kind: "surface" },
] as const;

/** Creates a panel for each kind of row of each service. */
export const createPanels = (results: readonly TestResult[]): Panel[] =>
  Object.values(specs).flatMap(({ name }) =>
    KINDS.map(({ of, kind }) => {
      const entries = results.filter(
        ({ testRun }) => testRun.kind === kind && testRun.target.service.name === name,
      );
      return {
        title: `The ${name}'s ${of}`,
        service: name,
        matrix: createMatrix(entries, { declared: kind }),
      };
    }).filter(({ matrix }) => matrix.columns.length > 0),
  );

/**
 * Creates the matrix of operation × status × target × caller, in the order of the test runs. It has
 * a row for every declared status of a kind of row, or of all kinds.
 */
export function createMatrix(
  results: readonly TestResult[],
  { declared: kindDeclared }: { readonly declared?: TestRun["kind"] } = {},
): Matrix {
  const columns = distinctObjects(
    results.map(({ testRun }) => ({ target: testRun.target.name, caller: testRun.caller })),
  );
  const services = new Set(results.map(({ testRun }) => testRun.target.service.name));
  const declared = DECLARED_ROWS.filter(
    ({ kind, service }) =>
      services.has(service) && (kindDeclared === undefined || kind === kindDeclared),
  );
  const testedRows = results.map(({ testRun: { endpoint, status, kind, target } }) => ({
    service: target.service.name,
    endpoint,
    status,
    kind,
  }));
  const order = [...new Set(testedRows.map((each) => each.endpoint))];
  const rowKeys = distinctObjects([...testedRows, ...declared]).sort(
    (a, b) =>
      compare(b.service, a.service) ||
      compare(a.kind, b.kind) ||
      order.indexOf(a.endpoint) - order.indexOf(b.endpoint) ||
      a.status - b.status,
  );
  const rows = rowKeys.map((rowKey) => ({
    ...rowKey,
    counts: columns.map(({ target, caller }) =>
      countOutcomes(
        results.filter(
          ({ testRun }) =>
            testRun.target.service.name === rowKey.service &&
            testRun.endpoint === rowKey.endpoint &&
            testRun.status === rowKey.status &&
            testRun.target.name === target &&
            testRun.caller === caller,
        ),
      ),
    ),
  }));
  return { columns, rows, total: countOutcomes(results) ?? { passed: 0, failed: 0, skipped: 0 } };
}

/** Every status that the spec declares. */
const DECLARED_ROWS = Object.values(specs).flatMap(({ name: service, table }) =>
  [
    ...Object.entries(table.operations).map((each) => ["operation", ...each] as const),
    ...Object.entries(table.bindings).map((each) => ["binding", ...each] as const),
  ].flatMap(([kind, endpoint, { responses }]) =>
    Object.keys(responses).map((status) => ({
      service,
      endpoint,
      status: Number(status),
      kind,
    })),
  ),
);

/** A failure, with all the places where it occurs. */
export interface FailureGroup {
  readonly title: string;
  /** Targets with callers. */
  readonly locations: readonly string[];
  readonly failures: readonly Failure[];
}

/** Groups equal failures. */
export function groupFailures(results: readonly TestResult[]): FailureGroup[] {
  const failures = new Map<
    string,
    { title: string; locations: string[]; failures: readonly Failure[] }
  >();
  for (const { testRun, outcome } of results) {
    if (outcome.result !== "failed") continue;
    const title = formatTitle(testRun);
    const key = `${title} ${formatFailures(outcome.failures).replaceAll(/https?:\/\/[^/\s]+|[0-9a-f]{8}-[0-9a-f-]{27}/g, "")}`;
    const alike = failures.get(key);
    const location = `${testRun.target.service.name}: ${testRun.target.name}, ${testRun.caller}`;
    if (alike) alike.locations.push(location);
    else failures.set(key, { title, locations: [location], failures: outcome.failures });
  }
  return [...failures.values()];
}

/** The reasons for skipped test runs, most frequent first. */
export function countSkips(results: readonly TestResult[]): [because: string, count: number][] {
  const skips = new Map<string, number>();
  for (const { outcome } of results)
    if (outcome.result === "skipped")
      skips.set(outcome.reason, (skips.get(outcome.reason) ?? 0) + 1);
  return [...skips].sort(([, a], [, b]) => b - a);
}

/** The declared statuses that no test run caused. */
export const findUncoveredStatuses = ({ rows }: Matrix): MatrixRow[] =>
  rows.filter(
    ({ kind, counts }) =>
      kind !== "surface" && !counts.some((each) => each && each.passed + each.failed > 0),
  );

function countOutcomes(results: readonly TestResult[]): OutcomeCounts | undefined {
  if (results.length === 0) return undefined;
  const counts: OutcomeCounts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of results) counts[outcome.result]++;
  return counts;
}

function distinctObjects<T extends object>(all: readonly T[]): T[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
