import { isVersion } from "./name-from-path.ts";
import { isVerb, singular, snake } from "./naming.ts";

/** A step of a path, such as `boards` of `/boards/{id}/cards`. */
interface Step {
  readonly noun: string;
  /** The parameter that follows, which selects one of several. */
  readonly parameter?: string | undefined;
}

const VERBS: Readonly<Record<string, string>> = {
  get: "Get",
  post: "Add",
  put: "Update",
  patch: "Update",
  delete: "Delete",
};

/**
 * A title for an operation that has no texts, and whose name only repeats its path:
 * `getBoardsCardsByIdBoard` of `GET /boards/{idBoard}/cards` is "List the cards of a board".
 * Undefined if the name says something else.
 */
export function titleFromPath(method: string, path: string, name: string): string | undefined {
  const steps = readSteps(path);
  const last = steps.at(-1);
  const verb = VERBS[method.toLowerCase()];
  if (!last || !verb || !/(?:^|_)by_/.test(name) || !repeatsSteps(name, path)) return undefined;
  const [first = "", ...others] = last.noun.split(" ");
  if (isVerb(first) && verb !== "Get" && last.parameter === undefined) {
    const hasObject = others.length > 0;
    const object = hasObject ? others.join(" ") : nounOf(steps.at(-2));
    const owners = describeOwners(steps.slice(0, hasObject ? -1 : -2), "of");
    return `${capitalize(first)} ${object}${owners}`;
  }
  const owners = describeOwners(steps.slice(0, -1), verb === "Add" ? "to" : "of");
  if (/\}\/\{field\}$/.test(path))
    return `${verb} a field of ${withArticle(singular(last.noun))}${owners}`;
  if (last.parameter === "field") return `${verb} a field of the ${singular(last.noun)}${owners}`;
  if (last.parameter === "filter") return `List the ${last.noun}${owners} with a filter`;
  if (last.parameter !== undefined || verb === "Add")
    return `${verb} ${withArticle(singular(last.noun))}${owners}`;
  const isList = verb === "Get" && singular(last.noun) !== last.noun;
  return `${isList ? "List" : verb} the ${last.noun}${owners}`;
}

function nounOf(step: Step | undefined): string {
  if (!step) return "it";
  return step.parameter === undefined ? `the ${step.noun}` : withArticle(singular(step.noun));
}

const describeOwners = (steps: readonly Step[], preposition: string): string =>
  steps
    .toReversed()
    .map((step, index) => ` ${index === 0 ? preposition : "of"} ${nounOf(step)}`)
    .join("");

function readSteps(path: string): Step[] {
  const parts = path.replace(/[?#].*$/s, "").split("/");
  return parts.flatMap((part, index) => {
    if (part === "" || /[{}]/.test(part) || isVersion(part)) return [];
    const noun = snake(part)
      .replace(/^ids?_/, "")
      .replaceAll("_", " ");
    return noun === "" ? [] : [{ noun, parameter: /^\{(.+)\}$/.exec(parts[index + 1] ?? "")?.[1] }];
  });
}

/** Whether a name has no words but those of the path, a verb and `by`. */
function repeatsSteps(name: string, path: string): boolean {
  const known = new Set(
    path
      .split(/[/{}]/)
      .flatMap((part) => snake(part).split("_"))
      .map(singular),
  );
  return name
    .split("_")
    .every((word) => word === "by" || isVerb(word) || known.has(singular(word)));
}

const withArticle = (noun: string): string =>
  `${/^(?:[aei]|o(?!ne\b))/.test(noun) ? "an" : "a"} ${noun}`;

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
