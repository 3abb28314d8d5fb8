import { type Action, actionOf } from "./actions.ts";
import type { ToolIndex } from "./open.ts";
import { rarity } from "./postings.ts";
import { NAME, partsOf, termOf, tokensOf } from "./words.ts";

/** A word of a request that some tool has. */
export interface Asked {
  readonly term: string;
  /** As it was written. */
  readonly word: string;
  /** How much it says: the rarer, the more. */
  readonly rarity: number;
  /** What it counts here: the root of how often it occurs, shared among the steps that have it. */
  readonly weight: number;
  /** Whether it is written like a name, or follows a word such as `in` or `with`. */
  readonly isNamed: boolean;
  /** Whether it stands for several. */
  readonly isPlural: boolean;
}

/** One step of a request: a sentence, or what follows an `and then`. */
export interface Step {
  readonly asked: readonly Asked[];
  readonly action: Action;
}

const MOST_STEPS = 8;
const MOST_TERMS = 64;
const SHORTEST_MISSPELT = 4;
/** So many slips are looked up: it takes longer than all else of a word. */
const MOST_SLIPS = 8;

/** Where one step ends and the next begins. */
const BETWEEN_STEPS =
  /[.?!;\n]+(?=\s|$)|,?\s+(?:and\s+)?(?:then|also|additionally|finally|afterwards|furthermore|moreover|besides|next)\b,?|,\s*and\s+|,\s+(?=(?:get|find|show|list|create|send|provide|give|check|fetch|retrieve|search|suggest|recommend|tell|update|delete|add)\b)/i;

const LONGEST = 4_000;

/** Runs of these say no more than one, and would be tried in vain from each of their places. */
const REPEATED = /([\s.?!;])\1+/g;

/** Where `like` is not what somebody does to a post. */
const NOT_LIKING =
  /\b(?:would|i'?d|looks?|feels?|sounds?|something|things?|more|just|much) like\b|\blike to\b/gi;

/** Before the name of an app. */
const BEFORE_NAMES = new Set("in on at to from with via using through into by".split(" "));

/** Reads what is asked for; a word that no tool has is taken for the one that it is a slip of. */
export function readRequest(task: string, indexes: readonly ToolIndex[]): Step[] {
  const steps: { asked: Asked[]; action: Action }[] = [];
  let left = MOST_TERMS;
  const slips = { left: MOST_SLIPS };
  for (const piece of piecesOf(
    task.slice(0, LONGEST).replaceAll(REPEATED, "$1").replaceAll(NOT_LIKING, " "),
  )) {
    const asked = [...wordsAsked(piece, indexes, slips).values()].slice(0, left);
    left -= asked.length;
    const before = steps.at(-1);
    if (before && (isNoStep(asked, indexes) || isNoStep(before.asked, indexes)))
      join(before, asked, actionOfRequest(piece));
    else if (asked.length > 0) steps.push({ asked, action: actionOfRequest(piece) });
  }
  return weighed(steps);
}

/** A word alone is no step, and neither is an app's name. */
function isNoStep(asked: readonly Asked[], indexes: readonly ToolIndex[]): boolean {
  if (asked.length < 2) return true;
  return indexes.some(({ terms, appNames }) => {
    const numbers = asked.map(({ term }) => terms.find(term));
    return appNames
      .having(numbers[0]!)
      .some((app) =>
        numbers.every((number) => appNames.of[app]!.some((name) => name.includes(number))),
      );
  });
}

function join(
  step: { asked: Asked[]; action: Action },
  asked: readonly Asked[],
  action: Action,
): void {
  if (step.action === "none") step.action = action;
  for (const each of asked) {
    const at = step.asked.findIndex(({ term }) => term === each.term);
    if (at < 0) step.asked.push(each);
    else step.asked[at] = { ...each, weight: each.weight + step.asked[at]!.weight };
  }
}

/** The last one takes what is too much. */
function piecesOf(task: string): string[] {
  const pieces = task.split(BETWEEN_STEPS).filter((piece) => piece.trim() !== "");
  return pieces.length <= MOST_STEPS
    ? pieces
    : [...pieces.slice(0, MOST_STEPS - 1), pieces.slice(MOST_STEPS - 1).join(" ")];
}

function weighed(steps: readonly Step[]): Step[] {
  const times = new Map<string, number>();
  for (const { asked } of steps)
    for (const { term, weight } of asked) times.set(term, (times.get(term) ?? 0) + weight);
  return steps.map(({ asked, action }) => ({
    action,
    asked: asked.map((each) => ({
      ...each,
      weight: each.weight / Math.sqrt(times.get(each.term)!),
    })),
  }));
}

function wordsAsked(
  piece: string,
  indexes: readonly ToolIndex[],
  slips: { left: number },
): Map<string, Asked> {
  const asked = new Map<string, Asked>();
  let before = "";
  for (const token of tokensOf(piece)) {
    const isCapital = before !== "" && /^[A-Z]/.test(token);
    const isNamed = isCapital || BEFORE_NAMES.has(before);
    before = token.toLowerCase();
    for (const part of wordsOfToken(token, indexes)) {
      const term = known(part, isCapital, indexes, slips);
      if (term === undefined) continue;
      const old = asked.get(term);
      const frequency = Math.max(...indexes.map((index) => index.frequencyOf(term)));
      asked.set(term, {
        term,
        word: old?.word ?? token,
        rarity: rarity(frequency, indexes[0]!.countedTools),
        weight: (old?.weight ?? 0) + 1,
        isNamed: isNamed || old?.isNamed === true,
        isPlural: /[^s]s$/.test(part),
      });
    }
  }
  return asked;
}

/** A name that is written in one is one word if tools have it so. */
function wordsOfToken(token: string, indexes: readonly ToolIndex[]): string[] {
  const whole = NAME.test(token) ? termOf(token.toLowerCase()) : undefined;
  return whole !== undefined && indexes.some((index) => index.frequencyOf(whole) > 0)
    ? [token.toLowerCase()]
    : partsOf(token);
}

function known(
  word: string,
  isCapital: boolean,
  indexes: readonly ToolIndex[],
  slips: { left: number },
): string | undefined {
  const term = termOf(word);
  if (term === undefined) return undefined;
  if (indexes.some((index) => index.frequencyOf(term) > 0)) return term;
  if (word.length < SHORTEST_MISSPELT || /[^a-z]/.test(word)) return undefined;
  // A word of the language is no slip, though no tool has it.
  if (indexes.some(({ vectors }) => vectors && vectors.words.find(term) >= 0)) return undefined;
  if (slips.left-- <= 0) return undefined;
  let best: string | undefined;
  let most = 0;
  for (const index of indexes) {
    for (const number of new Set([...index.terms.near(term), ...index.terms.near(word)])) {
      // What begins with a capital is a name: of an app, or none of ours.
      if (isCapital && index.appNames.having(number).length === 0) continue;
      const frequency = index.frequencies[number]!;
      if (frequency > most) [best, most] = [index.terms.at(number), frequency];
    }
  }
  return best;
}

const QUESTION = /^(?:what|which|who|whose|when|where|how|is|are|was|were|does|do|did|has|have)\b/i;

/** What the first verb asks for; a question asks to read. */
function actionOfRequest(piece: string): Action {
  const text = piece.trim();
  const isQuestion = QUESTION.test(text);
  if (isQuestion) return "read";
  for (const token of tokensOf(text)) {
    const action = actionOf(termOf(token.toLowerCase()) ?? "");
    if (action) return action;
  }
  return "none";
}
