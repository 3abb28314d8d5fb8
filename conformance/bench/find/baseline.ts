/**
 * N@10 of each development set with the committed weights, in percent. `conformance/find.test.ts`
 * compares the current scores with these.
 */
export const BASELINE_SCORES: Readonly<Record<string, number>> = {
  restbench: 58.3,
  toolalpaca: 82.2,
  stabletoolbench: 72.0,
  sealtools: 92.5,
  bfcl: 68.1,
  metatool: 42.8,
};
