import type { ToolIndex } from "./open-index.ts";
import type { QueryTerm, Step } from "./parse-task.ts";
import { idf } from "./postings.ts";

/** The number of names that an app doesn't share: its slug and its display name. */
const OWN_NAMES = 2;
const ALIAS_FACTOR = 0.9;
/** The factor for terms that aren't written like a name, unless hardly any tool of another app has them. */
const UNNAMED_FACTOR = 0.7;
/** The factor for apps that share a name with an app whose own name the task has completely. */
const SHARED_NAME_FACTOR = 0.75;

/** The least confidence in a name of a popular app, however common the word is, by its spelling. */
const MARK_CONFIDENCE = { capital: 0.8, preposition: 0.65 } as const;

/** How well one of an app's names matches the task. */
interface NameMatch {
  readonly confidence: number;
  /** Whether the task has all words of a name that is the app's own. */
  readonly isComplete: boolean;
  readonly terms: readonly number[];
}

/**
 * Returns for each app the confidence that the task names it, from 0 to 1. It is the share of the
 * terms of one of its names. Terms that rarely refer to an app count less.
 */
export function scoreNamedApps(
  index: ToolIndex,
  steps: readonly Step[],
  popular?: ReadonlySet<string>,
): Float32Array {
  const { appNames, slugs } = index;
  const scores = new Float32Array(slugs.length);
  const { confidences, marks, isAdjacent } = readNameTerms(index, steps);
  const weight = (term: number) => idf(appNames.appsWithTerm(term).length, slugs.length);
  const matches = new Map<number, NameMatch>();
  for (const term of confidences.keys()) {
    for (const app of appNames.appsWithTerm(term)) {
      if (matches.has(app)) continue;
      for (const [position, name] of appNames.byApp[app]!.entries()) {
        let total = 0;
        let matched = 0;
        for (const each of name) {
          total += weight(each);
          matched += weight(each) * (confidences.get(each) ?? 0);
        }
        const isOwn = position < OWN_NAMES;
        // A task rarely contains a whole name of several words by chance, even if they are common.
        const isPhrase = name.length > 1 && isAdjacent(name);
        const spelled =
          isOwn && name.length === 1 && popular?.has(slugs[app]!) ? marks.get(name[0]!) : undefined;
        const confidence = Math.max(
          spelled === undefined ? 0 : MARK_CONFIDENCE[spelled],
          (isPhrase ? 1 : matched / total) * (isOwn ? 1 : ALIAS_FACTOR),
        );
        if (confidence <= (matches.get(app)?.confidence ?? 0)) continue;
        matches.set(app, {
          confidence,
          isComplete: isOwn && name.every((each) => confidences.has(each)),
          terms: [...name].filter((each) => confidences.has(each)),
        });
      }
    }
  }
  const complete = [...matches.values()].filter(
    ({ isComplete, confidence }) => isComplete && confidence >= COMPLETE_CONFIDENCE,
  );
  for (const [app, match] of matches) {
    const isShared = complete.some(
      ({ terms }) =>
        (!match.isComplete || terms.length > match.terms.length) &&
        match.terms.every((term) => terms.includes(term)),
    );
    scores[app] = match.confidence * (isShared ? SHARED_NAME_FACTOR : 1);
  }
  return scores;
}

/** The confidence from which a complete name means that app rather than others with a similar name. */
const COMPLETE_CONFIDENCE = 0.6;

/** Returns for each term of the task that is part of an app's name how likely it refers to an app. */
function readNameTerms(
  index: ToolIndex,
  steps: readonly Step[],
): {
  confidences: ReadonlyMap<number, number>;
  marks: ReadonlyMap<number, QueryTerm["nameMark"]>;
  /** Whether a step has the terms one after another. */
  isAdjacent: (terms: ArrayLike<number>) => boolean;
} {
  const { appNames, terms, frequencies } = index;
  const confidences = new Map<number, number>();
  const marks = new Map<number, QueryTerm["nameMark"]>();
  const positionsByStep: Map<number, readonly number[]>[] = [];
  for (const step of steps) {
    const positions = new Map<number, readonly number[]>();
    positionsByStep.push(positions);
    for (const queryTerm of step.queryTerms) {
      const number = terms.find(queryTerm.term);
      if (number < 0 || appNames.appsWithTerm(number).length === 0) continue;
      positions.set(number, queryTerm.positions);
      marks.set(number, queryTerm.nameMark ?? marks.get(number));
      // A term that is common in the tools of other apps ("calendar") rarely means the app.
      const share = Math.min(1, appNames.toolsWithTerm(number) / Math.max(1, frequencies[number]!));
      confidences.set(
        number,
        Math.max(confidences.get(number) ?? 0, Math.sqrt(share) * spellingFactor(queryTerm, share)),
      );
    }
  }
  return {
    confidences,
    marks,
    isAdjacent: (name) =>
      positionsByStep.some((positions) =>
        (positions.get(name[0]!) ?? []).some((start) =>
          Array.from(name).every((term, at) => positions.get(term)?.includes(start + at)),
        ),
      ),
  };
}

const spellingFactor = ({ isNamed }: QueryTerm, share: number): number => {
  if (isNamed) return 1;
  return share >= DISTINCTIVE_SHARE ? 1 : UNNAMED_FACTOR;
};
/** The share of the tools with a term that are those of apps with that name. */
const DISTINCTIVE_SHARE = 0.9;
