import { buildIndex, openIndex, searchTools } from "../../../../core/lib/tool-search/index.ts";
import { FIRST, OTHERS } from "../../../../core/lib/tool-search/rank/confidence.ts";
import type { SearchQuery } from "../../../../core/lib/tool-search/rank/extract-features.ts";
import { findCatalogFolder, readPopularApps } from "../catalog.ts";
import { type Corpus, readEverydayCorpora, readLargeCorpora } from "../corpora.ts";
import { readVectorFile } from "../engines.ts";

/*
 * Fits the coefficients of the confidence in a match by logistic regression, on the development
 * sets `mega` and `requests` (MIT and Apache-2.0) and `everyday.json` (MIT), and
 * prints how well it is calibrated:
 *
 *     BENCH_DATA_DIR=… CATALOG_DIR=… node conformance/bench/find/learn/calibrate.ts
 */

interface Sample {
  readonly inputs: readonly [1, number, number];
  readonly isRelevant: boolean;
  readonly fold: number;
}

const FOLDS = 5;
/** Every fifth request is also searched without the apps that serve it, so that nothing is right. */
const LACKING_EVERY = 5;
const STEPS = 3000;
const RATES = [1, 6, 6] as const;

function predict(weights: readonly number[], { inputs }: Sample): number {
  const logit = inputs.reduce((sum, input, at) => sum + input * weights[at]!, 0);
  return 1 / (1 + Math.exp(-logit));
}

function regress(samples: readonly Sample[]): number[] {
  let weights = [0, 0, 0];
  for (let step = 0; step < STEPS; step++) {
    const gradient = [0, 0, 0];
    for (const sample of samples) {
      const error = predict(weights, sample) - Number(sample.isRelevant);
      for (const [at, input] of sample.inputs.entries()) gradient[at]! += error * input;
    }
    weights = weights.map((weight, at) => weight - (RATES[at]! * gradient[at]!) / samples.length);
  }
  return weights;
}

/** Prints the fit of all samples, and the predictions of the folds that it wasn't fitted on. */
function report(name: string, samples: readonly Sample[], current: object): void {
  const bins = Array.from({ length: 6 }, () => ({ count: 0, predicted: 0, relevant: 0 }));
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = regress(samples.filter((sample) => sample.fold !== fold));
    for (const sample of samples.filter((each) => each.fold === fold)) {
      const probability = predict(weights, sample);
      const bin = bins[Math.min(bins.length - 1, Math.floor(probability * bins.length))]!;
      bin.count++;
      bin.predicted += probability;
      bin.relevant += Number(sample.isRelevant);
    }
  }
  const error = bins.reduce((sum, bin) => sum + Math.abs(bin.predicted - bin.relevant), 0);
  console.log(`${name}: in use ${JSON.stringify(current)}, fitted ${regress(samples).join(" ")}`);
  console.log(`  mean calibration error ${(error / samples.length).toFixed(3)}`);
  for (const { count, predicted, relevant } of bins.filter((bin) => bin.count > 0))
    console.log(
      `  ${count} predicted ${(predicted / count).toFixed(2)}, relevant ${(relevant / count).toFixed(2)}`,
    );
}

const catalog = findCatalogFolder(process.env);
const data = process.env["BENCH_DATA_DIR"];
if (!catalog || !data) throw new Error("Set BENCH_DATA_DIR and CATALOG_DIR.");
const first: Sample[] = [];
const others: Sample[] = [];
const [mega, requests] = (await readLargeCorpora(`${data}/find`, catalog)) as [Corpus, Corpus];
addSamples(mega.tools, [...mega.queries, ...requests.queries]);
const [everyday] = (await readEverydayCorpora(catalog)) as [Corpus];
addSamples(everyday.tools, everyday.queries, readPopularApps(catalog));

function addSamples(
  tools: Corpus["tools"],
  queries: Corpus["queries"],
  popularity?: ReturnType<typeof readPopularApps>,
): void {
  const index = openIndex(
    buildIndex(
      tools.map(({ document }) => document),
      { vectors: readVectorFile() },
    ),
  );
  const add = (number: number, query: SearchQuery, relevant: readonly string[]) => {
    const matches = searchTools(index, query);
    for (const [rank, { tool, score }] of matches.entries()) {
      const rival = rank === 0 ? (matches[1]?.score ?? 0) : matches[0]!.score;
      (rank === 0 ? first : others).push({
        inputs: [1, score, score - rival],
        isRelevant: relevant.includes(tools[tool]!.id),
        fold: number % FOLDS,
      });
    }
  };
  const slugOf = new Map(tools.map(({ id }, tool) => [id, index.slugs[index.appOf[tool]!]!]));
  for (const [number, { query, relevant }] of queries.entries()) {
    const search = { task: query, limit: 10, ...popularity };
    add(number, search, relevant);
    if (number % LACKING_EVERY > 0) continue;
    const lacking = new Set(relevant.map((id) => slugOf.get(id)));
    const apps = new Set(index.slugs.filter((slug) => !lacking.has(slug)));
    add(number, { ...search, apps }, []);
  }
}
report("first match", first, FIRST);
report("other matches", others, OTHERS);
