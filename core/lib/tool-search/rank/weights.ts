import type { Feature } from "./features.ts";

/**
 * The weight of each feature, learned from the bench's requests. Those from `exact` on are set by
 * hand: it ranks a tool first for its own title, and `described` the tools with phrases before others
 * of their app.
 */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  total: 4.15,
  share: 1.48,
  title: 0.86,
  name: 0.99,
  label: 1.24,
  coverage: 1.15,
  app: 2.63,
  action: 0.91,
  method: 0.79,
  shallow: 2.99,
  stepSimilarity: 1.29,
  taskSimilarity: 2.91,
  wordOrder: 1.3,
  grammaticalNumber: 0.36,
  exact: 5,
  phrase: 0.3,
  described: 0.5,
  bestSimilarity: 0,
  objectShare: 0.5,
  objectCoverage: 0.5,
};
