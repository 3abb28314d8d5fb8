import { everydayVerb, leadingVerbPosition } from "../task/everyday-verbs.ts";
import { normalizeText } from "../task/idioms.ts";
import { type Action, actionForMethod, actionForTerm } from "../words/actions.ts";
import { spelledWord, splitTokens, tokenize, tokenizeWithNames } from "../words/tokenizer.ts";
import type { ToolDocument } from "./document.ts";

/** The indexed fields. `lengthCounts` is the length normalization of BM25F (`b`) for each field. */
export const FIELDS = [
  { name: "name", weight: 2, lengthCounts: 0.4 },
  { name: "app", weight: 1, lengthCounts: 0.4 },
  { name: "title", weight: 2, lengthCounts: 0.4 },
  { name: "description", weight: 1, lengthCounts: 0.6 },
  { name: "parameters", weight: 0.5, lengthCounts: 0.6 },
  { name: "path", weight: 0.5, lengthCounts: 0.4 },
  { name: "categories", weight: 0.5, lengthCounts: 0.4 },
] as const;

/** The terms of a tool by field, and its other ranking signals. */
export interface ToolTerms {
  /** In the order of `FIELDS`. */
  readonly fields: readonly (readonly string[])[];
  readonly title: readonly string[];
  readonly name: readonly string[];
  /** The terms of what people ask for when they mean the tool. */
  readonly phrases: readonly (readonly string[])[];
  /** The words of title, description and app names, as they are spelled. */
  readonly words: ReadonlySet<string>;
  readonly action: Action;
  /** The number of path segments. */
  readonly depth: number;
  /** Whether the path ends in a parameter, so that the tool operates on one item. */
  readonly isSingle: boolean;
}

const MAX_DESCRIPTION_TERMS = 120;
const MAX_PARAMETERS = 40;
const MAX_TITLE_TERMS = 14;

/** The slug of the app that a tool belongs to. */
export const slugFromToolName = (name: string): string =>
  name.slice(0, Math.max(0, name.indexOf(".")));

export function extractTerms(document: ToolDocument): ToolTerms {
  const { title, description, path = "", phrases = [] } = document;
  const name = tokenize(document.name.slice(document.name.indexOf(".") + 1));
  const words = new Set(document.app.flatMap(spelledWords));
  const titleTerms = tokenizeWithNames(title, words);
  const phraseTerms = phrases.flatMap(readPhrase).filter((terms) => terms.length > 0);
  const descriptionTerms =
    description && description !== title
      ? tokenizeWithNames(description.slice(0, 2_000), words).slice(0, MAX_DESCRIPTION_TERMS)
      : [];
  return {
    fields: [
      name,
      appTerms(document),
      [...titleTerms, ...new Set(phraseTerms.flat())],
      descriptionTerms,
      document.parameters.slice(0, MAX_PARAMETERS).flatMap(tokenize),
      pathTerms(path),
      [...document.categories, ...document.tags].flatMap(tokenize),
    ],
    title: [
      ...new Set(titleTerms.length > 0 ? titleTerms : tokenize(firstSentence(description))),
    ].slice(0, MAX_TITLE_TERMS),
    name: [...new Set(name)].slice(0, MAX_TITLE_TERMS),
    phrases: phraseTerms,
    words,
    action:
      findAction(titleTerms) ??
      findAction(name.slice(0, 3)) ??
      findAction(name.slice(-1)) ??
      actionForMethod(document.method),
    depth: path.split("/").filter(Boolean).length,
    isSingle: /\}\/?$/.test(path),
  };
}

/**
 * The terms of a phrase, whose idioms are replaced like those of a task. A phrase that begins with
 * an everyday verb has a second form, with the verb that tools have for it.
 */
function readPhrase(phrase: string): string[][] {
  const text = normalizeText(phrase);
  const tokens = splitTokens(text).map((token) => token.toLowerCase());
  const position = leadingVerbPosition(tokens);
  const verb = everydayVerb(tokens[position] ?? "")?.terms[0];
  const terms = [...new Set(tokenizeWithNames(text))];
  const rest = new Set(tokenize(tokens.slice(position + 1).join(" ")));
  return verb === undefined || terms.includes(verb) || rest.size === 0
    ? [terms]
    : [terms, [verb, ...rest]];
}

/**
 * A name of an app: its terms, and its words as they are spelled, in lowercase. A name of one
 * letter, such as `x`, has no terms.
 */
export interface AppName {
  readonly terms: readonly string[];
  readonly words: readonly string[];
}

/** The names of an app. The slug comes first, then the display name. */
export const readAppNames = ({ name, app }: Pick<ToolDocument, "name" | "app">): AppName[] =>
  [slugFromToolName(name), ...app]
    .map((each) => ({
      terms: distinctiveTerms(tokenizeWithNames(each)),
      words: spelledWords(each.replaceAll("_", " ")),
    }))
    .filter(({ terms, words }) => terms.length > 0 || words.length === 1);

const spelledWords = (text: string): string[] => splitTokens(text).map(spelledWord);

/** Removes generic terms, such as "api", unless there are no others. */
function distinctiveTerms(terms: readonly string[]): string[] {
  const specific = terms.filter((term) => !GENERIC_TERMS.has(term));
  return [...new Set(specific.length > 0 ? specific : terms)];
}

const GENERIC_TERMS = new Set(
  tokenize(
    "api apis rest service services web public open data platform com org net io co dev gov",
  ),
);

function appTerms({ name, app }: Pick<ToolDocument, "name" | "app">): readonly string[] {
  return [...new Set(readAppNames({ name, app }).flatMap(({ terms }) => terms))];
}

const pathTerms = (path: string): string[] =>
  tokenize(path.replaceAll(/\{[^}]*\}/g, " ")).filter((term) => !GENERIC_TERMS.has(term));

const firstSentence = (text: string): string =>
  /^[^.!?\n]{0,160}/.exec(text.trimStart())?.[0] ?? "";

function findAction(terms: readonly string[]): Action | undefined {
  for (const term of terms) {
    const action = actionForTerm(term);
    if (action) return action;
  }
  return undefined;
}
