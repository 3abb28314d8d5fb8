import type { ToolIndex } from "../index/open-index.ts";
import { idf } from "../index/postings.ts";
import type { Step } from "../task/parse-task.ts";
import { spelledWord, toTerm } from "../words/tokenizer.ts";
import { findSpelledNames, type SpelledMatch } from "./spelled-in-task.ts";

/** The number of names that an app doesn't share: its slug and its display name. */
const OWN_NAMES = 2;
const ALIAS_FACTOR = 0.9;
/** The factor for terms that aren't written like a name, unless hardly any tool of another app has them. */
const UNNAMED_FACTOR = 0.7;
/** The confidence in a name that the task has in two words, such as `click up`. */
const SPLIT_CONFIDENCE = 0.9;
/** The share of the tools with a word that are those of apps with that name. */
const DISTINCTIVE_SHARE = 0.9;
/** The factor for apps that share a name with an app whose own name the task has completely. */
const SHARED_NAME_FACTOR = 0.75;
/** The confidence from which a complete name means that app rather than others with a similar name. */
const COMPLETE_CONFIDENCE = 0.6;

/**
 * The least confidence in a name, however common the word is, by its spelling: for popular apps,
 * and for others whose tools have phrases.
 */
const MARK_CONFIDENCE = {
  popular: { both: 0.85, capital: 0.8, preposition: 0.7 },
  described: { both: 0.75, capital: 0.7, preposition: 0 },
} as const;

/** How well one of an app's names matches the task. */
interface NameMatch {
  readonly confidence: number;
  /** Whether the task has all words of a name that is the app's own. */
  readonly isComplete: boolean;
  /** Higher for apps whose slug is the name, and for popular ones. */
  readonly priority: number;
  /** The words of the task, in lowercase. */
  readonly words: readonly string[];
}

/**
 * Returns for each app the confidence that the task names it, from 0 to 1. A name that the task
 * spells exactly counts as much as its word is the app's, or as it is marked as a name. Otherwise it
 * is the share of the terms of one of its names. Of apps with the same name, the one with that slug
 * and the popular one precede.
 */
export function scoreNamedApps(
  index: ToolIndex,
  steps: readonly Step[],
  popular?: ReadonlySet<string>,
): Float32Array {
  const { slugs } = index;
  const scores = new Float32Array(slugs.length);
  const matches = new Map<number, NameMatch>();
  const offer = (app: number, match: NameMatch) => {
    const existing = matches.get(app);
    if (match.confidence > (existing?.confidence ?? 0)) matches.set(app, match);
  };
  const otherWords = new Set<string>();
  for (const { text } of steps) {
    const found = findSpelledNames(index.spelledNames, text);
    for (const match of found.matches)
      offer(match.name.app, rateSpelledName(index, match, popular));
    for (const word of found.otherWords) otherWords.add(word);
  }
  for (const [app, match] of matchNameTerms(index, steps, otherWords)) offer(app, match);
  const complete = [...matches.values()].filter(
    ({ isComplete, confidence }) => isComplete && confidence >= COMPLETE_CONFIDENCE,
  );
  for (const [app, match] of matches) {
    const isShared = complete.some(
      ({ words, priority }) =>
        (!match.isComplete ||
          words.length > match.words.length ||
          (words.length === match.words.length && priority > match.priority)) &&
        match.words.every((word) => words.includes(word)),
    );
    scores[app] = match.confidence * (isShared ? SHARED_NAME_FACTOR : 1);
  }
  return scores;
}

function rateSpelledName(
  { slugs, hasPhrases }: ToolIndex,
  { name: { app, position, words, share }, mark, isNamed, isSplit, taskWords }: SpelledMatch,
  popular: ReadonlySet<string> | undefined,
): NameMatch {
  const slug = slugs[app]!;
  const isOwn = position < OWN_NAMES;
  const isPopular = popular?.has(slug) === true;
  let confidence = 1;
  if (isSplit) {
    // Two ordinary words ("web site") can make the name of an app that few people know.
    confidence = isPopular || hasPhrases[app] ? SPLIT_CONFIDENCE : 0;
  } else if (words.length === 1) {
    confidence = Math.sqrt(share) * (isNamed || share >= DISTINCTIVE_SHARE ? 1 : UNNAMED_FACTOR);
    if (mark && (isPopular || (isOwn && hasPhrases[app])))
      confidence = Math.max(confidence, MARK_CONFIDENCE[isPopular ? "popular" : "described"][mark]);
  }
  return {
    confidence: confidence * (isOwn ? 1 : ALIAS_FACTOR),
    isComplete: isOwn || isPopular,
    priority: (isOwn && slug === words.join("_") ? 2 : 0) + (isPopular ? 1 : 0),
    words: taskWords,
  };
}

