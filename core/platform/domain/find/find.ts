import { FEATURES } from "./features.ts";
import { CONNECTED, look, POPULAR, type Question } from "./look.ts";
import type { ToolIndex } from "./open.ts";
import { WEIGHTS } from "./weights.ts";
import { reasons } from "./why.ts";

export type { Question } from "./look.ts";

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

/** What being connected is worth where the request names another app. */
const CONNECTED_ASIDE = 1.15;
/** From where on it names one beyond doubt; and from where on an app's tools are as many as they are. */
const CERTAIN = 0.7;
const NAMED = 0.6;
/** So few apps asked for are all meant. */
const FEW = 3;
const PER_APP = 5;

const SUM = FEATURES.reduce((sum, feature) => sum + Math.max(0, WEIGHTS[feature]), 0);

/** The tools that a task asks for, best first. Several indexes are searched as one: the later ones have to be built like the first. */
export function find(indexes: ToolIndex | readonly ToolIndex[], question: Question): Found[] {
  const all = "tools" in indexes ? [indexes] : indexes;
  const looks = look(all, question);
  const isAnyNamed = looks.some(({ named }) => named.some((sure) => sure >= CERTAIN));
  const worthOf = (slug: string, sure: number): number => {
    if (question.connected?.has(slug))
      return isAnyNamed && sure < CERTAIN ? CONNECTED_ASIDE : CONNECTED;
    return !isAnyNamed && question.popular?.has(slug) ? POPULAR : 1;
  };
  const scored = looks.flatMap(({ steps, index, number, named, candidates, features }) =>
    candidates.map((candidate, at) => {
      const app = index.appOf[candidate.tool]!;
      const slug = index.slugs[app]!;
      const isConnected = question.connected?.has(slug) === true;
      let sum = 0;
      for (let feature = 0; feature < FEATURES.length; feature++)
        sum += WEIGHTS[FEATURES[feature]!] * features[at * FEATURES.length + feature]!;
      const score = sum * worthOf(slug, named[app]!);
      return {
        index: number,
        candidate,
        slug,
        isConnected,
        isNamed: named[app]! >= NAMED,
        score,
        step: steps[candidate.step]!,
      };
    }),
  );
  scored.sort(
    (a, b) => b.score - a.score || a.index - b.index || a.candidate.tool - b.candidate.tool,
  );
  const most = question.apps && question.apps.size <= FEW ? Infinity : (question.perApp ?? PER_APP);
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
function capped<Each extends { readonly slug: string; readonly isNamed: boolean }>(
  sorted: readonly Each[],
  most: number,
): Each[] {
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
