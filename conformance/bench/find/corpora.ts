import { readCatalogTools } from "./catalog.ts";
import {
  DEVELOPMENT_SETS,
  type IdentifiedTool,
  LARGE_SCALE_SETS,
  type QuerySet,
  readQuerySet,
} from "./query-sets.ts";

/** Tools, and requests for some of them. */
export interface Corpus {
  readonly name: string;
  readonly tools: readonly IdentifiedTool[];
  readonly queries: QuerySet["queries"];
}

/** The most requests of one set: enough for a figure good to two points. */
const MAX_QUERIES = 400;
const MAX_QUERIES_AT_SCALE = 150;

/** The development sets of a folder, each with its own tools alone. */
export function readSmallCorpora(folder: string): Corpus[] {
  return DEVELOPMENT_SETS.map((name) => readQuerySet(`${folder}/${name}.json`)).map(
    ({ name, tools, queries }) => ({
      name,
      tools,
      queries: queries.slice(0, MAX_QUERIES),
    }),
  );
}

/** Long requests for tools of three sets among all of the catalog's, and short ones for the catalog's own: `mega` and `requests`. */
export async function readLargeCorpora(folder: string, catalog: string): Promise<Corpus[]> {
  const sets = LARGE_SCALE_SETS.map((name) => readQuerySet(`${folder}/${name}.json`));
  const tools = [...(await readCatalogTools(catalog)), ...sets.flatMap((set) => set.tools)];
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
    { name: "requests", tools, queries: requests },
  ];
}

/** One file of the development form, its tools alone or added to the catalog's. */
export async function readCorpus(file: string, catalog?: string): Promise<Corpus> {
  const { name, tools, queries } = readQuerySet(file);
  const all = catalog ? [...(await readCatalogTools(catalog)), ...tools] : tools;
  if (all.length === 0)
    throw new Error(`${file} has no tools of its own: --with-catalog looks for the catalog's.`);
  return { name, tools: all, queries };
}
