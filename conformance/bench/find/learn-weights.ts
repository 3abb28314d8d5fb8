import { writeFileSync } from "node:fs";
import { buildIndex } from "../../../core/lib/tool-search/build.ts";
import { extractFeatures } from "../../../core/lib/tool-search/extract-features.ts";
import { FEATURES, type Feature } from "../../../core/lib/tool-search/features.ts";
import { openIndex, type ToolIndex } from "../../../core/lib/tool-search/open-index.ts";
import { WEIGHTS } from "../../../core/lib/tool-search/weights.ts";
import { ROOT } from "../runtimes.ts";
import type { Corpus } from "./corpora.ts";
import { readVectorFile } from "./engines.ts";
import { averageScores, type Score, scoreRanking } from "./score.ts";

/** A query with the features of its candidates and the positions of the relevant ones. */
interface Example {
  readonly corpus: string;
  readonly features: Float32Array;
  readonly ids: readonly string[];
  readonly relevant: readonly string[];
  readonly relevantPositions: ReadonlySet<number>;
}

/** The total weight of the queries of each corpus. The large corpora matter most. */
const CORPUS_WEIGHTS: Readonly<Record<string, number>> = { mega: 3, requests: 2.5 };
const DEFAULT_CORPUS_WEIGHT = 0.6;
/**
 * Features that aren't learned. `exact` ranks a tool first for its own title, which the queries
 * don't test.
 */
const FIXED_FEATURES: readonly Feature[] = ["exact"];
const STEPS = 200;
const LEARNING_RATE = 0.15;
const WEIGHT_DECAY = 0.002;

/**
 * Learns the weights from all queries and writes `weights.ts`. Returns the scores of each half of
 * the queries with weights learned from the other half, as an estimate for unseen queries.
 */
export function learnWeights(corpora: readonly Corpus[]): Record<string, Score> {
  const examples = createExamples(corpora);
  const halves = [0, 1].map((half) => examples.filter((_, index) => index % 2 === half));
  const crossValidated = [
    ...scoreExamples(halves[0]!, fitWeights(halves[1]!)),
    ...scoreExamples(halves[1]!, fitWeights(halves[0]!)),
  ];
  const weights = fitWeights(examples);
  const lines = FEATURES.map(
    (feature, index) =>
      `  ${feature}: ${FIXED_FEATURES.includes(feature) ? WEIGHTS[feature] : Number(weights[index]!.toFixed(2))},`,
  );
  writeFileSync(
    `${ROOT}core/lib/tool-search/weights.ts`,
    `${FILE_HEADER}${lines.join("\n")}\n};\n`,
  );
  return Object.fromEntries(
    corpora.map(({ name }) => [
      name,
      averageScores(
        crossValidated.filter(({ corpus }) => corpus === name).map(({ score }) => score),
      ),
    ]),
  );
}

const FILE_HEADER = `import type { Feature } from "./features.ts";

/**
 * The weight of each feature, learned by \`npm run bench -- find --learn\`. Only \`exact\` is set
 * by hand: it ranks a tool first for its own title.
 */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
`;

function createExamples(corpora: readonly Corpus[]): Example[] {
  const vectors = readVectorFile();
  const indexes = new Map<Corpus["tools"], ToolIndex>();
  return corpora.flatMap(({ name, tools, queries }) => {
    const index =
      indexes.get(tools) ??
      openIndex(
        buildIndex(
          tools.map(({ document }) => document),
          { vectors },
        ),
      );
    indexes.set(tools, index);
    return queries.map(({ query, relevant }) => {
      const { candidates, features } = extractFeatures([index], { task: query, limit: 50 })[0]!;
      const ids = candidates.map(({ tool }) => tools[tool]!.id);
      return {
        corpus: name,
        features,
        ids,
        relevant,
        relevantPositions: new Set(
          ids.flatMap((id, position) => (relevant.includes(id) ? [position] : [])),
        ),
      };
    });
  });
}

/**
 * Fits the weights with Adam over all queries. The loss is a softmax of each relevant tool against
 * all irrelevant candidates.
 */
function fitWeights(examples: readonly Example[]): Float64Array {
  const free = FEATURES.flatMap((feature, index) =>
    FIXED_FEATURES.includes(feature) ? [] : [index],
  );
  const weights = Float64Array.from(FEATURES, (_, index) => (free.includes(index) ? 1 : 0));
  const [first, second] = [new Float64Array(FEATURES.length), new Float64Array(FEATURES.length)];
  const counts = new Map<string, number>();
  for (const { corpus } of examples) counts.set(corpus, (counts.get(corpus) ?? 0) + 1);
  for (let step = 1; step <= STEPS; step++) {
    const gradients = new Float64Array(FEATURES.length);
    let totalWeight = 0;
    for (const example of examples) {
      if (example.relevantPositions.size === 0) continue;
      const share =
        (CORPUS_WEIGHTS[example.corpus] ?? DEFAULT_CORPUS_WEIGHT) / counts.get(example.corpus)!;
      totalWeight += share;
      addGradients(gradients, example, weights, share / example.relevantPositions.size);
    }
    const rate = LEARNING_RATE * (1 - step / STEPS) + 0.01;
    for (const index of free) {
      const slope = gradients[index]! / totalWeight + WEIGHT_DECAY * weights[index]!;
      first[index] = 0.9 * first[index]! + 0.1 * slope;
      second[index] = 0.99 * second[index]! + 0.01 * slope * slope;
      weights[index]! -=
        (rate * (first[index]! / (1 - 0.9 ** step))) /
        (Math.sqrt(second[index]! / (1 - 0.99 ** step)) + 1e-9);
    }
  }
  return weights;
}

function addGradients(
  gradients: Float64Array,
  { features, ids, relevantPositions }: Example,
  weights: Float64Array,
  share: number,
): void {
  const width = FEATURES.length;
  const sums = weightedSums(features, ids.length, weights);
  const maxSum = sums.reduce((max, sum) => Math.max(max, sum), -Infinity);
  const powers = sums.map((sum) => Math.exp(sum - maxSum));
  let irrelevant = 0;
  powers.forEach((power, index) => {
    if (!relevantPositions.has(index)) irrelevant += power;
  });
  for (const position of relevantPositions) {
    const total = irrelevant + powers[position]!;
    for (let feature = 0; feature < width; feature++)
      gradients[feature]! +=
        share * (powers[position]! / total - 1) * features[position * width + feature]!;
    for (let index = 0; index < ids.length; index++) {
      const pull = (share * powers[index]!) / total;
      if (relevantPositions.has(index) || pull < share * 1e-6) continue;
      for (let feature = 0; feature < width; feature++)
        gradients[feature]! += pull * features[index * width + feature]!;
    }
  }
}

function scoreExamples(
  examples: readonly Example[],
  weights: Float64Array,
): { corpus: string; score: Score }[] {
  return examples.map(({ corpus, features, ids, relevant }) => {
    const sums = weightedSums(features, ids.length, weights);
    const order = ids.map((_, index) => index).sort((a, b) => sums[b]! - sums[a]!);
    return {
      corpus,
      score: scoreRanking(
        order.slice(0, 50).map((index) => ids[index]!),
        relevant,
      ),
    };
  });
}

function weightedSums(features: Float32Array, count: number, weights: Float64Array): Float64Array {
  const width = FEATURES.length;
  return Float64Array.from({ length: count }, (_, index) => {
    let sum = 0;
    for (let feature = 0; feature < width; feature++)
      sum += weights[feature]! * features[index * width + feature]!;
    return sum;
  });
}
