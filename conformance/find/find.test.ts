import { existsSync } from "node:fs";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { buildIndex } from "../../core/lib/tool-search/index/build.ts";
import { openIndex } from "../../core/lib/tool-search/index/open-index.ts";
import { BASELINE_SCORES } from "../bench/find/baseline.ts";
import { findCatalogFolder, readCatalogTools } from "../bench/find/catalog.ts";
import { measureCompleteness } from "../bench/find/completeness.ts";
import { readSmallCorpora } from "../bench/find/corpora.ts";
import { readVectorFile } from "../bench/find/engines.ts";
import { scoreEngine } from "../bench/find/measure.ts";
import { createSeededRandom } from "../bench/find/random.ts";
import { averageScores } from "../bench/find/score.ts";

const folder = process.env["BENCH_DATA_DIR"] && `${process.env["BENCH_DATA_DIR"]}/find`;
const hasCorpora = folder !== undefined && existsSync(`${folder}/restbench.json`);
const catalog = findCatalogFolder(process.env);

/** How far NDCG@10 may fall below the committed figure, in points. */
const TOLERANCE = 1.5;
const RESAMPLES = 2_000;

describe.skipIf(!hasCorpora)(
  `finding tools, on the development data${hasCorpora ? "" : " (skipped: BENCH_DATA_DIR has no find/)"}`,
  () => {
    it("beats weighted full-text search significantly, and no corpus falls below its committed score", async () => {
      const differences: number[][] = [];
      const fallen: string[] = [];
      for (const corpus of readSmallCorpora(folder!)) {
        const [jackfield, peer] = [
          await scoreEngine("jackfield", corpus),
          await scoreEngine("fts5", corpus),
        ];
        differences.push(
          jackfield.map(({ ndcg10 }, index) => 100 * (ndcg10 - peer[index]!.ndcg10)),
        );
        const figure = averageScores(jackfield).ndcg10;
        if (!(figure >= BASELINE_SCORES[corpus.name]! - TOLERANCE))
          fallen.push(
            `${corpus.name}: ${figure.toFixed(1)}, committed ${BASELINE_SCORES[corpus.name]}`,
          );
      }
      expect(fallen).toEqual([]);
      expect(
        bootstrapLowerBound(differences),
        "the low end of 95 % of the resampled mean differences in N@10",
      ).toBeGreaterThan(0);
    }, 60_000);
  },
);

describe.skipIf(!catalog)(
  `finding tools, in the whole catalog${catalog ? "" : " (skipped: CATALOG_DIR names no catalog)"}`,
  () => {
    it("ranks nearly every tool in the first ten for its own title and app name", async () => {
      const documents = (await readCatalogTools(catalog!)).map(({ document }) => document);
      const { queries, missing } = measureCompleteness(
        openIndex(buildIndex(documents, { vectors: readVectorFile() })),
        documents,
        20,
      );
      expect(missing.length / queries, missing.join(", ")).toBeLessThan(0.002);
    }, 60_000);
  },
);

/**
 * The 2.5% quantile of the mean difference by a paired bootstrap. Corpora have equal weight, and
 * queries are resampled within each.
 */
function bootstrapLowerBound(differences: readonly (readonly number[])[]): number {
  const random = createSeededRandom(1);
  const means = Array.from({ length: RESAMPLES }, () => {
    const ofSets = differences.map((set) => {
      let sum = 0;
      for (let draw = 0; draw < set.length; draw++) sum += set[Math.floor(random() * set.length)]!;
      return sum / set.length;
    });
    return ofSets.reduce((sum, mean) => sum + mean, 0) / ofSets.length;
  });
  return means.sort((a, b) => a - b)[Math.floor(RESAMPLES * 0.025)]!;
}
