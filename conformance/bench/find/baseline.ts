/** N@10 of each development set when the weights were last committed; conformance/find.test.ts holds later ones against it. */
export const BASELINE_SCORES: Readonly<Record<string, number>> = {
  restbench: 58.3,
  toolalpaca: 82.2,
  stabletoolbench: 72.0,
  sealtools: 92.5,
  bfcl: 68.1,
  metatool: 42.8,
};
