import { type Action, actionOf, actionOfMethod } from "./actions.ts";
import type { ToolDocument } from "./document.ts";
import { termsAndNamesOf, termsOf } from "./words.ts";

/** The parts of a document, what a word in each is worth, and how much a longer part is worth less. */
export const FIELDS = [
  { name: "name", weight: 2, lengthCounts: 0.4 },
  { name: "app", weight: 1, lengthCounts: 0.4 },
  { name: "title", weight: 2, lengthCounts: 0.4 },
  { name: "description", weight: 1, lengthCounts: 0.6 },
  { name: "parameters", weight: 0.5, lengthCounts: 0.6 },
  { name: "path", weight: 0.5, lengthCounts: 0.4 },
  { name: "categories", weight: 0.5, lengthCounts: 0.4 },
] as const;

/** What is read of a tool: its terms by field, and what ranks it besides. */
export interface Reading {
  /** In the order of `FIELDS`. */
  readonly fields: readonly (readonly string[])[];
  readonly title: readonly string[];
  readonly name: readonly string[];
  readonly action: Action;
  readonly depth: number;
  /** Whether its path ends in a parameter: one thing rather than all of a kind. */
  readonly isOfOne: boolean;
}

const MOST_DESCRIPTION = 120;
const MOST_PARAMETERS = 40;
const MOST_TITLE = 14;

/** The slug of the app that a tool is of. */
export const slugOf = (name: string): string => name.slice(0, Math.max(0, name.indexOf(".")));

/** Reads a document's words. */
export function readDocument(document: ToolDocument): Reading {
  const { title, description, path = "" } = document;
  const name = termsOf(document.name.slice(document.name.indexOf(".") + 1));
  const titled = termsAndNamesOf(title);
  const described =
    description && description !== title
      ? termsAndNamesOf(description.slice(0, 2_000)).slice(0, MOST_DESCRIPTION)
      : [];
  return {
    fields: [
      name,
      appTerms(document),
      titled,
      described,
      document.parameters.slice(0, MOST_PARAMETERS).flatMap(termsOf),
      pathTerms(path),
      [...document.categories, ...document.tags].flatMap(termsOf),
    ],
    title: [...new Set(titled.length > 0 ? titled : termsOf(firstSentence(description)))].slice(
      0,
      MOST_TITLE,
    ),
    name: [...new Set(name)].slice(0, MOST_TITLE),
    action:
      actionIn(titled) ??
      actionIn(name.slice(0, 3)) ??
      actionIn(name.slice(-1)) ??
      actionOfMethod(document.method),
    depth: path.split("/").filter(Boolean).length,
    isOfOne: /\}\/?$/.test(path),
  };
}

/** The words of each of an app's names, its slug first, then the name it goes by. */
export function namesOfApp({ name, app }: Pick<ToolDocument, "name" | "app">): string[][] {
  return [slugOf(name), ...app]
    .map((each) => distinctive(termsAndNamesOf(each)))
    .filter((terms) => terms.length > 0);
}

/** Without the words that any app may have in its name, unless it has no others. */
function distinctive(terms: readonly string[]): string[] {
  const some = terms.filter((term) => !OF_ANY_APP.has(term));
  return [...new Set(some.length > 0 ? some : terms)];
}

const OF_ANY_APP = new Set(
  termsOf("api apis rest service services web public open data platform com org net io co dev gov"),
);

function appTerms({ name, app }: Pick<ToolDocument, "name" | "app">): readonly string[] {
  return [...new Set(namesOfApp({ name, app }).flat())];
}

const pathTerms = (path: string): string[] =>
  termsOf(path.replaceAll(/\{[^}]*\}/g, " ")).filter((term) => !OF_ANY_APP.has(term));

const firstSentence = (text: string): string =>
  /^[^.!?\n]{0,160}/.exec(text.trimStart())?.[0] ?? "";

function actionIn(terms: readonly string[]): Action | undefined {
  for (const term of terms) {
    const action = actionOf(term);
    if (action) return action;
  }
  return undefined;
}
