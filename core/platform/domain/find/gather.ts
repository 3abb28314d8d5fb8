import { greatestOf } from "./greatest.ts";
import type { ToolIndex } from "./open.ts";
import type { Step } from "./request.ts";
import { synonymsOf } from "./synonyms.ts";

/** A tool that has words of the request, before it is looked at closely. */
export interface Candidate {
  readonly tool: number;
  /** How well its words answer the whole request, in the units of BM25. */
  readonly whole: number;
  /** The step that they answer best, and how well beside the best tool for that step: from 0 to 1. */
  readonly step: number;
  readonly share: number;
}

/** What decides which tools are looked at. */
export interface Gathering {
  readonly most: number;
  /** By app: what a tool's worth is multiplied by; those with 0 are left out. */
  readonly favour: Float32Array;
}

/** What a synonym is worth of the word itself. */
export const SYNONYM = 0.15;

/** What the whole request counts beside the best step. */
const WHOLE = 0.75;

interface Tally {
  readonly whole: Float32Array;
  readonly current: Float32Array;
  readonly share: Float32Array;
  readonly step: Uint8Array;
  readonly touched: Uint32Array;
  readonly inStep: Uint32Array;
}

/** Kept with the index: a request leaves them all zeros. */
const tallies = new WeakMap<ToolIndex, Tally>();

function tallyOf(index: ToolIndex): Tally {
  let tally = tallies.get(index);
  if (!tally) {
    const { tools } = index;
    const floats = () => new Float32Array(tools);
    tally = {
      whole: floats(),
      current: floats(),
      share: floats(),
      step: new Uint8Array(tools),
      touched: new Uint32Array(tools),
      inStep: new Uint32Array(tools),
    };
    tallies.set(index, tally);
  }
  return tally;
}

/** What was gathered, in no order, and what the best tool's words are worth for each step. */
export interface Gathered {
  readonly candidates: readonly Candidate[];
  readonly best: readonly number[];
}

/** The tools whose words answer a request best. */
export function gather(
  index: ToolIndex,
  steps: readonly Step[],
  { most, favour }: Gathering,
): Gathered {
  const { whole, current, share, step, touched, inStep } = tallyOf(index);
  let count = 0;
  let greatest = 0;
  const bests: number[] = [];
  for (const [number, { asked }] of steps.entries()) {
    const weights = weightsOf(index, asked);
    let here = 0;
    for (const [term, weight] of weights)
      here = addPostings(index, term, weight, current, inStep, here);
    let best = 0;
    for (let at = 0; at < here; at++) best = Math.max(best, current[inStep[at]!]!);
    bests.push(best);
    for (let at = 0; at < here; at++) {
      const tool = inStep[at]!;
      const worth = current[tool]!;
      current[tool] = 0;
      if (whole[tool] === 0) touched[count++] = tool;
      whole[tool]! += worth;
      if (whole[tool]! > greatest) greatest = whole[tool]!;
      if (worth / best <= share[tool]!) continue;
      share[tool] = worth / best;
      step[tool] = number;
    }
  }
  const kept = greatestOf(most);
  for (let at = 0; at < count; at++) {
    const tool = touched[at]!;
    const factor = favour[index.appOf[tool]!]!;
    if (factor > 0)
      kept.offer(tool, factor * ((WHOLE * whole[tool]!) / greatest + (1 - WHOLE) * share[tool]!));
  }
  const candidates = kept
    .all()
    .map((tool) => ({ tool, whole: whole[tool]!, step: step[tool]!, share: share[tool]! }));
  for (let at = 0; at < count; at++) {
    const tool = touched[at]!;
    whole[tool] = share[tool] = 0;
  }
  return { candidates, best: bests };
}

/** The words asked for with what each is worth, and at less the words that may stand for them. */
function weightsOf(index: ToolIndex, asked: Step["asked"]): Map<number, number> {
  const weights = new Map<number, number>();
  for (const { term, weight } of asked) {
    const number = index.terms.find(term);
    if (number >= 0) weights.set(number, weight);
  }
  for (const { term } of asked) {
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
