/**
 * N@10 of each development set with the committed weights, in percent. `conformance/find.test.ts`
 * compares the current scores with these.
 */
export const BASELINE_SCORES: Readonly<Record<string, number>> = {
  restbench: 61.7,
  toolalpaca: 84.3,
  stabletoolbench: 74.6,
  sealtools: 93.5,
  bfcl: 71.9,
  metatool: 42.2,
};
