import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Corpus } from "./corpora.ts";
import { ENGINES } from "./engines.ts";
import { averageScores, type Score, scoreRanking } from "./score.ts";

/** The number of results to request. A relevant tool after them has the reciprocal rank 0. */
const LIMIT = 50;

/** Scores each query of a corpus with one engine. */
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

/** Scores several engines on several corpora, one row each. */
export async function createQualityRows(
  engines: readonly string[],
  corpora: readonly Corpus[],
  onProgress: (text: string) => void,
): Promise<{ corpus: string; engine: string; queries: number; score: Score }[]> {
  const rows = [];
  for (const corpus of corpora) {
    for (const engine of engines) {
      onProgress(`${corpus.name}: ${ENGINES[engine]!.name}`);
      rows.push({
        corpus: corpus.name,
        engine,
        queries: corpus.queries.length,
        score: averageScores(await scoreEngine(engine, corpus)),
      });
    }
  }
  return rows;
}
