/** What the confidence in a match depends on. */
interface ConfidenceInputs {
  readonly isFirst: boolean;
  /** The score of the match, from 0 to 1. */
  readonly score: number;
  /** The score of the best other match, or 0 if there is none. */
  readonly rivalScore: number;
}

interface Coefficients {
  readonly constant: number;
  readonly score: number;
  readonly lead: number;
}

/** Fitted by `conformance/bench/find/learn/calibrate.ts`. */
export const FIRST: Coefficients = { constant: -7.708, score: 16.544, lead: 17.146 };
export const OTHERS: Coefficients = { constant: -6.226, score: 12.332, lead: 15.403 };

/**
 * Estimates the probability that a match is the tool that the task means, from 0 to 1. It depends
 * on the score and on the lead over the best other match.
 */
export function estimateConfidence({ isFirst, score, rivalScore }: ConfidenceInputs): number {
  const coefficients = isFirst ? FIRST : OTHERS;
  const logit =
    coefficients.constant + coefficients.score * score + coefficients.lead * (score - rivalScore);
  return Math.round((1 / (1 + Math.exp(-logit))) * 100) / 100;
}
