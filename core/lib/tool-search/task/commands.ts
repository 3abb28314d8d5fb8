import { type Action, actionForTerm } from "../words/actions.ts";
import { isStopWord, splitTokens, toTerm } from "../words/tokenizer.ts";
import { everydayVerb, leadingVerbPosition } from "./everyday-verbs.ts";

/** Words that begin a command, besides the everyday verbs and the verbs of an action. */
const OTHER_VERBS = new Set(
  "let give get take turn loop look pull go keep bring leave ask use sign provide suggest recommend tell translate".split(
    " ",
  ),
);
/** Verbs that more often are nouns or adjectives after `and` or a comma. */
const RARELY_VERBS = new Set(
  "page text email mail message phone call ring record note file bill comment report place block point open close start issue label track review status star like index all display information details info check set stop list forecast void schedule fire design draft clear release call store fix plan show".split(
    " ",
  ),
);

/** Words after a verb, which show that it isn't a noun. */
const DETERMINERS = new Set(
  "the a an it them this that these those my our your his her their him me us all every each someone everyone everything anyone anything people".split(
    " ",
  ),
);

/** Words that precede a determiner too, and are no verbs. Stop words are others. */
const NO_VERBS = new Set(
  `across against along alongside among amid around because behind beneath beside besides beyond despite except excluding inside
  like minus near onto opposite outside past per plus since than though although through throughout till toward towards under
  underneath unless unlike until unto upon versus whereas wherever whether while within without quite rather almost almost even
  ever maybe perhaps likely often sometimes soon later today tomorrow yesterday tonight together indeed instead still already yet
  never always half double twice once last next first second third most more less least many much such enough whatever whichever
  whoever however otherwise therefore thus hence according due regarding concerning via and or but nor`.split(
    /\s+/,
  ),
);

/** Whether a lowercase word can begin a request. */
const isKnownVerb = (word: string): boolean =>
  everydayVerb(word) !== undefined ||
  OTHER_VERBS.has(word) ||
  (BASE_FORM.test(word) && actionForTerm(toTerm(word) ?? "") !== undefined);

/** Not `closed`, `closing` or `closes`. */
const BASE_FORM = /(?:ss|[^sdg]|[^e]d|[^n]g)$/;

/** Whether a word that no list has is a verb, as `anonymize` in `anonymize the rows`. */
const isUnknownVerb = (word: string, next: string): boolean =>
  DETERMINERS.has(next) &&
  /^[a-z]{3,}$/.test(word) &&
  BASE_FORM.test(word) &&
  !/ly$/.test(word) &&
  !isStopWord(word) &&
  !DETERMINERS.has(word) &&
  !NO_VERBS.has(word);

/** Verbs with two objects, the first of which may be several people: `send Ana and Bob a file`. */
const TWO_OBJECTS =
  /^\W*(?:\w+ ){0,2}?(?:send|give|show|tell|ask|bring|buy|email|forward|get|hand|make|offer|pay|text|write)\b/i;
/** The number of words before `and` up to which such a verb may lack its second object. */
const MAX_FIRST_OBJECT = 5;

/**
 * Whether a clause begins a new command after `and` or a comma, with two words of the clause and
 * the text before.
 */
export function beginsCommand(first: string, second: string, before: string): boolean {
  const word = first.toLowerCase();
  const next = second.toLowerCase();
  if (isKnownVerb(word)) return !RARELY_VERBS.has(word) || DETERMINERS.has(next);
  // A capitalized word is a name.
  if (first !== word || !isUnknownVerb(word, next)) return false;
  return !(TWO_OBJECTS.test(before) && before.trim().split(/\s+/).length <= MAX_FIRST_OBJECT);
}

const QUESTION =
  /^(?:what|which|who|whose|when|where|how|any|anyone|anybody|anything|is|are|was|were|does|do|did|has|have)\b(?! (?:do|can|could|should) (?:i|we)\b)/i;
/** Questions for several things. */
const LIST_QUESTION =
  /^(?:(?:(?:is|are) )?(?:there )?any(?:one|body)?|how many|who|(?:what|which) (?:\w+ )?(?!is|was|does)\w+[^s]s)\b/i;

export const isQuestion = (piece: string): boolean => QUESTION.test(piece.trim());

/** Words before the verb of a command. */
const BEFORE_COMMANDS = new Set(
  "please then also and finally first second third next lastly".split(" "),
);
/** Requests in one sentence, such as `Can you find it and send it to Ana?`. */
const POLITE =
  /^\s*(?:please\s+)?(?:(?:can|could|would|will) you|i (?:want|need|would like|'d like)(?: you)? to|help me(?: to)?)\b/i;
const SENTENCES = /[.?!]\s+\S/;

/** Whether a piece of a task begins with a verb, as opposed to a question or a remark. */
export function isCommand(piece: string): boolean {
  const words = splitTokens(piece.replace(POLITE, "")).map((token) => token.toLowerCase());
  const first = words.findIndex((word) => !BEFORE_COMMANDS.has(word));
  if (first < 0) return false;
  return isKnownVerb(words[first]!) || isUnknownVerb(words[first]!, words[first + 1] ?? "");
}

/** Whether a task has several steps, each of which is a command. */
export const isSequence = (
  task: string,
  steps: readonly { readonly isCommand: boolean }[],
): boolean =>
  steps.length > 1 &&
  steps.every((step) => step.isCommand) &&
  // Prose politely asks for several aspects of one thing.
  !(POLITE.test(task) && SENTENCES.test(task));

/** The action of the leading verb, or else of the first known one. Questions request `read`. */
export function detectAction(piece: string): Action {
  const text = piece.trim();
  if (LIST_QUESTION.test(text)) return "list";
  if (QUESTION.test(text)) return "read";
  const words = splitTokens(text).map((token) => token.toLowerCase());
  const leading = words[leadingVerbPosition(words)];
  const verb = leading === undefined ? undefined : everydayVerb(leading);
  if (verb) return verb.action;
  for (const word of words) {
    const action = actionForTerm(toTerm(word) ?? "");
    if (action) return action;
  }
  return "none";
}
