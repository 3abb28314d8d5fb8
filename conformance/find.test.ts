import { existsSync } from "node:fs";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { buildIndex } from "../core/platform/domain/find/build.ts";
import { openIndex } from "../core/platform/domain/find/open.ts";
import { smallBeds } from "./bench/find/beds.ts";
import { catalogueFolder, catalogueTools } from "./bench/find/catalogue.ts";
import { COMMITTED } from "./bench/find/committed.ts";
import { completenessOf } from "./bench/find/completeness.ts";
import { vectorFile } from "./bench/find/engines.ts";
import { scoresOf } from "./bench/find/measure.ts";
import { seeded } from "./bench/find/random.ts";
import { meanScore } from "./bench/find/score.ts";

const folder = process.env["BENCH_DATA_DIR"] && `${process.env["BENCH_DATA_DIR"]}/find`;
const hasData = folder !== undefined && existsSync(`${folder}/restbench.json`);
const catalogue = catalogueFolder(process.env);

/** How far a set may fall below the committed figure before it is a fault. */
const TOLERATED = 1.5;
const RESAMPLES = 2_000;

describe.skipIf(!hasData)(
  `finding tools, on the development data${hasData ? "" : " (skipped: BENCH_DATA_DIR has no find/)"}`,
  () => {
    it("is better than weighted full-text search beyond chance, and no set is worse than when the figures were committed", async () => {
      const differences: number[][] = [];
      const fallen: string[] = [];
      for (const bed of smallBeds(folder!)) {
        const [own, peer] = [await scoresOf("jackfield", bed), await scoresOf("fts5", bed)];
        differences.push(own.map(({ n10 }, at) => 100 * (n10 - peer[at]!.n10)));
        const figure = meanScore(own).n10;
        if (!(figure >= COMMITTED[bed.name]! - TOLERATED))
          fallen.push(`${bed.name}: ${figure.toFixed(1)}, committed ${COMMITTED[bed.name]}`);
      }
      expect(fallen).toEqual([]);
      expect(
        lowEnd(differences),
        "the low end of 95 % of the resampled mean differences in N@10",
      ).toBeGreaterThan(0);
    }, 60_000);
  },
);

describe.skipIf(!catalogue)(
  `finding tools, in the whole catalogue${catalogue ? "" : " (skipped: CATALOGUE_DIR names no catalogue)"}`,
  () => {
    it("has every tool in the first ten for its own title and app's name, but for a few in ten thousand", async () => {
      const documents = (await catalogueTools(catalogue!)).map(({ document }) => document);
      const { asked, missing } = completenessOf(
        openIndex(buildIndex(documents, { vectors: vectorFile() })),
        documents,
        20,
      );
      expect(missing.length / asked, missing.join(", ")).toBeLessThan(0.002);
    }, 60_000);
  },
);

/** Paired bootstrap: sets count alike, requests are drawn anew within each; the 2.5 % quantile of the mean difference. */
function lowEnd(differences: readonly (readonly number[])[]): number {
  const random = seeded(1);
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
