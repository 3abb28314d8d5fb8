import { existsSync, readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import type { ToolDocument } from "../../../../core/lib/tool-search/index/document.ts";
import type { ToolIndex } from "../../../../core/lib/tool-search/index/open-index.ts";
import { buildIndex, openIndex } from "../../../../core/lib/tool-search/index.ts";
import type { SearchQuery } from "../../../../core/lib/tool-search/rank/extract-features.ts";
import { RERANKED } from "../../../../core/lib/tool-search/rank/rerank.ts";
import { findCatalogFolder, readCatalogTools, readPopularApps } from "../catalog.ts";
import { readVectorFile } from "../engines.ts";
import { readEveryday } from "../everyday.ts";
import { createOneAppCorpora } from "../one-app.ts";
import {
  DEVELOPMENT_SETS,
  type IdentifiedTool,
  LARGE_SCALE_SETS,
  mergeTools,
  type QuerySet,
  readQuerySet,
} from "../query-sets.ts";
import { createSeededRandom } from "../random.ts";
import { createPhrasePairs, createRequestPair, type RequestPair } from "./training-pairs.ts";

const SEED = 18;
const MAX_PHRASES = 1500;
const MAX_SMALL = 250;
const MAX_PER_APP = 5;

const data = process.env["BENCH_DATA_DIR"];
const catalog = findCatalogFolder(process.env);
if (!catalog || !data) throw new Error("Set BENCH_DATA_DIR and CATALOG_DIR.");

const vectors = readVectorFile();
export const cache = process.env["LEARN_CACHE"];
const random = createSeededRandom(SEED);

function indexOf(name: string, documents: readonly ToolDocument[]): IndexedTools {
  const file = cache && `${cache}/learn-${name}.bin`;
  if (file && existsSync(file)) return { index: openIndex(readFileSync(file)), documents };
  const bytes = buildIndex(documents, { vectors });
  if (file) writeFileSync(file, bytes);
  return { index: openIndex(bytes), documents };
}

/** Tools and their index. */
export interface IndexedTools {
  readonly index: ToolIndex;
  readonly documents: readonly ToolDocument[];
}

const appOf = (name: string): string => name.slice(0, name.indexOf("."));

/** Requests in one index. */
export interface Source {
  readonly name: string;
  readonly weight: number;
  readonly tools: IndexedTools;
  /** By tool: its ID. */
  readonly ids: readonly string[];
  readonly requests: readonly {
    readonly query: SearchQuery;
    readonly relevant: readonly string[];
    readonly group: string;
  }[];
}

export const tools = await readCatalogTools(catalog);
const popularity = readPopularApps(catalog);
const everyday = readEveryday("tuning").requests;
const names = tools.map(({ document }) => document.name);
const large = LARGE_SCALE_SETS.map((set) => readQuerySet(`${data}/find/${set}.json`));
const all = mergeTools(tools, large);

const slugById = new Map(tools.map(({ id, document }) => [id, appOf(document.name)]));

/** The app of the first relevant tool, or the tool itself if the set has no apps. */
function groupInSet(set: QuerySet, relevant: readonly string[]): string {
  const tool = set.tools.find(({ id }) => id === relevant[0]);
  return `${set.name}/${(tool && appOf(tool.document.name)) || relevant[0]}`;
}

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
    const query = {
      task,
      limit: RERANKED,
      ...popularity,
      ...(form === 3 && { apps: new Set([slug]) }),
    };
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
    tools: indexOf(
      `one-app-${appOf(own[0]!.id)}`,
      own.map(({ document }) => document),
    ),
    ids: own.map(({ id }) => id),
    requests: queries.map(({ query, relevant }) => ({
      query: { task: query, limit: RERANKED },
      relevant,
      group: appOf(relevant[0]!),
    })),
  }));
}

const byName = new Map(tools.map(({ document }) => [document.name, document]));
const catalogIndex = indexOf(
  "catalog",
  tools.map(({ document }) => document),
);
/** What the network is learned from. */
export const sources: readonly Source[] = [
  {
    name: "mega",
    weight: 5,
    tools: indexOf(
      "mega",
      all.map(({ document }) => document),
    ),
    ids: all.map(({ id }) => id),
    requests: large.flatMap((set) =>
      set.queries.map(({ query, relevant }) => ({
        query: { task: query, limit: RERANKED },
        relevant,
        group: groupInSet(set, relevant),
      })),
    ),
  },
  {
    name: "requests",
    weight: 0.5,
    tools: catalogIndex,
    ids: tools.map(({ id }) => id),
    requests: readQuerySet(`${data}/find/requests.json`).queries.map(({ query, relevant }) => ({
      query: { task: query, limit: RERANKED, ...popularity },
      relevant,
      group: relevant.map((id) => slugById.get(id)).find(Boolean) ?? relevant[0]!,
    })),
  },
  {
    name: "everyday",
    weight: 6,
    tools: catalogIndex,
    ids: names,
    requests: everyday.map(({ request, tools: relevant }) => ({
      query: { task: request, limit: RERANKED, ...popularity },
      relevant,
      group: appOf(relevant[0]!),
    })),
  },
  {
    name: "phrases",
    weight: 1,
    tools: indexOf("without-samples", withoutSamples),
    ids: names,
    requests: [...phraseRequests()],
  },
  ...oneAppSources(),
  ...DEVELOPMENT_SETS.map((set): Source => {
    const querySet = readQuerySet(`${data}/find/${set}.json`);
    const { tools: own, queries } = querySet;
    return {
      name: set,
      // Its apps have one tool each, from which the others would teach nothing.
      weight: set === "metatool" ? 1 : 0.5,
      tools: indexOf(
        set,
        own.map(({ document }) => document),
      ),
      ids: own.map(({ id }) => id),
      requests: queries.slice(0, MAX_SMALL).map(({ query, relevant }) => ({
        query: { task: query, limit: RERANKED },
        relevant,
        group: groupInSet(querySet, relevant),
      })),
    };
  }),
];

/** Requests to learn word vectors from: all phrases, and the requests of the sources above. */
export const requestPairs: readonly RequestPair[] = [
  ...createPhrasePairs(tools.map(({ document }) => document)),
  ...DEVELOPMENT_SETS.flatMap((name) => {
    const set = readQuerySet(`${data}/find/${name}.json`);
    const byId = new Map(set.tools.map(({ id, document }) => [id, document]));
    return set.queries.flatMap(({ query, relevant }) =>
      relevant.flatMap((id) =>
        byId.has(id) ? [createRequestPair(query, byId.get(id)!, groupInSet(set, relevant))] : [],
      ),
    );
  }),
  ...everyday.flatMap(({ request, tools: relevant }) => {
    const document = relevant.map((name) => byName.get(name)).find(Boolean);
    return document ? [createRequestPair(request, document, appOf(relevant[0]!))] : [];
  }),
];
