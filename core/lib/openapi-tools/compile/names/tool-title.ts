import { textBefore } from "../../../kit/text/text-before.ts";
import { DESTRUCTIVE_VERBS, READ_VERBS, singular, snake, WRITE_VERBS } from "./naming.ts";

/** Verbs that titles begin with, besides those that classify tools. */
const OTHER_VERBS =
  "abort answer apply assign calculate change close compose configure deploy deregister describe detect disassociate edit enable forward generate implement initiate insert invalidate invite launch link list mark merge modify obtain open parse pause perform pin poll provide provision query reboot refresh regenerate reopen replace reset resize resume retrieve return reply retry revert rotate scan schedule sign sync tag test transfer trigger unlink unpin untag".split(
    " ",
  );

/** Third persons that are plural nouns too: "Lists of a board". */
const NOUNS = new Set(
  "accepts accounts answers charges checks copies counts downloads exports imports invites issues launches links lists marks moves orders pins polls posts previews queries reads registers reports requests returns runs schedules searches sends sets shows signs starts stops submits tags tests transfers triggers updates uploads views".split(
    " ",
  ),
);

/** Those that are verbs unless a preposition follows. */
const MOSTLY_VERBS = new Set("lists returns searches sets updates".split(" "));

const PREPOSITIONS = /^(?:and|as|at|by|for|from|in|of|on|or|per|to|with)\b/i;

const BASES = new Map(
  [...READ_VERBS, ...WRITE_VERBS, ...DESTRUCTIVE_VERBS, ...OTHER_VERBS]
    .filter((verb) => /^[a-z]{3,}$/.test(verb) && verb !== "has")
    .map((verb) => [thirdPerson(verb), verb]),
);

const DETERMINERS =
  /^(?:an?|the|all|any|each|every|existing|information|its?|metadata|more|new|one|some|specific|specified|this|your|details|whether|if)\b/i;

/** How documents begin a sentence about an operation, before the verb. */
const LEADS = [
  /^(?:you can )?use (?:this|the)(?: \w+)? (?:method|endpoint|operation|api|call|action|request) to (?=[a-z])/i,
  /^(?:this|the|an?) (?:api |rest |web )?(?:method|endpoint|operation|api|call|action|request|route|service)(?: call| method| operation)? (?:(?:is|can be) used to |will |to |(?:allows|lets|enables) (?:you|users?|admins|the user|clients?|developers?)(?: to)? |that (?:allows|lets) (?:you|users?|admins|the user)(?: to)? )?(?=[a-z])/i,
  /^(?:it )?(?:allows|enables) (?:you|users?|the user|a user|developers?|the developer|clients?) to (?=[a-z])/i,
  /^lets you (?=[a-z])/i,
  /^(?:is |can be )?used? to (?=[a-z])/i,
  /^you can (?=[a-z])/i,
];

