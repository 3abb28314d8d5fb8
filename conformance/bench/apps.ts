import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { type AppRow, FILES, MANIFEST, type Manifest } from "../../adapters/catalog/format.ts";
import { type AppSearch, ENGINES } from "./apps/engines.ts";
import { DEVELOPMENT, HELD_OUT, type PurposeQuery } from "./apps/purposes.ts";
import { createTypos } from "./apps/typos.ts";
import { median } from "./report/median.ts";
import { formatTable } from "./report/table.ts";
import { formatTargets, type PerformanceTarget } from "./report/targets.ts";

/** The figures of one engine on one set of queries. */
interface AppsRow {
  readonly set: string;
  readonly engine: string;
  readonly queries: number;
  /** The percentage of queries with an expected app first, and within the first five. */
  readonly first: number;
  readonly withinFive: number;
  /** Median CPU time of a query in milliseconds. */
  readonly milliseconds: number;
  /** The queries without an expected app within the first five. Not recorded of held-out ones. */
  readonly missed?: readonly string[];
}

/**
 * Compares app search with SQLite FTS5 and MiniSearch: searches for purposes, of which some are
 * only measured, and misspelled names of popular apps.
 */
export async function benchApps(): Promise<object> {
  const apps = readApps(process.env["CATALOG_DIR"]);
  const sets: readonly (readonly [string, readonly PurposeQuery[]])[] = [
    ["purposes, development", DEVELOPMENT],
    ["purposes, held out", HELD_OUT],
    ["misspelled names", createTypos(apps, 1)],
  ];
  const rows: AppsRow[] = [];
  for (const [name, create] of Object.entries(ENGINES)) {
    const search = await create(apps);
    for (const [set, queries] of sets)
      rows.push({ set, engine: name, ...measure(search, queries, set === "purposes, held out") });
  }
  const cells = rows
    .toSorted(
      (a, b) => sets.findIndex(([set]) => set === a.set) - sets.findIndex(([set]) => set === b.set),
    )
    .map((row) => [
      row.set,
      row.engine,
      String(row.queries),
      row.first.toFixed(1),
      row.withinFive.toFixed(1),
      row.milliseconds.toFixed(2),
    ]);
  console.log(formatTable(["set", "engine", "queries", "H@1", "H@5", "query, CPU ms"], cells));
  const missing = [...DEVELOPMENT, ...HELD_OUT].filter(({ expected }) =>
    apps.every(({ slug }) => !expected.has(slug)),
  );
  console.log(
    `\nThe catalog has none of the expected apps for ${missing.length} purposes. They count as missed.`,
  );
  const targets = createTargets(rows);
  console.log(`\n${formatTargets(targets)}`);
  return { rows, missing: missing.map(({ words }) => words), targets };
}

function readApps(folder: string | undefined): AppRow[] {
  if (!folder || !existsSync(`${folder}/${MANIFEST}`))
    throw new Error("CATALOG_DIR has no catalog. Compile it: npm run catalog");
  const manifest = JSON.parse(readFileSync(`${folder}/${MANIFEST}`, "utf8")) as Manifest;
  return JSON.parse(readFileSync(`${folder}/${manifest.folder}/${FILES.apps}`, "utf8")) as AppRow[];
}

function measure(
  search: AppSearch,
  queries: readonly PurposeQuery[],
  isHeldOut: boolean,
): Omit<AppsRow, "set" | "engine"> {
  search("warm up");
  const times: number[] = [];
  const results = queries.map(({ words, expected }) => {
    const started = process.cpuUsage();
    const found = search(words);
    const { user, system } = process.cpuUsage(started);
    times.push((user + system) / 1000);
    return { words, hits: found.map((slug) => expected.has(slug)) };
  });
  const share = (isHit: (hits: readonly boolean[]) => boolean) =>
    (100 * results.filter(({ hits }) => isHit(hits)).length) / queries.length;
  return {
    queries: queries.length,
    first: share(([first]) => first === true),
    withinFive: share((hits) => hits.includes(true)),
    milliseconds: median(times),
    ...(!isHeldOut && {
      missed: results.filter(({ hits }) => !hits.includes(true)).map(({ words }) => words),
    }),
  };
}

/** The shares of missed queries, because targets are maximums. */
function createTargets(rows: readonly AppsRow[]): PerformanceTarget[] {
  const own = (set: string) => rows.find((row) => row.engine === "Jackfield" && row.set === set)!;
  return [
    {
      description: "% of held-out purposes without an expected app within five",
      measured: 100 - own("purposes, held out").withinFive,
      max: 10,
    },
    {
      description: "% of misspelled names without their app first",
      measured: 100 - own("misspelled names").first,
      max: 5,
    },
  ];
}
