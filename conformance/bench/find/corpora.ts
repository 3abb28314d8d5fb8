import { type Popularity, readCatalogTools, readPopularApps } from "./catalog.ts";
import { readEveryday } from "./everyday.ts";
import { createOneAppCorpora } from "./one-app.ts";
import {
  DEVELOPMENT_SETS,
  type IdentifiedTool,
  LARGE_SCALE_SETS,
  mergeTools,
  type QuerySet,
  readQuerySet,
} from "./query-sets.ts";

/** Tools, and queries for some of them. */
export interface Corpus {
  readonly name: string;
  readonly tools: readonly IdentifiedTool[];
  readonly queries: QuerySet["queries"];
  /** Which apps are popular, for queries that people have in the product. */
  readonly popularity?: Popularity | undefined;
}

/** The maximum number of queries from one set. This many give scores accurate to two points. */
const MAX_QUERIES = 400;
const MAX_QUERIES_AT_SCALE = 150;

/** Reads the development sets of a folder, each with its own tools only. */
export function readSmallCorpora(folder: string): Corpus[] {
  return DEVELOPMENT_SETS.map((name) => readQuerySet(`${folder}/${name}.json`)).map(
    ({ name, tools, queries }) => ({
      name,
      tools,
      queries: queries.slice(0, MAX_QUERIES),
    }),
  );
}

/**
 * Reads the corpora with the tools of the catalog: `mega` (long queries for the tools of three
 * sets) and `requests` (short queries for the catalog's own tools).
 */
export async function readLargeCorpora(folder: string, catalog: string): Promise<Corpus[]> {
  const sets = LARGE_SCALE_SETS.map((name) => readQuerySet(`${folder}/${name}.json`));
  const tools = mergeTools(await readCatalogTools(catalog), sets);
  const ids = new Set(tools.map(({ id }) => id));
  const requests = readQuerySet(`${folder}/requests.json`).queries.filter(({ relevant }) =>
    relevant.some((id) => ids.has(id)),
  );
  return [
    {
      name: "mega",
      tools,
      queries: sets.flatMap(({ queries }) => queries.slice(0, MAX_QUERIES_AT_SCALE)),
    },
    { name: "requests", tools, queries: requests, popularity: readPopularApps(catalog) },
  ];
}

/** The maximum number of requests for one app. */
const MAX_QUERIES_PER_APP = 8;

/** Reads the described apps of a compiled catalog, each as a catalog of its own. */
export const readOneAppCorpora = async (catalog: string): Promise<Corpus[]> =>
  createOneAppCorpora(await readCatalogTools(catalog), MAX_QUERIES_PER_APP);

/** Reads the everyday requests, for the tools of a compiled catalog. */
export async function readEverydayCorpora(catalog: string): Promise<Corpus[]> {
  const tools = (await readCatalogTools(catalog)).map(({ document }) => ({
    id: document.name,
    document,
  }));
  const names = new Set(tools.map(({ id }) => id));
  const popularity = readPopularApps(catalog);
  return (["tuning", "held out"] as const)
    .map((part) => ({
      name: `everyday, ${part}`,
      tools,
      popularity,
      queries: readEveryday(part)
        .requests.filter((each) => each.tools.some((name) => names.has(name)))
        .map(({ request, tools: relevant }) => ({ query: request, relevant })),
    }))
    .filter(({ queries }) => queries.length > 0);
}

/**
 * Reads one file in the format of the development sets. If `catalog` is set, the corpus also has
 * the catalog's tools.
 */
export async function readCorpus(file: string, catalog?: string): Promise<Corpus> {
  const { name, tools, queries } = readQuerySet(file);
  const all = catalog ? [...(await readCatalogTools(catalog)), ...tools] : tools;
  if (all.length === 0)
    throw new Error(`${file} has no tools. Add --with-catalog to use the tools of the catalog.`);
  return { name, tools: all, queries };
}
