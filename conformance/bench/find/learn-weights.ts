import { writeFileSync } from "node:fs";
import { buildIndex } from "../../../core/platform/domain/find/build.ts";
import { extractFeatures } from "../../../core/platform/domain/find/extract-features.ts";
import { FEATURES, type Feature } from "../../../core/platform/domain/find/features.ts";
import { openIndex, type ToolIndex } from "../../../core/platform/domain/find/open-index.ts";
import { WEIGHTS } from "../../../core/platform/domain/find/weights.ts";
import { ROOT } from "../runtimes.ts";
import type { Corpus } from "./corpora.ts";
import { readVectorFile } from "./engines.ts";
import { averageScores, type Score, scoreRanking } from "./score.ts";

/** One request: the features of all that was looked at closely, and which of it is right. */
interface Example {
  readonly corpus: string;
  readonly features: Float32Array;
  readonly ids: readonly string[];
  readonly relevant: readonly string[];
  readonly relevantPositions: ReadonlySet<number>;
}

/** What a bed's requests count together; the large ones are what the search is for. */
const CORPUS_WEIGHTS: Readonly<Record<string, number>> = { mega: 3, requests: 2.5 };
const DEFAULT_CORPUS_WEIGHT = 0.6;
/** Not learned: it keeps a tool first for its own title, which the requests do not ask for. */
const FIXED_FEATURES: readonly Feature[] = ["exact"];
const STEPS = 200;
const LEARNING_RATE = 0.15;
const WEIGHT_DECAY = 0.002;

/**
 * Learns the weights from all requests, and writes them where they are read. Returns the scores of each half of the
 * requests under the weights learned from the other half: what may be expected of requests not seen.
 */
export function learnWeights(corpora: readonly Corpus[]): Record<string, Score> {
  const examples = createExamples(corpora);
  const halves = [0, 1].map((half) => examples.filter((_, index) => index % 2 === half));
  const crossed = [
    ...scoreExamples(halves[0]!, fitWeights(halves[1]!)),
    ...scoreExamples(halves[1]!, fitWeights(halves[0]!)),
  ];
  const weights = fitWeights(examples);
  const lines = FEATURES.map(
    (feature, index) =>
      `  ${feature}: ${FIXED_FEATURES.includes(feature) ? WEIGHTS[feature] : Number(weights[index]!.toFixed(2))},`,
  );
  writeFileSync(
    `${ROOT}core/platform/domain/find/weights.ts`,
    `${FILE_HEADER}${lines.join("\n")}\n};\n`,
  );
  return Object.fromEntries(
    corpora.map(({ name }) => [
      name,
      averageScores(crossed.filter(({ bed }) => bed === name).map(({ score }) => score)),
    ]),
  );
}

const FILE_HEADER = `import type { Feature } from "./features.ts";

/**
 * The weight of each feature, learned by \`npm run bench -- find --learn\`. Only \`exact\` is set by
 * hand: it ranks a tool first for its own title.
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

/** Softmax over what was looked at, each right tool against all wrong ones; Adam over all requests at once. */
function fitWeights(examples: readonly Example[]): Float64Array {
  const free = FEATURES.flatMap((feature, index) =>
    FIXED_FEATURES.includes(feature) ? [] : [index],
  );
  const weights = Float64Array.from(FEATURES, (_, index) => (free.includes(index) ? 1 : 0));
  const [first, second] = [new Float64Array(FEATURES.length), new Float64Array(FEATURES.length)];
  const counts = new Map<string, number>();
  for (const { corpus } of examples) counts.set(corpus, (counts.get(corpus) ?? 0) + 1);
  for (let step = 1; step <= STEPS; step++) {
    const slopes = new Float64Array(FEATURES.length);
    let all = 0;
    for (const example of examples) {
      if (example.relevantPositions.size === 0) continue;
      const share =
        (CORPUS_WEIGHTS[example.corpus] ?? DEFAULT_CORPUS_WEIGHT) / counts.get(example.corpus)!;
      all += share;
      addGradients(slopes, example, weights, share / example.relevantPositions.size);
    }
    const rate = LEARNING_RATE * (1 - step / STEPS) + 0.01;
    for (const index of free) {
      const slope = slopes[index]! / all + WEIGHT_DECAY * weights[index]!;
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
  slopes: Float64Array,
  { features, ids, relevantPositions }: Example,
  weights: Float64Array,
  share: number,
): void {
  const width = FEATURES.length;
  const sums = weightedSums(features, ids.length, weights);
  const maxSum = sums.reduce((max, sum) => Math.max(max, sum), -Infinity);
  const powers = sums.map((sum) => Math.exp(sum - maxSum));
  let wrong = 0;
  powers.forEach((power, index) => (wrong += relevantPositions.has(index) ? 0 : power));
  for (const good of relevantPositions) {
    const whole = wrong + powers[good]!;
    for (let feature = 0; feature < width; feature++)
      slopes[feature]! += share * (powers[good]! / whole - 1) * features[good * width + feature]!;
    for (let index = 0; index < ids.length; index++) {
      const pull = (share * powers[index]!) / whole;
      if (relevantPositions.has(index) || pull < share * 1e-6) continue;
      for (let feature = 0; feature < width; feature++)
        slopes[feature]! += pull * features[index * width + feature]!;
    }
  }
}

function scoreExamples(
  examples: readonly Example[],
  weights: Float64Array,
): { bed: string; score: Score }[] {
  return examples.map(({ corpus, features, ids, relevant }) => {
    const sums = weightedSums(features, ids.length, weights);
    const order = ids.map((_, index) => index).sort((a, b) => sums[b]! - sums[a]!);
    return {
      bed: corpus,
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
