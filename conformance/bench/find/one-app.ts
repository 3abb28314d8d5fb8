import type { Corpus } from "./corpora.ts";
import type { IdentifiedTool } from "./query-sets.ts";
import { createSeededRandom } from "./random.ts";

const SEED = 7;
/** Apps with fewer tools are easy, and those with more are no small catalogs. */
const MIN_TOOLS = 10;
const MAX_TOOLS = 300;

/**
 * Creates a corpus of each described app of the catalog: its tools without phrases, and one phrase of
 * each described tool, up to `maxQueries`, as a request.
 */
export function createOneAppCorpora(
  tools: readonly IdentifiedTool[],
  maxQueries: number,
): Corpus[] {
  const random = createSeededRandom(SEED);
  const apps = Map.groupBy(tools, ({ document: { name } }) => name.slice(0, name.indexOf(".")));
  return [...apps.values()]
    .filter(({ length }) => length >= MIN_TOOLS && length <= MAX_TOOLS)
    .map((ofApp) => {
      const described = ofApp.filter(({ document }) => document.phrases);
      const step = Math.max(1, described.length / maxQueries);
      const sample = described.filter(
        (_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step),
      );
      return {
        name: "one app",
        tools: ofApp.map(({ document: { phrases: _, ...document } }) => ({
          id: document.name,
          document,
        })),
        queries: sample.map(({ document: { name, phrases = [] } }) => ({
          query: phrases[Math.floor(random() * phrases.length)]!,
          relevant: [name],
        })),
      };
    })
    .filter(({ queries }) => queries.length > 0);
}
