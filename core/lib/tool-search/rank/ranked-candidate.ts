import type { Step } from "../task/parse-task.ts";
import type { Candidate } from "./retrieve-candidates.ts";

/** A candidate with its score. */
export interface RankedCandidate {
  /** The position of the index in the list of indexes. */
  readonly index: number;
  readonly candidate: Candidate;
  readonly step: Step;
  readonly slug: string;
  readonly isConnected: boolean;
  readonly isNamed: boolean;
  /** The sum of the weighted features. */
  readonly sum: number;
  /** The factors of the sum, as it is and for an app that isn't connected. */
  readonly boost: number;
  readonly unconnectedBoost: number;
  /** The inputs of the re-ranker. Undefined for all except the best candidates. */
  readonly inputs?: Float32Array;
}
