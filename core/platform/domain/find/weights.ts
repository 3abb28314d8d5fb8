import type { Feature } from "./features.ts";

/**
 * The weight of each feature, learned by `npm run bench -- find --learn`. Only `exact` is set by
 * hand: it ranks a tool first for its own title.
 */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  whole: 4.15,
  share: 1.48,
  title: 0.86,
  name: 0.99,
  label: 1.24,
  asked: 1.15,
  app: 2.63,
  action: 0.91,
  method: 0.79,
  shallow: 2.99,
  meaning: 1.29,
  sense: 2.91,
  order: 1.3,
  count: 0.36,
  exact: 5,
};
