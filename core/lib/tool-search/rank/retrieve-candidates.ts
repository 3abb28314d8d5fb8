import type { ToolIndex } from "../index/open-index.ts";
import { idf } from "../index/postings.ts";
import type { Step } from "../task/parse-task.ts";
import { synonymsOf } from "../words/synonyms.ts";
import { createTopK } from "./top-k.ts";
import type { TrackedTerms } from "./tracked-terms.ts";

/** A tool that contains query terms, before ranking. */
export interface Candidate {
  readonly tool: number;
  /** The BM25F score for the whole task. */
  readonly total: number;
  /** The step that the tool matches best. */
  readonly step: number;
  /** The score for that step relative to the best tool for it, from 0 to 1. */
  readonly share: number;
  /** The tracked terms that the tool has in any field. */
  readonly mask: number;
}

interface RetrieveOptions {
  /** The maximum number of candidates. */
  readonly limit: number;
  /** By app: the factor for the scores of its tools. Tools with the factor 0 are excluded. */
  readonly boosts: Float32Array;
  readonly tracked: TrackedTerms;
}

/** The weight of a synonym relative to the query term, in scores that retrieve candidates. */
const RETRIEVAL_SYNONYM_WEIGHT = 0.15;

/** The weight of a term that tools have in place of an everyday verb. */
const ALTERNATIVE_WEIGHT = 0.5;
/** The share of the tools from which such a term is too common to retrieve candidates. */
const MAX_ALTERNATIVE_SHARE = 0.2;

/** The weight of the score for the whole task. The score for the best step has the rest. */
const TOTAL_SHARE = 0.75;

interface ScoreBuffers {
  readonly total: Float32Array;
  readonly current: Float32Array;
  readonly share: Float32Array;
  readonly mask: Uint32Array;
  readonly step: Uint8Array;
  readonly touched: Uint32Array;
  readonly inStep: Uint32Array;
}

/** Score buffers are reused between searches. Each search resets them to zero. */
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
      mask: new Uint32Array(tools),
      step: new Uint8Array(tools),
      touched: new Uint32Array(tools),
      inStep: new Uint32Array(tools),
    };
    buffersByIndex.set(index, buffers);
  }
  return buffers;
}

interface RetrievalResult {
  /** In no particular order. */
  readonly candidates: readonly Candidate[];
  /** The best score for each step. */
  readonly best: readonly number[];
}

/** Returns the tools with the best BM25F scores, as candidates for ranking. */
export function retrieveCandidates(
  index: ToolIndex,
  steps: readonly Step[],
  { limit, boosts, tracked }: RetrieveOptions,
): RetrievalResult {
  const buffers = scoreBuffers(index);
  const { total: totals, current, share, mask, step, touched, inStep } = buffers;
  const bits = bitsByNumber(index, tracked);
  let count = 0;
  let bestTotal = 0;
  const bests: number[] = [];
  for (const [number, { queryTerms }] of steps.entries()) {
    const weights = termWeights(index, queryTerms);
    let stepCount = 0;
    for (const [term, weight] of weights) {
      stepCount = addPostings(
        index,
        { term, weight, bit: bits.get(term) ?? 0 },
        buffers,
        stepCount,
      );
    }
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
      if (score <= share[tool]! * best) continue;
      share[tool] = score / best;
      step[tool] = number;
    }
  }
  const topTools = createTopK(limit);
  for (let at = 0; at < count; at++) {
    const tool = touched[at]!;
    const factor = boosts[index.appOf[tool]!]!;
    if (factor > 0) {
      topTools.offer(
        tool,
        factor * ((TOTAL_SHARE * totals[tool]!) / bestTotal + (1 - TOTAL_SHARE) * share[tool]!),
      );
    }
  }
  const candidates = topTools.all().map((tool) => ({
    tool,
    total: totals[tool]!,
    step: step[tool]!,
    share: share[tool]!,
    mask: mask[tool]!,
  }));
  for (const each of [totals, share, mask]) each.fill(0);
  return { candidates, best: bests };
}

function bitsByNumber(index: ToolIndex, { bits }: TrackedTerms): ReadonlyMap<number, number> {
  return new Map([...bits].map(([term, bit]) => [index.terms.find(term), bit]));
}

/** Returns the weights of the query terms and their synonyms. */
function termWeights(index: ToolIndex, queryTerms: Step["queryTerms"]): Map<number, number> {
  const weights = new Map<number, number>();
  for (const { term, weight, alternatives, idf: queryIdf } of queryTerms) {
    const number = index.terms.find(term);
    if (number < 0) continue;
    const factor =
      alternatives.length === 0
        ? 1
        : Math.min(
            1,
            queryIdf / Math.max(0.1, idf(index.frequencies[number]!, index.countedTools)),
          );
    weights.set(number, weight * factor);
  }
  for (const { alternatives, weight } of queryTerms) {
    for (const other of alternatives) {
      const number = index.terms.find(other);
      if (number < 0 || weights.has(number)) continue;
      if (index.frequencies[number]! > index.tools * MAX_ALTERNATIVE_SHARE) continue;
      weights.set(number, weight * ALTERNATIVE_WEIGHT);
    }
  }
  for (const { term } of queryTerms) {
    for (const other of synonymsOf(term)) {
      const number = index.terms.find(other);
      if (number >= 0 && !weights.has(number)) weights.set(number, RETRIEVAL_SYNONYM_WEIGHT);
    }
  }
  return weights;
}

interface WeightedTerm {
  readonly term: number;
  readonly weight: number;
  /** The bit of a tracked term, otherwise 0. */
  readonly bit: number;
}

/** Adds the scores of a term for a step. Returns the new number of tools in `inStep`. */
function addPostings(
  index: ToolIndex,
  { term, weight, bit }: WeightedTerm,
  { current: sums, mask, inStep: touched }: ScoreBuffers,
  count: number,
): number {
  const { postings } = index;
  const unit = weight * index.postingScales[term]!;
  const end = index.postingStarts[term + 1]!;
  let tool = -1;
  for (let at = index.postingStarts[term]!; at < end; ) {
    let byte = postings[at++]!;
    let distance = byte;
    if (byte > 127) {
      distance &= 127;
      for (let shift = 7; byte > 127; shift += 7) {
        byte = postings[at++]!;
        distance |= (byte & 127) << shift;
      }
    }
    tool += distance + 1;
    if (sums[tool] === 0) touched[count++] = tool;
    sums[tool]! += unit * postings[at++]!;
    if (bit !== 0) mask[tool]! |= bit;
  }
  return count;
}
