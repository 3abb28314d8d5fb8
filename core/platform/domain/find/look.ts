import { appsNamed } from "./apps-named.ts";
import { FEATURES, measuring } from "./features.ts";
import { type Candidate, gather } from "./gather.ts";
import type { ToolIndex } from "./open.ts";
import { readRequest, type Step } from "./request.ts";

/** What is looked for, and where. */
export interface Question {
  /** In plain words; a name of an app in it counts. */
  readonly task: string;
  /** The most tools to be found. */
  readonly limit: number;
  /** The slugs of the apps to look in; without it, all. */
  readonly apps?: ReadonlySet<string> | undefined;
  /** The slugs of the apps that are connected: their tools come first among equals. */
  readonly connected?: ReadonlySet<string> | undefined;
  /** The slugs of the apps that people use most: their tools come first among those that fit nearly alike, unless the request names an app. */
  readonly popular?: ReadonlySet<string> | undefined;
  /** The most tools of one app that come before those of others, unless the request names it; 5 if nothing is said. */
  readonly perApp?: number | undefined;
}

/** How many are looked at closely, of each index. */
const LOOKED_AT = 300;
/** What being connected is worth. */
export const CONNECTED = 1.6;
/** What being popular is worth, where the request names no app. */
export const POPULAR = 1.15;

/** One index's candidates with their features, one after another. */
export interface Look {
  readonly number: number;
  readonly index: ToolIndex;
  readonly steps: readonly Step[];
  readonly named: Float32Array;
  readonly candidates: readonly Candidate[];
  readonly features: Float32Array;
}

/** What is looked at closely, measured but not yet weighed: what the weights are learned from. */
export function look(
  indexes: readonly ToolIndex[],
  { task, apps, connected, popular }: Question,
): Look[] {
  const steps = readRequest(task, indexes);
  const gathered = indexes.map((index, number) => {
    const named = appsNamed(index, steps);
    const favour = named.map((sure, app) => {
      const slug = index.slugs[app]!;
      if (apps && !apps.has(slug)) return 0;
      return (1 + sure) * (connected?.has(slug) ? CONNECTED : popular?.has(slug) ? POPULAR : 1);
    });
    return { number, index, steps, named, ...gather(index, steps, { most: LOOKED_AT, favour }) };
  });
  const whole = Math.max(
    ...gathered.flatMap(({ candidates }) => candidates.map((each) => each.whole)),
  );
  const best = steps.map((_, step) => Math.max(...gathered.map((each) => each.best[step]!)));
  const directions = meanings(steps, indexes);
  return gathered.map(({ number, index, named, candidates, best: own }) => {
    const features = new Float32Array(candidates.length * FEATURES.length);
    const measure = measuring({
      index,
      steps,
      named,
      whole,
      directions: index.directions.length > 0 ? directions : [],
    });
    candidates.forEach((each, at) =>
      measure(
        { ...each, share: (each.share * own[each.step]!) / best[each.step]! },
        features.subarray(at * FEATURES.length, (at + 1) * FEATURES.length),
      ),
    );
    return { number, index, steps, named, candidates, features };
  });
}

/** What each step means, and after them the whole request. */
function meanings(steps: readonly Step[], indexes: readonly ToolIndex[]): Float32Array[] {
  const vectors = indexes.find((index) => index.vectors)?.vectors;
  if (!vectors) return [];
  const terms = steps.map(({ asked }) => asked.map(({ term }) => term));
  return [...terms, new Set(terms.flat())].map((each) => vectors.of(each));
}
