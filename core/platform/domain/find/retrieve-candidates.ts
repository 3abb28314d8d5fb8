import type { ToolIndex } from "./open-index.ts";
import type { Step } from "./parse-task.ts";
import { synonymsOf } from "./synonyms.ts";
import { createTopK } from "./top-k.ts";

/** A tool that has words of the request, before it is looked at closely. */
export interface Candidate {
  readonly tool: number;
  /** How well its words answer the whole request, in the units of BM25. */
  readonly total: number;
  /** The step that they answer best, and how well beside the best tool for that step: from 0 to 1. */
  readonly step: number;
  readonly share: number;
}

/** What decides which tools are looked at. */
export interface RetrieveOptions {
  readonly limit: number;
  /** By app: what a tool's worth is multiplied by; those with 0 are left out. */
  readonly boosts: Float32Array;
}

/** What a synonym is worth of the word itself. */
export const SYNONYM = 0.15;

/** What the whole request counts beside the best step. */
const TOTAL_SHARE = 0.75;

interface ScoreBuffers {
  readonly total: Float32Array;
  readonly current: Float32Array;
  readonly share: Float32Array;
  readonly step: Uint8Array;
  readonly touched: Uint32Array;
  readonly inStep: Uint32Array;
}

/** Kept with the index: a request leaves them all zeros. */
const buffersByIndex = new WeakMap<ToolIndex, ScoreBuffers>();

function scoreBuffers(index: ToolIndex): ScoreBuffers {
  let buffers = buffersByIndex.get(index);
  if (!buffers) {
    const { tools } = index;
    const floats = () => new Float32Array(tools);
    buffers = {
      total: floats(),
      current: floats(),
      share: floats(),
      step: new Uint8Array(tools),
      touched: new Uint32Array(tools),
      inStep: new Uint32Array(tools),
    };
    buffersByIndex.set(index, buffers);
  }
  return buffers;
}

/** What was gathered, in no order, and what the best tool's words are worth for each step. */
export interface RetrievalResult {
  readonly candidates: readonly Candidate[];
  readonly best: readonly number[];
}

/** The tools whose words answer a request best. */
export function retrieveCandidates(
  index: ToolIndex,
  steps: readonly Step[],
  { limit, boosts }: RetrieveOptions,
): RetrievalResult {
  const { total: totals, current, share, step, touched, inStep } = scoreBuffers(index);
  let count = 0;
  let bestTotal = 0;
  const bests: number[] = [];
  for (const [number, { queryTerms }] of steps.entries()) {
    const weights = termWeights(index, queryTerms);
    let stepCount = 0;
    for (const [term, weight] of weights)
      stepCount = addPostings(index, term, weight, current, inStep, stepCount);
    let best = 0;
    for (let at = 0; at < stepCount; at++) best = Math.max(best, current[inStep[at]!]!);
    bests.push(best);
    for (let at = 0; at < stepCount; at++) {
      const tool = inStep[at]!;
      const score = current[tool]!;
      current[tool] = 0;
      if (totals[tool] === 0) touched[count++] = tool;
      totals[tool]! += score;
      if (totals[tool]! > bestTotal) bestTotal = totals[tool]!;
      if (score / best <= share[tool]!) continue;
      share[tool] = score / best;
      step[tool] = number;
    }
  }
  const topTools = createTopK(limit);
  for (let at = 0; at < count; at++) {
    const tool = touched[at]!;
    const factor = boosts[index.appOf[tool]!]!;
    if (factor > 0)
      topTools.offer(
        tool,
        factor * ((TOTAL_SHARE * totals[tool]!) / bestTotal + (1 - TOTAL_SHARE) * share[tool]!),
      );
  }
  const candidates = topTools
    .all()
    .map((tool) => ({ tool, total: totals[tool]!, step: step[tool]!, share: share[tool]! }));
  for (let at = 0; at < count; at++) {
    const tool = touched[at]!;
    totals[tool] = share[tool] = 0;
  }
  return { candidates, best: bests };
}

/** The words asked for with what each is worth, and at less the words that may stand for them. */
function termWeights(index: ToolIndex, queryTerms: Step["queryTerms"]): Map<number, number> {
  const weights = new Map<number, number>();
  for (const { term, weight } of queryTerms) {
    const number = index.terms.find(term);
    if (number >= 0) weights.set(number, weight);
  }
  for (const { term } of queryTerms) {
    for (const other of synonymsOf(term)) {
      const number = index.terms.find(other);
      if (number >= 0 && !weights.has(number)) weights.set(number, SYNONYM);
    }
  }
  return weights;
}

function addPostings(
  index: ToolIndex,
  term: number,
  weight: number,
  sums: Float32Array,
  touched: Uint32Array,
  count: number,
): number {
  const { postings } = index;
  const unit = weight * index.postingScales[term]!;
  const end = index.postingStarts[term + 1]!;
  let tool = -1;
  for (let at = index.postingStarts[term]!; at < end; ) {
    let byte = postings[at++]!;
    let distance = byte & 127;
    for (let shift = 7; byte > 127; shift += 7) {
      byte = postings[at++]!;
      distance |= (byte & 127) << shift;
    }
    tool += distance + 1;
    if (sums[tool] === 0) touched[count++] = tool;
    sums[tool]! += unit * postings[at++]!;
  }
  return count;
}
