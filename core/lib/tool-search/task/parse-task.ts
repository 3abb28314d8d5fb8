import type { ToolIndex } from "../index/open-index.ts";
import type { Action } from "../words/actions.ts";
import { detectAction, isCommand } from "./commands.ts";
import { replaceIdentifiers } from "./entities.ts";
import { normalizeText } from "./idioms.ts";
import { readPronoun } from "./pronouns.ts";
import { extractQueryTerms, type QueryTerm } from "./query-terms.ts";
import { splitSteps } from "./split-steps.ts";

/** One step of a task: a sentence, or a clause after words such as `and then`. */
export interface Step {
  /** The part of the task, as it is spelled. */
  readonly text: string;
  readonly queryTerms: readonly QueryTerm[];
  readonly action: Action;
  /** Whether it begins with a verb, as opposed to a question or a remark. */
  readonly isCommand: boolean;
}

const MAX_TERMS = 64;
/** The maximum number of typo lookups per task, because they are slow. */
const MAX_TYPOS = 8;

const MAX_TASK_LENGTH = 4_000;

/**
 * Splits a task into steps and extracts their query terms. Corrects typos, and drops words that
 * occur in no index.
 */
export function parseTask(task: string, indexes: readonly ToolIndex[]): Step[] {
  const steps: MutableStep[] = [];
  let remaining = MAX_TERMS;
  const typos = { remaining: MAX_TYPOS };
  for (const text of splitSteps(task.slice(0, MAX_TASK_LENGTH))) {
    const piece = normalizeText(replaceIdentifiers(text));
    const previous = steps.at(-1);
    const ownTerms = extractQueryTerms(piece, indexes, typos).slice(0, remaining);
    remaining -= ownTerms.length;
    const queryTerms = [
      ...ownTerms,
      ...(previous?.isCommand ? readPronoun(piece, ownTerms, previous.queryTerms, indexes) : []),
    ];
    const step: MutableStep = {
      text,
      queryTerms,
      action: detectAction(piece),
      isCommand: isCommand(piece),
    };
    if (previous && (isFragment(queryTerms, indexes) || isFragment(previous.queryTerms, indexes))) {
      mergeIntoStep(previous, step);
    } else if (queryTerms.length > 0) {
      steps.push(step);
    }
  }
  return weightSteps(steps);
}

interface MutableStep {
  text: string;
  queryTerms: QueryTerm[];
  action: Action;
  isCommand: boolean;
}

/** A single term or an app name isn't a step of its own. */
function isFragment(queryTerms: readonly QueryTerm[], indexes: readonly ToolIndex[]): boolean {
  if (queryTerms.length < 2) return true;
  return indexes.some(({ terms, appNames }) => {
    const numbers = queryTerms.map(({ term }) => terms.find(term));
    return appNames
      .appsWithTerm(numbers[0]!)
      .some((app) =>
        numbers.every((number) => appNames.byApp[app]!.some((name) => name.includes(number))),
      );
  });
}

function mergeIntoStep(step: MutableStep, added: MutableStep): void {
  if (step.action === "none") step.action = added.action;
  step.text = `${step.text}, ${added.text}`;
  step.isCommand &&= added.isCommand;
  // A gap, so that the last word of one piece and the first of the next aren't neighbors.
  const offset = 2 + Math.max(-1, ...step.queryTerms.flatMap(({ positions }) => positions));
  for (const each of added.queryTerms) {
    const moved = { ...each, positions: each.positions.map((position) => position + offset) };
    const at = step.queryTerms.findIndex(({ term }) => term === each.term);
    if (at < 0) step.queryTerms.push(moved);
    else step.queryTerms[at] = mergeTerms(step.queryTerms[at]!, moved);
  }
}

const mergeTerms = (first: QueryTerm, second: QueryTerm): QueryTerm => ({
  ...second,
  weight: first.weight + second.weight,
  isNamed: first.isNamed || second.isNamed,
  role: first.role,
  positions: [...first.positions, ...second.positions],
});

function weightSteps(steps: readonly Step[]): Step[] {
  const totals = new Map<string, number>();
  for (const { queryTerms } of steps) {
    for (const { term, weight } of queryTerms) totals.set(term, (totals.get(term) ?? 0) + weight);
  }
  return steps.map(({ queryTerms, ...step }) => ({
    ...step,
    queryTerms: queryTerms.map((each) => ({
      ...each,
      weight: (each.importance * each.weight) / Math.sqrt(totals.get(each.term)!),
    })),
  }));
}
