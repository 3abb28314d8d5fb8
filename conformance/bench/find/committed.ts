/** N@10 of each development set when the weights were last committed; conformance/find.test.ts holds later ones against it. */
export const COMMITTED: Readonly<Record<string, number>> = {
  restbench: 58.2,
  toolalpaca: 81.7,
  stabletoolbench: 71.9,
  sealtools: 92.6,
  bfcl: 68.2,
  metatool: 42.7,
};
