import { appsNamed } from "./apps-named.ts";
import { FEATURES, measuring } from "./features.ts";
import { gather, type Candidate } from "./gather.ts";
import type { ToolIndex } from "./open.ts";
import { readRequest, type Step } from "./request.ts";
import { WEIGHTS } from "./weights.ts";
import { reasons } from "./why.ts";

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

/** A tool, the best first. */
export interface Found {
  /** Which of the indexes it is in. */
  readonly index: number;
  readonly tool: number;
  /** From 0 to 1; comparable within one answer. */
  readonly score: number;
  /** In short words for people: `name has create, issue`, `app named github`, `github is connected`. */
  readonly why: readonly string[];
}

/** How many are looked at closely, of each index. */
const LOOKED_AT = 300;
/** What being connected is worth. */
const CONNECTED = 1.6;
/** The same where the request names another app. */
const CONNECTED_ASIDE = 1.15;
/** What being popular is worth, where the request names no app. */
const POPULAR = 1.15;
/** From where on it does so beyond doubt. */
const CERTAIN = 0.85;
/** From where on the request names an app for certain. */
const NAMED = 0.6;
const PER_APP = 5;

const SUM = FEATURES.reduce((sum, feature) => sum + Math.max(0, WEIGHTS[feature]), 0);

/** The tools that a task asks for. Later indexes have to be built like the first. */
export function find(indexes: ToolIndex | readonly ToolIndex[], question: Question): Found[] {
  const all = "tools" in indexes ? [indexes] : indexes;
  const scenes = look(all, question);
  const isAnyNamed = scenes.some(({ named }) => named.some((sure) => sure >= CERTAIN));
  const worthOf = (slug: string, sure: number): number => {
    if (question.connected?.has(slug)) return isAnyNamed && sure < CERTAIN ? CONNECTED_ASIDE : CONNECTED;
    return !isAnyNamed && question.popular?.has(slug) ? POPULAR : 1;
  };
  const scored = scenes.flatMap(({ steps, index, number, named, candidates, features }) =>
    candidates.map((candidate, at) => {
      const app = index.appOf[candidate.tool]!;
      const slug = index.slugs[app]!;
      const isConnected = question.connected?.has(slug) === true;
      let sum = 0;
      for (let feature = 0; feature < FEATURES.length; feature++) sum += WEIGHTS[FEATURES[feature]!] * features[at * FEATURES.length + feature]!;
      return { index: number, candidate, slug, isConnected, isNamed: named[app]! >= NAMED, score: sum * worthOf(slug, named[app]!), step: steps[candidate.step]! };
    }),
  );
  scored.sort((a, b) => b.score - a.score || a.index - b.index || a.candidate.tool - b.candidate.tool);
  const few = question.apps !== undefined && question.apps.size <= 3;
  const most = few ? Infinity : (question.perApp ?? PER_APP);
  return capped(scored, most)
    .slice(0, question.limit)
    .map(({ index, candidate, score, step, slug, isConnected }) => ({
      index,
      tool: candidate.tool,
      score: Math.round(Math.min(1, Math.max(0, score / SUM)) * 1000) / 1000,
      why: reasons(all[index]!, candidate.tool, step, slug, isConnected),
    }));
}

/** Those of an app beyond its most come after the others. */
function capped<Each extends { readonly slug: string; readonly isNamed: boolean }>(sorted: readonly Each[], most: number): Each[] {
  const counts = new Map<string, number>();
  const later: Each[] = [];
  const first = sorted.filter((each) => {
    const count = (counts.get(each.slug) ?? 0) + 1;
    counts.set(each.slug, count);
    if (each.isNamed || count <= most) return true;
    later.push(each);
    return false;
  });
  return [...first, ...later];
}

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
export function look(indexes: readonly ToolIndex[], { task, apps, connected, popular }: Question): Look[] {
  const steps = readRequest(task, indexes);
  const looks = indexes.map((index, number) => {
    const named = appsNamed(index, steps);
    const favour = named.map((sure, app) => {
      const slug = index.slugs[app]!;
      if (apps && !apps.has(slug)) return 0;
      return (1 + sure) * (connected?.has(slug) ? CONNECTED : popular?.has(slug) ? POPULAR : 1);
    });
    return { number, index, steps, named, candidates: gather(index, steps, { most: LOOKED_AT, favour }) };
  });
  const whole = Math.max(...looks.flatMap(({ candidates }) => candidates.map((each) => each.whole)));
  const vectors = indexes.find((index) => index.vectors)?.vectors;
  const directions = vectors ? [...steps.map(({ asked }) => vectors.of(asked.map(({ term }) => term))), vectors.of(new Set(steps.flatMap(({ asked }) => asked.map(({ term }) => term))))] : [];
  return looks.map((each) => {
    const features = new Float32Array(each.candidates.length * FEATURES.length);
    const measure = measuring({ index: each.index, steps, named: each.named, whole, directions });
    each.candidates.forEach((candidate, at) => measure(candidate, features.subarray(at * FEATURES.length, (at + 1) * FEATURES.length)));
    return { ...each, features };
  });
}
