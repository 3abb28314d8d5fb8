import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Bed } from "./beds.ts";
import { ENGINES } from "./engines.ts";
import { meanScore, type Score, scoreOf } from "./score.ts";

/** How many are asked for: the reciprocal rank looks no further. */
const LIMIT = 50;

/** Scores one engine on one bed, request by request. */
export async function scoresOf(engine: string, { tools, queries }: Bed): Promise<Score[]> {
  const { build, open } = ENGINES[engine]!;
  const folder = await mkdtemp(`${tmpdir()}/jackfield-find-`);
  try {
    await build(tools, `${folder}/index`);
    const search = await open(`${folder}/index`);
    return queries.map(({ query, gold }) =>
      scoreOf(
        search(query, LIMIT).map((at) => tools[at]!.id),
        gold,
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The same for several engines, as the lines of a table. */
export async function qualityRows(
  engines: readonly string[],
  beds: readonly Bed[],
  progress: (text: string) => void,
): Promise<{ bed: string; engine: string; queries: number; score: Score }[]> {
  const rows = [];
  for (const bed of beds) {
    for (const engine of engines) {
      progress(`${bed.name}: ${ENGINES[engine]!.name}`);
      rows.push({
        bed: bed.name,
        engine,
        queries: bed.queries.length,
        score: meanScore(await scoresOf(engine, bed)),
      });
    }
  }
  return rows;
}
