import type { Feature } from "./features.ts";

/** What each feature counts: learned by `npm run bench -- find --learn`, but for `exact`, which keeps a tool first for its own title. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  whole: 4.12,
  share: 1.81,
  title: 0.82,
  name: 0.89,
  label: 1.39,
  asked: 1.05,
  app: 2.62,
  action: 0.96,
  method: 0.89,
  shallow: 3.76,
  meaning: 1.41,
  sense: 3.04,
  order: 1.24,
  count: 0.45,
  exact: 5,
};
