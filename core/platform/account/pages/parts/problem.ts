import type { InputRule, Problem, ProblemError } from "../../../../http/problem.ts";
import { type Html, html, renderErrorSummary } from "../../../../lib/html-page/index.ts";
import { withArticle } from "../../../../lib/kit/text/with-article.ts";

/** Returns an error for the label of its field, as a clause. */
export type FieldError = (label: string) => string;

/**
 * Renders why a form was rejected, unless `main` says all of it at the fields. It never repeats what
 * a field says.
 */
export function renderProblem(problem: Problem, main: Html): Html | false {
  const { code, message, hint, errors = [], extensions } = problem;
  const url = extensions?.connect_url ?? extensions?.reconnect_url;
  if (url !== undefined)
    return html`${renderErrorSummary(message, [], "Connect it, and then run the tool again.")}<p><a class="button" href="${url}">Open the page to connect</a></p>`;
  const others = errors.filter(
    ({ pointer }) => !main.html.includes(`id="${fieldOf(pointer)}-error"`),
  );
  if (errors.length > 0 && others.length === 0) return false;
  const isInput = code === "invalid_input" && errors.length > 0;
  return renderErrorSummary(
    isInput ? "Something is missing or wrong" : message,
    others.map((error) => ({
      id: fieldOf(error.pointer),
      message: describe(error, fieldOf(error.pointer).replaceAll("_", " ")),
    })),
    isInput ? undefined : hint,
  );
}

/** Returns what is wrong with a field of a rejected form. */
export function fieldError(problem: Problem | undefined, id: string): FieldError | undefined {
  const error = problem?.errors?.find(({ pointer }) => fieldOf(pointer) === id);
  return error && ((label) => describe(error, label).replace(/\.$/, ""));
}

const fieldOf = (pointer: string): string => pointer.split("/")[1] ?? "";

/** Describes an error in the words of a page: what to enter. */
function describe({ pointer, detail, detailWithoutValue, rule }: ProblemError, label: string) {
  return rule === undefined
    ? (detailWithoutValue ?? detail)
    : describeRule(rule, label, fieldOf(pointer));
}

function describeRule(rule: InputRule, label: string, field: string): string {
  switch (rule.kind) {
    case "missing":
      return `Enter ${withArticle(label)}`;
    case "least":
    case "most":
      return describeLimit(rule, label);
    case "type":
      return /^(int|integer|number)/.test(rule.type)
        ? "Enter a whole number"
        : `Check ${withArticle(label)}`;
    case "choice":
      return `Choose one of ${rule.values.join(", ")}`;
    case "form":
      return FORMS[field] ?? `Check ${withArticle(label)}`;
  }
}

/** What a field must look like, by its name. */
const FORMS: Readonly<Record<string, string>> = {
  apps: "Enter the IDs of apps, such as github, one per line",
  client_id: "Enter the client ID without spaces",
  client_secret: "Enter the client secret without spaces",
  id: "Begin with a lowercase letter, and use only lowercase letters, digits and underscores",
  origins: "Enter origins such as https://app.example, one per line",
  url: "Enter a URL that begins with https://",
};

function describeLimit(
  { kind, limit, unit }: Extract<InputRule, { readonly kind: "least" | "most" }>,
  label: string,
): string {
  const isLeast = kind === "least";
  if (unit === "number") return isLeast ? `Enter ${limit} or more` : `Enter ${limit} or less`;
  if (isLeast && limit === 1) return `Enter ${withArticle(label)}`;
  const noun = unit === "characters" ? "characters" : "entries";
  return `Use ${isLeast ? "at least" : "at most"} ${limit} ${noun}`;
}
