import { readFileSync } from "node:fs";
import process from "node:process";
import { openIndex, search } from "../../../../core/lib/tool-search/index.ts";
import { commonness, FIT } from "../../../../core/lib/tool-search/rank/fit.ts";
import { parseTask } from "../../../../core/lib/tool-search/task/parse-task.ts";
import { MIN_FIT } from "../../../../core/platform/catalog/search/search-notices.ts";
import { findCatalogFolder, readPopularApps } from "../catalog.ts";
import { readEveryday } from "../everyday.ts";
import { readUnfitting } from "../unfitting.ts";

/*
 * Fits the coefficients of the estimate whether any tool serves a task, by logistic regression on
 * `everyday.json` and the tuning half of `unfitting.json`. Prints for both halves how many tasks get
 * the notice that no tool seems to serve them:
 *
 *     CATALOG_DIR=… node conformance/bench/find/learn/fit.ts
 */

type Inputs = readonly [constant: number, commonness: number, score: number];

interface Sample {
  readonly task: string;
  readonly inputs: Inputs;
  readonly isServed: boolean;
  /** The estimate with the coefficients in use. 1 if the task names an app. */
  readonly fit: number;
}

const STEPS = 20_000;
const RATES = [0.5, 0.05, 2] as const;
/** Keeps the coefficients small, because there are few samples. */
const DECAY = 2e-4;

const folder = findCatalogFolder(process.env);
if (!folder) throw new Error("Set CATALOG_DIR.");
const index = openIndex(new Uint8Array(readFileSync(`${folder}/find.bin`)));
const popularity = readPopularApps(folder);

function measure(task: string, isServed: boolean): Sample {
  const [step] = parseTask(task, [index]);
  const { matches, fit } = search(index, { task, limit: 1, ...popularity });
  const score = matches[0]?.score ?? 0;
  return { task, inputs: [1, step ? commonness(step, [index]) : 0, score], isServed, fit };
}

const readSamples = (part: "tuning" | "held out"): Sample[] => [
  ...readUnfitting(part).map(({ task }) => measure(task, false)),
  ...readEveryday(part).requests.map(({ request }) => measure(request, true)),
];

/** Tasks that no tool serves weigh as much as all others. Those that name an app say nothing. */
function regress(samples: readonly Sample[]): number[] {
  const used = samples.filter(({ fit, inputs }) => fit < 1 && inputs[2] > 0);
  const counts = Map.groupBy(used, ({ isServed }) => isServed);
  let weights = [0, 0, 0];
  for (let step = 0; step < STEPS; step++) {
    const gradient = [0, 0, 0];
    for (const { inputs, isServed } of used) {
      const logit = inputs.reduce((sum, input, at) => sum + input * weights[at]!, 0);
      const error = 1 / (1 + Math.exp(-logit)) - Number(isServed);
      for (const [at, input] of inputs.entries())
        gradient[at]! += (error * input) / counts.get(isServed)!.length;
    }
    weights = weights.map(
      (weight, at) => weight - RATES[at]! * (gradient[at]! + (at > 0 ? DECAY * weight : 0)),
    );
  }
  return weights;
}

function report(name: string, samples: readonly Sample[]): void {
  for (const isServed of [false, true]) {
    const tasks = samples.filter((sample) => sample.isServed === isServed);
    const noticed = tasks.filter(({ fit, inputs }) => fit < MIN_FIT || inputs[2] === 0);
    const title = `${name}, ${isServed ? "everyday" : "unfitting"}`;
    console.log(`${title}: ${noticed.length} of ${tasks.length} get the notice`);
    const listed = isServed ? noticed : tasks.filter((each) => !noticed.includes(each));
    for (const { task, fit } of listed) console.log(`  ${fit.toFixed(2)} ${task}`);
  }
}

const tuning = readSamples("tuning");
console.log(`in use ${JSON.stringify(FIT)}, fitted ${regress(tuning).join(" ")}`);
report("tuning", tuning);
if (process.argv.includes("--held-out")) report("held out", readSamples("held out"));
