import { textBefore } from "../../../kit/text/text-before.ts";
import { isVerb, singular, snake } from "./naming.ts";

export const isVersion = (step: string) => /^(?:v?\d+(?:[._]\d+)*|api|rest)$/i.test(step);

const VERBS: Readonly<Record<string, string>> = {
  get: "get",
  head: "check",
  options: "describe",
  post: "create",
  put: "replace",
  patch: "update",
  delete: "delete",
};

function verbFor(httpMethod: string, isOne: boolean, noun: string): string {
  if (httpMethod === "get" && !isOne && /[^su]s$/.test(noun)) return "list";
  if (httpMethod === "post" && isOne) return "update";
  return VERBS[httpMethod] ?? "do";
}

/**
 * Derives a verb and nouns from a method and a path: `GET /users/{id}/posts` becomes
 * `list_users_posts`.
 */
export function nameFromPath(method: string, path: string): string {
  const steps = path
    .replace(/[?#].*$/s, "")
    .split("/")
    .map((step) => step.replace(/(?<=\w)\.(?:json|xml|\{[^{}]*\})$/, ""))
    .filter(Boolean);
  const isOne = /[{}]/.test(steps.at(-1) ?? "{");
  const nouns = steps
    .filter((step) => !/[{}]/.test(step) && !isVersion(step))
    .map(snake)
    .filter(Boolean);
  const last = nouns.at(-1) ?? "";
  const endsInVerb = !isOne && isVerb(textBefore(last, "_"));
  if (endsInVerb && nouns.length > 0) return [last, ...nouns.slice(0, -1)].join("_");
  const verb = verbFor(method.toLowerCase(), isOne, last);
  const nameSegments = isOne || verb === "create" ? [...nouns.slice(0, -1), singular(last)] : nouns;
  return [verb, ...(last ? nameSegments : [nounOfParameter(steps) ?? "root"])].join("_");
}

/** The last parameter of a path without other nouns: `/{Bucket}` is a `bucket`. */
function nounOfParameter(steps: readonly string[]): string | undefined {
  const name = /^\{([^{}]+)\}$/.exec(steps.at(-1) ?? "")?.[1];
  const words = snake(name ?? "")
    .split("_")
    .filter((word) => !/^(?:id|key|name|slug|uuid)$/.test(word));
  const noun = words.join("_");
  return /^[a-z]/.test(noun) && !GENERAL.has(noun) ? noun : undefined;
}

/** Parameters that don't say what an operation is about. */
const GENERAL = new Set(["ext", "extension", "format", "lang", "language", "path", "version"]);
