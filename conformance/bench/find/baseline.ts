/**
 * N@10 of each development set with the committed weights, in percent. `conformance/find.test.ts`
 * compares the current scores with these.
 */
export const BASELINE_SCORES: Readonly<Record<string, number>> = {
  restbench: 60.1,
  toolalpaca: 82.9,
  stabletoolbench: 73.0,
  sealtools: 92.8,
  bfcl: 70.7,
  metatool: 42.9,
};
