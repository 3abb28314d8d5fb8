import { writeFileSync } from "node:fs";
import process from "node:process";
import { extractFeatures } from "../../../core/lib/tool-search/extract-features.ts";
import { parseTask } from "../../../core/lib/tool-search/parse-task.ts";
import { rankCandidates } from "../../../core/lib/tool-search/rank-candidates.ts";
import { RERANKED } from "../../../core/lib/tool-search/rerank.ts";
import { findUnmatchedApp } from "../../../core/lib/tool-search/unmatched-app.ts";
import { type Source, sources } from "./learning-sources.ts";
import { type Example, measureExamples, trainReranker } from "./network.ts";
import { hashText } from "./random.ts";

/*
 * Learns `core/lib/tool-search/reranker.ts` from the development data. Without `--write`, it prints
 * how well networks rank that were learned without the apps they are measured on. `LEARN_CACHE` is
 * a folder for the indexes, so that further runs don't build them again.
 *
 *     BENCH_DATA_DIR=… CATALOG_DIR=… node conformance/bench/find/learn.ts [--write]
 *
 * Everything that is learned from may be used: the development sets are MIT (restbench, metatool,
 * requests) and Apache-2.0 (stabletoolbench, toolalpaca, sealtools, bfcl), and `everyday.json` and
 * the phrases of the catalog's overlay were written for this project (MIT). Only the tuning half
 * of `everyday.json` is used. A phrase of a tool is a request for it, in an index without that
 * phrase.
 */

const SEED = 18;
const FOLDS = 5;

/** The fold of an app, or of another group of requests that must stay together. */
const foldOf = (group: string): number => (hashText(group) >>> 8) % FOLDS;

function toExamples({ name, weight, index, ids, requests }: Source): Example[] {
  const examples = requests.flatMap(({ query, relevant, group }) => {
    const sets = extractFeatures([index], parseTask(query.task, [index]), query);
    const ranked = rankCandidates(sets, {
      query,
      isUnmatched: findUnmatchedApp(sets, query) !== undefined,
      reranker: undefined,
    }).slice(0, RERANKED);
    const gold = new Set(relevant);
    const example: Example = {
      source: name,
      weight: 0,
      fold: foldOf(group),
      relevantCount: relevant.length,
      candidates: ranked.map(({ candidate, sum, boost, inputs }) => ({
        inputs: inputs!,
        sum,
        boost,
        isRelevant: gold.has(ids[candidate.tool]!),
      })),
    };
    return [example];
  });
  return examples.map((example) => ({ ...example, weight: weight / examples.length }));
}

const examples = sources.flatMap(toExamples);
console.log(`${examples.length} requests`);
if (process.argv.includes("--write")) writeReranker();
else crossValidate();

function crossValidate(): void {
  const heldOut = Array.from({ length: FOLDS }, (_, fold) => {
    const network = trainReranker(
      examples.filter((example) => example.fold !== fold),
      SEED,
    );
    return examples
      .filter((example) => example.fold === fold)
      .map((example) => ({ example, network }));
  }).flat();
  for (const name of new Set(sources.map((source) => source.name))) {
    const own = heldOut.filter(({ example }) => example.source === name);
    const before = measureExamples(own.map(({ example }) => ({ example, network: undefined })));
    const after = measureExamples(own);
    console.log(
      `${name}: ${own.length} requests, N@10 ${before.ndcg10} -> ${after.ndcg10}, H@1 ${before.hit1} -> ${after.hit1}`,
    );
  }
}

function writeReranker(): void {
  const network = trainReranker(examples, SEED);
  const rows = network.hidden.map((row) => `    [${row.map(format).join(", ")}],`).join("\n");
  writeFileSync(
    new URL("../../../core/lib/tool-search/reranker.ts", import.meta.url),
    `import type { Reranker } from "./rerank.ts";

/** Learned by \`conformance/bench/find/learn.ts\`. */
export const RERANKER: Reranker = {
  hidden: [
${rows}
  ],
  biases: [${network.biases.map(format).join(", ")}],
  output: [${network.output.map(format).join(", ")}],
};
`,
  );
}

function format(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
