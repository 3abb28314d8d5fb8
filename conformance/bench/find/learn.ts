import { writeFileSync } from "node:fs";
import { buildIndex } from "../../../core/platform/domain/find/build.ts";
import { FEATURES, type Feature } from "../../../core/platform/domain/find/features.ts";
import { look } from "../../../core/platform/domain/find/look.ts";
import { openIndex, type ToolIndex } from "../../../core/platform/domain/find/open.ts";
import { WEIGHTS } from "../../../core/platform/domain/find/weights.ts";
import { ROOT } from "../runtimes.ts";
import type { Bed } from "./beds.ts";
import { vectorFile } from "./engines.ts";
import { meanScore, type Score, scoreOf } from "./score.ts";

/** One request: the features of all that was looked at closely, and which of it is right. */
interface Example {
  readonly bed: string;
  readonly features: Float32Array;
  readonly ids: readonly string[];
  readonly gold: readonly string[];
  readonly right: ReadonlySet<number>;
}

/** What a bed's requests count together; the large ones are what the search is for. */
const SHARES: Readonly<Record<string, number>> = { mega: 3, requests: 2.5 };
const SHARE = 0.6;
/** Not learned: it keeps a tool first for its own title, which the requests do not ask for. */
const FIXED: readonly Feature[] = ["exact"];
const STEPS = 200;
const RATE = 0.15;
const DECAY = 0.002;

/**
 * Learns the weights from all requests, and writes them where they are read. Returns the scores of each half of the
 * requests under the weights learned from the other half: what may be expected of requests not seen.
 */
export function learnWeights(beds: readonly Bed[]): Record<string, Score> {
  const examples = examplesOf(beds);
  const halves = [0, 1].map((half) => examples.filter((_, at) => at % 2 === half));
  const crossed = [
    ...scored(halves[0]!, learned(halves[1]!)),
    ...scored(halves[1]!, learned(halves[0]!)),
  ];
  const weights = learned(examples);
  const lines = FEATURES.map(
    (feature, at) =>
      `  ${feature}: ${FIXED.includes(feature) ? WEIGHTS[feature] : Number(weights[at]!.toFixed(2))},`,
  );
  writeFileSync(`${ROOT}core/platform/domain/find/weights.ts`, `${HEAD}${lines.join("\n")}\n};\n`);
  return Object.fromEntries(
    beds.map(({ name }) => [
      name,
      meanScore(crossed.filter(({ bed }) => bed === name).map(({ score }) => score)),
    ]),
  );
}

const HEAD = `import type { Feature } from "./features.ts";

/** What each feature counts: learned by \`npm run bench -- find --learn\`, but for \`exact\`, which keeps a tool first for its own title. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
`;

function examplesOf(beds: readonly Bed[]): Example[] {
  const vectors = vectorFile();
  const indexes = new Map<Bed["tools"], ToolIndex>();
  return beds.flatMap(({ name, tools, queries }) => {
    const index =
      indexes.get(tools) ??
      openIndex(
        buildIndex(
          tools.map(({ document }) => document),
          { vectors },
        ),
      );
    indexes.set(tools, index);
    return queries.map(({ query, gold }) => {
      const { candidates, features } = look([index], { task: query, limit: 50 })[0]!;
      const ids = candidates.map(({ tool }) => tools[tool]!.id);
      return {
        bed: name,
        features,
        ids,
        gold,
        right: new Set(ids.flatMap((id, at) => (gold.includes(id) ? [at] : []))),
      };
    });
  });
}

/** Softmax over what was looked at, each right tool against all wrong ones; Adam over all requests at once. */
function learned(examples: readonly Example[]): Float64Array {
  const free = FEATURES.flatMap((feature, at) => (FIXED.includes(feature) ? [] : [at]));
  const weights = Float64Array.from(FEATURES, (_, at) => (free.includes(at) ? 1 : 0));
  const [first, second] = [new Float64Array(FEATURES.length), new Float64Array(FEATURES.length)];
  const counts = new Map<string, number>();
  for (const { bed } of examples) counts.set(bed, (counts.get(bed) ?? 0) + 1);
  for (let step = 1; step <= STEPS; step++) {
    const slopes = new Float64Array(FEATURES.length);
    let all = 0;
    for (const example of examples) {
      if (example.right.size === 0) continue;
      const share = (SHARES[example.bed] ?? SHARE) / counts.get(example.bed)!;
      all += share;
      addSlopes(slopes, example, weights, share / example.right.size);
    }
    const rate = RATE * (1 - step / STEPS) + 0.01;
    for (const at of free) {
      const slope = slopes[at]! / all + DECAY * weights[at]!;
      first[at] = 0.9 * first[at]! + 0.1 * slope;
      second[at] = 0.99 * second[at]! + 0.01 * slope * slope;
      weights[at]! -=
        (rate * (first[at]! / (1 - 0.9 ** step))) /
        (Math.sqrt(second[at]! / (1 - 0.99 ** step)) + 1e-9);
    }
  }
  return weights;
}

function addSlopes(
  slopes: Float64Array,
  { features, ids, right }: Example,
  weights: Float64Array,
  share: number,
): void {
  const width = FEATURES.length;
  const sums = sumsOf(features, ids.length, weights);
  const most = sums.reduce((max, sum) => Math.max(max, sum), -Infinity);
  const powers = sums.map((sum) => Math.exp(sum - most));
  let wrong = 0;
  powers.forEach((power, at) => (wrong += right.has(at) ? 0 : power));
  for (const good of right) {
    const whole = wrong + powers[good]!;
    for (let feature = 0; feature < width; feature++)
      slopes[feature]! += share * (powers[good]! / whole - 1) * features[good * width + feature]!;
    for (let at = 0; at < ids.length; at++) {
      const pull = (share * powers[at]!) / whole;
      if (right.has(at) || pull < share * 1e-6) continue;
      for (let feature = 0; feature < width; feature++)
        slopes[feature]! += pull * features[at * width + feature]!;
    }
  }
}

function scored(
  examples: readonly Example[],
  weights: Float64Array,
): { bed: string; score: Score }[] {
  return examples.map(({ bed, features, ids, gold }) => {
    const sums = sumsOf(features, ids.length, weights);
    const order = ids.map((_, at) => at).sort((a, b) => sums[b]! - sums[a]!);
    return {
      bed,
      score: scoreOf(
        order.slice(0, 50).map((at) => ids[at]!),
        gold,
      ),
    };
  });
}

function sumsOf(features: Float32Array, count: number, weights: Float64Array): Float64Array {
  const width = FEATURES.length;
  return Float64Array.from({ length: count }, (_, at) => {
    let sum = 0;
    for (let feature = 0; feature < width; feature++)
      sum += weights[feature]! * features[at * width + feature]!;
    return sum;
  });
}
