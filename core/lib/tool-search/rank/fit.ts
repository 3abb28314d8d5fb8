import type { ToolIndex } from "../index/open-index.ts";
import type { Step } from "../task/parse-task.ts";
import type { QueryTerm } from "../task/query-terms.ts";
import { splitTokens, splitWord, toTerm } from "../words/tokenizer.ts";

/** What shows whether any tool serves a task. */
interface FitInputs {
  /** How common the second most common word of the task is among tools. See `commonness`. */
  readonly commonness: number;
  /** The score of the best match, from 0 to 1. */
  readonly score: number;
}

/** Fitted by `conformance/bench/find/learn/fit.ts`. */
export const FIT = { constant: 3.04, commonness: 1.13, score: 10.61 };

/** The logarithm by which a corrected word counts less than one that is spelled as in a tool. */
const CORRECTION = 3;

/** Estimates the probability that any tool serves a task that names no app, from 0 to 1. */
export function estimateFit({ commonness, score }: FitInputs): number {
  const logit = FIT.constant + FIT.commonness * commonness + FIT.score * score;
  return 1 / (1 + Math.exp(-logit));
}

/**
 * Returns the logarithm of the share of tools that have the second most common word of a step, or its
 * only word. One word of an errand, such as `plant`, is common to some tool by chance, but seldom
 * two are. Names within the task say nothing.
 */
export function commonness({ text, queryTerms }: Step, indexes: readonly ToolIndex[]): number {
  const countedTools = indexes[0]?.countedTools ?? 0;
  const rate = (term: string) => {
    const frequency = Math.max(0, ...indexes.map((index) => index.frequencyOf(term)));
    return Math.log((frequency + 1) / (countedTools + 1));
  };
  const shares = new Map<string, number>();
  for (const [position, token] of splitTokens(text).entries()) {
    if (position > 0 && /^[A-Z]/.test(token)) continue;
    for (const word of splitWord(token)) {
      const term = toTerm(word);
      if (term !== undefined) shares.set(term, rate(term));
    }
  }
  for (const queryTerm of queryTerms)
    if (!shares.has(queryTerm.term) && isCorrected(queryTerm))
      shares.set(queryTerm.term, rate(queryTerm.term) - CORRECTION);
  const [first, second] = [...shares.values()].sort((a, b) => b - a);
  return second ?? first ?? rate("");
}

const isCorrected = ({ word, term }: QueryTerm): boolean =>
  !/^[A-Z]/.test(word) && splitWord(word).every((each) => toTerm(each) !== term);
