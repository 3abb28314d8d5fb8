import { textBefore } from "../../../kit/text/text-before.ts";
import type { NamedOperation } from "./distinct-names.ts";
import { isVersion, nameFromPath } from "./name-from-path.ts";
import { isVerb, snake } from "./naming.ts";
import { shortenName } from "./shorten-name.ts";

/** Operation IDs without a meaning, such as numbers, hashes and UUIDs. */
const MEANINGLESS =
  /^(?:[0-9a-f]{12,}|\d+|[0-9a-f]{8}[-_][0-9a-f]{4}.*|operation[_-]?\d*|op[_-]?\d+)$/i;

/** A tool's name without the slug, before it is shortened and made unique. */
export function baseName(operation: NamedOperation, prefixes: readonly string[]): string {
  const { operationId, method, path, isChosen = false } = operation;
  const idName =
    operationId &&
    !MEANINGLESS.test(operationId) &&
    (isChosen || !repeatsPath(operationId, method, path))
      ? withoutPath(snake(operationId.replace(GENERATED_PARTS, "")), method, path)
      : "";
  const short = withoutPrefix(idName, prefixes);
  const name = /[a-z]/.test(short)
    ? short
    : (nameFromTitle(operation) ?? nameFromPath(method, path));
  return withoutRepeats(/^[a-z]/.test(name) ? name : `do_${name}`);
}

/** Two to six words of a title, if the path has no nouns. */
function nameFromTitle({ method, path, title = "" }: NamedOperation): string | undefined {
  const fromPath = nameFromPath(method, path);
  const words = shortenName(snake(title).split("_"), 30).split("_");
  if (!fromPath.endsWith("_root") || /\broot\b/i.test(path) || words.length < 2) return undefined;
  const [first = ""] = words;
  return isVerb(first) ? words.join("_") : [textBefore(fromPath, "_"), ...words].join("_");
}

/**
 * What generators add to operation IDs: `GET_` by AWS, `UsingDELETE_1` by Springfox, and four
 * hexadecimal digits and `microsoft.graph.` by Microsoft Graph.
 */
const GENERATED_PARTS =
  /^(?:GET|POST|PUT|DELETE|PATCH)_|Using(?:GET|POST|PUT|DELETE|PATCH|HEAD)(?:_\d+)?$|\bmicrosoft\.graph\.|-[0-9a-f]{4}$/g;

/** FastAPI appends the path and the method to operation IDs. */
function withoutPath(name: string, method: string, path: string): string {
  const suffix = `_${snake(path)}_${method.toLowerCase()}`;
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

/**
 * `PostCustomersCustomer` only repeats `POST /v1/customers/{customer}`, which results in a better
 * name.
 */
function repeatsPath(operationId: string, method: string, path: string): boolean {
  const steps = path.split("/").filter((step) => step && !isVersion(step));
  return (
    steps.length > 0 && snake(operationId) === snake([method.toLowerCase(), ...steps].join("_"))
  );
}

function withoutPrefix(name: string, prefixes: readonly string[]): string {
  for (const prefix of [...prefixes].sort((a, b) => b.length - a.length)) {
    const rest = name.startsWith(`${prefix}_`) ? name.slice(prefix.length + 1) : "";
    if (/^[a-z]/.test(rest) && rest.length > 2) return rest;
  }
  return name;
}

/** `users_users_list` becomes `users_list`. */
function withoutRepeats(name: string): string {
  const segments = name.split("_");
  return segments.filter((segment, index) => segment !== segments[index - 1]).join("_");
}
