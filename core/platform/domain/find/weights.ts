import type { Feature } from "./features.ts";

/** What each feature counts; learned by `npm run bench -- find --learn`. */
export const WEIGHTS: Readonly<Record<Feature, number>> = {
  whole: 0.5, share: 0.3, part: 0.1, title: 0.1, name: 0.1, label: 0.2, asked: 0.1, app: 0.3, action: 0.1, method: 0.1, shallow: 0.1, meaning: 0.4, order: 0.05,
};
