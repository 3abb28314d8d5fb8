import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Corpus } from "./corpora.ts";
import { ENGINES } from "./engines.ts";
import { averageScores, type Score, scoreRanking } from "./score.ts";

/** How many are asked for: the reciprocal rank looks no further. */
const LIMIT = 50;

/** Scores one engine on one bed, request by request. */
export async function scoreEngine(engine: string, { tools, queries }: Corpus): Promise<Score[]> {
  const { build, open } = ENGINES[engine]!;
  const folder = await mkdtemp(`${tmpdir()}/jackfield-find-`);
  try {
    await build(tools, `${folder}/index`);
    const search = await open(`${folder}/index`);
    return queries.map(({ query, relevant }) =>
      scoreRanking(
        search(query, LIMIT).map((index) => tools[index]!.id),
        relevant,
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The same for several engines, as the lines of a table. */
export async function createQualityRows(
  engines: readonly string[],
  corpora: readonly Corpus[],
  progress: (text: string) => void,
): Promise<{ bed: string; engine: string; queries: number; score: Score }[]> {
  const rows = [];
  for (const corpus of corpora) {
    for (const engine of engines) {
      progress(`${corpus.name}: ${ENGINES[engine]!.name}`);
      rows.push({
        bed: corpus.name,
        engine,
        queries: corpus.queries.length,
        score: averageScores(await scoreEngine(engine, corpus)),
      });
    }
  }
  return rows;
}
