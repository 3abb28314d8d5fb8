import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Corpus } from "./corpora.ts";
import { ENGINES } from "./engines.ts";
import { averageScores, type Score, scoreRanking } from "./score.ts";

/** The number of results to request. A relevant tool after them has the reciprocal rank 0. */
const LIMIT = 50;

/** Scores each query of a corpus with one engine. */
export async function scoreEngine(
  engine: string,
  { tools, queries, popularity }: Corpus,
): Promise<Score[]> {
  const { build, open } = ENGINES[engine]!;
  const folder = await mkdtemp(`${tmpdir()}/jackfield-find-`);
  try {
    await build(tools, `${folder}/index`);
    const search = await open(`${folder}/index`);
    return queries.map(({ query, relevant }) =>
      scoreRanking(
        search(query, LIMIT, popularity).map((index) => tools[index]!.id),
        relevant,
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Scores several engines on several corpora. Corpora with the same name share a row. */
export async function createQualityRows(
  engines: readonly string[],
  corpora: readonly Corpus[],
  onProgress: (text: string) => void,
): Promise<{ corpus: string; engine: string; queries: number; score: Score }[]> {
  const rows = [];
  for (const [name, parts] of Map.groupBy(corpora, (corpus) => corpus.name)) {
    for (const engine of engines) {
      onProgress(`${name}: ${ENGINES[engine]!.name}`);
      const scores: Score[] = [];
      for (const corpus of parts) scores.push(...(await scoreEngine(engine, corpus)));
      rows.push({ corpus: name, engine, queries: scores.length, score: averageScores(scores) });
    }
  }
  return rows;
}