/** Sentences that aren't about what an operation does. */
const NOTE =
  /^(?:this (?:api|action|operation|method|endpoint|feature) (?:is|isn't|might|may|can|requires|has)\b|deprecated\b|note\b|important\b|warning\b|beta\b|\[)(?!.* used to )/i;

/** Whether a sentence only comments on an operation, such as "This API is in preview." */
export const isNote = (sentence: string): boolean => NOTE.test(sentence);

/**
 * Rewrites the summary of an operation as a title: an imperative without Markdown, a full stop and
 * what documents say before the verb. "Use this method to get a file." becomes "Get a file".
 */
export function toTitle(summary: string): string {
  const plain = summary
    .replace(/\[([^\][]{1,80})\]\([^()\s]{1,200}\)/g, "$1")
    .replace(/[`*]+/g, "")
    .replace(/(?<!\betc|\be\.g|\bi\.e|\.)[.:;,]$/, "")
    .trim();
  const title = splitCamelCase(withoutODataTerms(toImperative(withoutLead(plain))));
  return capitalize(title === "" ? plain : title);
}

function withoutLead(text: string): string {
  const lead = LEADS.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined);
  if (lead === undefined) return text;
  const rest = text.slice(lead.length);
  const [word = ""] = rest.toLowerCase().split(" ");
  return BASES.has(word) || [...BASES.values()].includes(word) ? rest : text;
}

/** "Creates or updates a card" becomes "Create or update a card". */
function toImperative(text: string): string {
  const [, first, rest = ""] = /^([A-Za-z]+)(?= )(.*)$/s.exec(text) ?? [];
  const base = first && imperative(first, rest.trimStart());
  if (base === undefined) return text;
  if (base === "return" && !/^ (?:and|or) /.test(rest)) return toRequest(rest.trimStart());
  const others = rest.replace(
    /((?: (?:and|or|then)|,|\/)(?: [a-z]+ly)? ?)([a-z]+)(?= )/g,
    (match, joint: string, word: string) => {
      const verb = NOUNS.has(word) && joint.trim() !== "or" ? undefined : BASES.get(word);
      return verb === undefined ? match : `${joint}${verb}`;
    },
  );
  return `${base}${others}`;
}

function imperative(word: string, rest: string): string | undefined {
  const lower = word.toLowerCase();
  const base = BASES.get(lower);
  const isVerb =
    !NOUNS.has(lower) ||
    DETERMINERS.test(rest) ||
    /^(?:or|and) \w+s /.test(rest) ||
    (MOSTLY_VERBS.has(lower) && !PREPOSITIONS.test(rest));
  return isVerb ? base : undefined;
}

/** "Returns a list of teams" becomes "List teams", and "Returns whether" becomes "Check whether". */
function toRequest(rest: string): string {
  const list = /^(?:an? |the )?(?:paginated |full |complete )?list of (?=\S)/i.exec(rest);
  if (list) return `List ${rest.slice(list[0].length)}`;
  return /^(?:whether|if)\b/i.test(rest) ? `Check ${rest}` : `Get ${rest}`;
}

/**
 * The title of an OData action or function, whose summary is only its name: "Invoke action send" of
 * `/messages/{id}/send` becomes "Send message".
 */
export function withNoun(title: string, path: string): string {
  const steps = path.split("/").filter((step) => step !== "" && !/[{}()]/.test(step));
  const noun = snake(steps.at(-2) ?? "").replaceAll("_", " ");
  return title.includes(" ") || noun === "" ? title : `${title} ${singular(noun)}`;
}

/** "Get lastMessagePreview" becomes "Get last message preview". Brands such as iPhone stay. */
const splitCamelCase = (text: string): string =>
  text.replace(/(?<![\w.${/#-])[a-z]{2,}(?:[A-Z][a-z0-9]+)+(?![\w.(}/])/g, (word) =>
    snake(word)
      .replaceAll("_", " ")
      .replace(/\bid(s?)\b/g, "ID$1"),
  );

/** Says in plain words what documents of OData services say in its terms. */
function withoutODataTerms(text: string): string {
  const invoked = /^Invoke (?:action|function) (.+)$/.exec(text)?.[1];
  if (invoked) {
    if (invoked === "delta") return "List changes";
    const words = snake(invoked).replaceAll("_", " ");
    return isVerbLike(textBefore(words, " ")) ? words : `Run ${words}`;
  }
  return text
    .replace(/\bmicrosoft\.graph\./g, "")
    .replace(/^Get media content for the navigation property /, "Download the content of ")
    .replace(/^Update media content for the navigation property /, "Upload the content of ")
    .replace(/^Create new navigation property to /, "Create ")
    .replace(/\b(?:the )?navigation property /, "")
    .replace(/^((?:Get|List|Create|Update|Delete|Download|Upload) .+) (?:from|in|for) me$/, "$1")
    .replace(/^Get the item of type (\w+) /, "Get the $1 ");
}

const isVerbLike = (word: string): boolean => [...BASES.values()].includes(word);

/** Keeps names that begin with a small letter, such as `iPhone` and `npm.install`. */
const capitalize = (text: string): string =>
  /^[a-z]+(?![\w.]|-[A-Z])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

function thirdPerson(verb: string): string {
  if (/(?:s|x|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
