/**
 * N@10 of each development set with what is committed, in percent. It was learned from these
 * requests. `conformance/find/find.test.ts` compares the current scores with these.
 */
export const BASELINE_SCORES: Readonly<Record<string, number>> = {
  restbench: 65.2,
  toolalpaca: 85.1,
  stabletoolbench: 79.6,
  sealtools: 94.3,
  bfcl: 76.2,
  metatool: 49.5,
};
