/**
 * N@10 of each development set with the committed weights, in percent. `conformance/find.test.ts`
 * compares the current scores with these.
 */
export const BASELINE_SCORES: Readonly<Record<string, number>> = {
  restbench: 62,
  toolalpaca: 83.8,
  stabletoolbench: 74.4,
  sealtools: 93.6,
  bfcl: 72.1,
  metatool: 42.3,
};
