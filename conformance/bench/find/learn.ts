import { existsSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import type { ToolDocument } from "../../../core/lib/tool-search/document.ts";
import {
  extractFeatures,
  type SearchQuery,
} from "../../../core/lib/tool-search/extract-features.ts";
import { buildIndex, openIndex } from "../../../core/lib/tool-search/index.ts";
import type { ToolIndex } from "../../../core/lib/tool-search/open-index.ts";
import { parseTask } from "../../../core/lib/tool-search/parse-task.ts";
import { rankCandidates } from "../../../core/lib/tool-search/rank-candidates.ts";
import { RERANKED } from "../../../core/lib/tool-search/rerank.ts";
import { findUnmatchedApp } from "../../../core/lib/tool-search/unmatched-app.ts";
import { findCatalogFolder, readCatalogTools, readPopularApps } from "./catalog.ts";
import { readVectorFile } from "./engines.ts";
import { readEveryday } from "./everyday.ts";
import { type Example, measureExamples, trainReranker } from "./network.ts";
import { createOneAppCorpora } from "./one-app.ts";
import {
  DEVELOPMENT_SETS,
  type IdentifiedTool,
  LARGE_SCALE_SETS,
  mergeTools,
  readQuerySet,
} from "./query-sets.ts";
import { createSeededRandom, hashText } from "./random.ts";

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
const MAX_PHRASES = 1500;
const MAX_SMALL = 250;
const MAX_PER_APP = 5;

const data = process.env["BENCH_DATA_DIR"];
const catalog = findCatalogFolder(process.env);
if (!catalog || !data) throw new Error("Set BENCH_DATA_DIR and CATALOG_DIR.");

const vectors = readVectorFile();
const cache = process.env["LEARN_CACHE"];
const random = createSeededRandom(SEED);

function indexOf(name: string, documents: readonly ToolDocument[]): ToolIndex {
  const file = cache && `${cache}/learn-${name}.bin`;
  if (file && existsSync(file)) return openIndex(readFileSync(file));
  const bytes = buildIndex(documents, { vectors });
  if (file) writeFileSync(file, bytes);
  return openIndex(bytes);
}

/** The fold of an app, or of another group of requests that must stay together. */
const foldOf = (group: string): number => (hashText(group) >>> 8) % FOLDS;

const appOf = (name: string): string => name.slice(0, name.indexOf("."));

interface Source {
  readonly name: string;
  readonly weight: number;
  readonly index: ToolIndex;
  /** By tool: its ID. */
  readonly ids: readonly string[];
  readonly requests: readonly {
    readonly query: SearchQuery;
    readonly relevant: readonly string[];
    readonly group: string;
  }[];
}

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

const tools = await readCatalogTools(catalog);
const popular = readPopularApps(catalog);
const names = tools.map(({ document }) => document.name);
const large = LARGE_SCALE_SETS.map((set) => readQuerySet(`${data}/find/${set}.json`));
const all = mergeTools(tools, large);

/** Takes phrases from their tools, at most one from each. */
function samplePhrases(): { readonly phrase: string; readonly document: ToolDocument }[] {
  const described = tools.filter(({ document }) => document.phrases !== undefined);
  const samples = [];
  for (let count = 0; count < MAX_PHRASES && described.length > 0; count++) {
    const [{ document }] = described.splice(Math.floor(random() * described.length), 1) as [
      IdentifiedTool,
    ];
    const phrases = document.phrases!;
    samples.push({ phrase: phrases[Math.floor(random() * phrases.length)]!, document });
  }
  return samples;
}

const samples = samplePhrases();
const sampled = new Map(samples.map(({ phrase, document }) => [document.name, phrase]));
const withoutSamples = tools.map(({ document }) => ({
  ...document,
  phrases: document.phrases?.filter((phrase) => phrase !== sampled.get(document.name)),
}));

function* phraseRequests(): Generator<Source["requests"][number]> {
  for (const { phrase, document } of samples) {
    const slug = appOf(document.name);
    const app = document.app[0] ?? slug;
    const form = Math.floor(random() * 4);
    const task = [`${phrase} in ${app}`, `${phrase} with ${app}`, `in ${app}, ${phrase}`, phrase][
      form
    ]!;
    const query = { task, limit: RERANKED, popular, ...(form === 3 && { apps: new Set([slug]) }) };
    yield { query, relevant: [document.name], group: slug };
  }
}

/** Some of the described apps, each as a catalog of its own. */
function oneAppSources(): Source[] {
  const corpora = createOneAppCorpora(tools, MAX_PER_APP).filter((_, at) => at % 2 === 0);
  const count = corpora.reduce((sum, { queries }) => sum + queries.length, 0);
  return corpora.map(({ name, tools: own, queries }) => ({
    name,
    weight: queries.length / count,
    index: openIndex(
      buildIndex(
        own.map(({ document }) => document),
        { vectors },
      ),
    ),
    ids: own.map(({ id }) => id),
    requests: queries.map(({ query, relevant }) => ({
      query: { task: query, limit: RERANKED },
      relevant,
      group: appOf(relevant[0]!),
    })),
  }));
}

const catalogIndex = indexOf(
  "catalog",
  tools.map(({ document }) => document),
);
const sources: Source[] = [
  {
    name: "mega",
    weight: 3,
    index: indexOf(
      "mega",
      all.map(({ document }) => document),
    ),
    ids: all.map(({ id }) => id),
    requests: large.flatMap(({ queries }) =>
      queries.map(({ query, relevant }) => ({
        query: { task: query, limit: RERANKED },
        relevant,
        group: [...relevant].sort()[0]!.split(/[.:/_]/)[0]! + relevant[0],
      })),
    ),
  },
  {
    name: "requests",
    weight: 0.5,
    index: catalogIndex,
    ids: tools.map(({ id }) => id),
    requests: readQuerySet(`${data}/find/requests.json`).queries.map(({ query, relevant }) => ({
      query: { task: query, limit: RERANKED, popular },
      relevant,
      group: relevant[0]!.split(":")[1]!,
    })),
  },
  {
    name: "everyday",
    weight: 3,
    index: catalogIndex,
    ids: names,
    requests: readEveryday()
      .requests.filter(({ isHeldOut }) => !isHeldOut)
      .map(({ request, tools: relevant }) => ({
        query: { task: request, limit: RERANKED, popular },
        relevant,
        group: appOf(relevant[0]!),
      })),
  },
  {
    name: "phrases",
    weight: 1,
    index: indexOf("without-samples", withoutSamples),
    ids: names,
    requests: [...phraseRequests()],
  },
  ...oneAppSources(),
  ...DEVELOPMENT_SETS.map((set): Source => {
    const { tools: own, queries } = readQuerySet(`${data}/find/${set}.json`);
    return {
      name: set,
      // Its apps have one tool each, from which the others would teach nothing.
      weight: set === "metatool" ? 1 : 0.5,
      index: indexOf(
        set,
        own.map(({ document }) => document),
      ),
      ids: own.map(({ id }) => id),
      requests: queries.slice(0, MAX_SMALL).map(({ query, relevant }) => ({
        query: { task: query, limit: RERANKED },
        relevant,
        group: relevant[0] ?? query,
      })),
    };
  }),
];

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