/** Matches the stems of names, which also fit inflected, misspelled and incomplete ones. */
function matchNameTerms(
  index: ToolIndex,
  steps: readonly Step[],
  otherWords: ReadonlySet<string>,
): Map<number, NameMatch> {
  const { appNames, slugs, spelledNames } = index;
  const { confidences, byNumber, isAdjacent } = readNameTerms(index, steps, otherWords);
  const weight = (term: number) => idf(appNames.appsWithTerm(term).length, slugs.length);
  const matches = new Map<number, NameMatch>();
  for (const term of confidences.keys()) {
    for (const app of appNames.appsWithTerm(term)) {
      if (matches.has(app)) continue;
      for (const [position, name] of appNames.byApp[app]!.entries()) {
        const { words } = spelledNames.byApp[app]![position]!;
        if (name.length === 0) continue;
        if (words.length === 1 && name.some((each) => isOtherWord(byNumber.get(each), words[0]!)))
          continue;
        let total = 0;
        let matched = 0;
        for (const each of name) {
          total += weight(each);
          matched += weight(each) * (confidences.get(each) ?? 0);
        }
        const isOwn = position < OWN_NAMES;
        // A task rarely contains a whole name of several words by chance, even if they are common.
        const isPhrase = name.length > 1 && isAdjacent(name);
        const confidence = (isPhrase ? 1 : matched / total) * (isOwn ? 1 : ALIAS_FACTOR);
        if (confidence <= (matches.get(app)?.confidence ?? 0)) continue;
        const found = [...name].filter((each) => confidences.has(each));
        matches.set(app, {
          confidence,
          isComplete: isOwn && found.length === name.length,
          priority: 0,
          words: found.map((each) => byNumber.get(each)!.word),
        });
      }
    }
  }
  return matches;
}

/** A word of the task, in lowercase. */
interface TaskWord {
  readonly word: string;
  readonly isMisspelled: boolean;
}

/** Whether a word is neither a name, nor its plural, nor misspelled, but only has the same stem. */
const isOtherWord = (found: TaskWord | undefined, name: string): boolean =>
  found !== undefined && !found.isMisspelled && found.word !== name && found.word !== `${name}s`;

/** Returns for each term of the task that is part of an app's name how likely it refers to an app. */
function readNameTerms(
  index: ToolIndex,
  steps: readonly Step[],
  otherWords: ReadonlySet<string>,
): {
  confidences: ReadonlyMap<number, number>;
  byNumber: ReadonlyMap<number, TaskWord>;
  /** Whether a step has the terms one after another. */
  isAdjacent: (terms: ArrayLike<number>) => boolean;
} {
  const { appNames, terms, frequencies } = index;
  const confidences = new Map<number, number>();
  const byNumber = new Map<number, TaskWord>();
  const positionsByStep: Map<number, readonly number[]>[] = [];
  for (const step of steps) {
    const positions = new Map<number, readonly number[]>();
    positionsByStep.push(positions);
    for (const queryTerm of step.queryTerms) {
      const number = terms.find(queryTerm.term);
      if (number < 0 || appNames.appsWithTerm(number).length === 0) continue;
      const word = spelledWord(queryTerm.word);
      if (otherWords.has(word)) continue;
      positions.set(number, queryTerm.positions);
      byNumber.set(number, { word, isMisspelled: toTerm(word) !== queryTerm.term });
      // A term that is common in the tools of other apps ("calendar") rarely means the app.
      const share = Math.min(1, appNames.toolsWithTerm(number) / Math.max(1, frequencies[number]!));
      const factor = queryTerm.isNamed || share >= DISTINCTIVE_SHARE ? 1 : UNNAMED_FACTOR;
      confidences.set(number, Math.max(confidences.get(number) ?? 0, Math.sqrt(share) * factor));
    }
  }
  return {
    confidences,
    byNumber,
    isAdjacent: (name) =>
      positionsByStep.some((positions) =>
        (positions.get(name[0]!) ?? []).some((start) =>
          Array.from(name).every((term, at) => positions.get(term)?.includes(start + at)),
        ),
      ),
  };
}
