import { catalogueTools } from "./catalogue.ts";
import { AT_SCALE, type IdentifiedTool, type QuerySet, readSet, SETS } from "./sets.ts";

/** Tools, and requests for some of them. */
export interface Bed {
  readonly name: string;
  readonly tools: readonly IdentifiedTool[];
  readonly queries: QuerySet["queries"];
}

/** The most requests of one set: enough for a figure good to two points. */
const MOST_QUERIES = 400;
const MOST_AT_SCALE = 150;

/** The development sets of a folder, each with its own tools alone. */
export function smallBeds(folder: string): Bed[] {
  return SETS.map((name) => readSet(`${folder}/${name}.json`)).map(({ name, tools, queries }) => ({
    name,
    tools,
    queries: queries.slice(0, MOST_QUERIES),
  }));
}

/** Long requests for tools of three sets among all of the catalogue's, and short ones for the catalogue's own: `mega` and `requests`. */
export async function largeBeds(folder: string, catalogue: string): Promise<Bed[]> {
  const sets = AT_SCALE.map((name) => readSet(`${folder}/${name}.json`));
  const tools = [...(await catalogueTools(catalogue)), ...sets.flatMap((set) => set.tools)];
  const ids = new Set(tools.map(({ id }) => id));
  const requests = readSet(`${folder}/requests.json`).queries.filter(({ gold }) =>
    gold.some((id) => ids.has(id)),
  );
  return [
    {
      name: "mega",
      tools,
      queries: sets.flatMap(({ queries }) => queries.slice(0, MOST_AT_SCALE)),
    },
    { name: "requests", tools, queries: requests },
  ];
}

/** One file of the development form, its tools alone or added to the catalogue's. */
export async function bedOf(file: string, catalogue?: string): Promise<Bed> {
  const { name, tools, queries } = readSet(file);
  const all = catalogue ? [...(await catalogueTools(catalogue)), ...tools] : tools;
  if (all.length === 0)
    throw new Error(`${file} has no tools of its own: --with-catalogue looks for the catalogue's.`);
  return { name, tools: all, queries };
}
