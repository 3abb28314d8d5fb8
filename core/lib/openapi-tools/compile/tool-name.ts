import { fingerprint, shortHash } from "./fingerprint.ts";
import { DESTRUCTIVE_VERBS, READ_VERBS, singular, snake, WRITE_VERBS } from "./naming.ts";

/** The maximum length of a tool name, including the app's slug and the dot. */
export const MAX_TOOL_NAME_LENGTH = 60;

/** The parts of an operation that determine its tool name. */
export interface NamedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string | undefined;
}

/**
 * The names of an app's tools, in the order of its operations: `github.issues_create`. A name
 * doesn't depend on that order, so it stays the same when operations are added, unless it becomes
 * ambiguous.
 */
export function toolNames(
  slug: string,
  operations: readonly NamedOperation[],
  prefixes: readonly string[] = [slug],
): string[] {
  const bases = operations.map((operation) => baseName(operation, prefixes));
  const counts = new Map<string, number>();
  for (const base of bases) counts.set(base, (counts.get(base) ?? 0) + 1);
  const maxLength = MAX_TOOL_NAME_LENGTH - slug.length - 1;
  const names = bases.map((base, index) => {
    const { method, path } = operations[index]!;
    const isPlain = base.length <= maxLength && counts.get(base) === 1;
    return isPlain
      ? base
      : appendHash(base, maxLength, shortHash(`${method.toUpperCase()} ${path}`));
  });
  const taken = new Set<string>();
  return names.map((name, index) => {
    let candidate = name;
    // Hash collisions are so rare that these names may depend on the order of the operations.
    for (let attempt = 2; taken.has(candidate); attempt += 1)
      candidate = appendHash(
        name,
        maxLength,
        shortHash(
          fingerprint(`${attempt} ${operations[index]!.method} ${operations[index]!.path}`),
        ),
      );
    taken.add(candidate);
    return `${slug}.${candidate}`;
  });
}

function appendHash(base: string, maxLength: number, hash: string): string {
  const prefix = base.slice(0, maxLength - hash.length - 1);
  const lastBreak = base.length > prefix.length ? prefix.lastIndexOf("_") : -1;
  return `${(lastBreak > prefix.length * 0.6 ? prefix.slice(0, lastBreak) : prefix).replace(/_+$/, "")}_${hash}`;
}

/** Operation IDs without a meaning, such as numbers, hashes and UUIDs. */
const MEANINGLESS =
  /^(?:[0-9a-f]{12,}|\d+|[0-9a-f]{8}[-_][0-9a-f]{4}.*|operation[_-]?\d*|op[_-]?\d+)$/i;

/** A tool's name without the slug, before it is shortened and made unique. */
export function baseName(operation: NamedOperation, prefixes: readonly string[]): string {
  const { operationId, method, path } = operation;
  const idName =
    operationId && !MEANINGLESS.test(operationId) && !repeatsPath(operationId, method, path)
      ? snake(operationId.replace(/^(?:GET|POST|PUT|DELETE|PATCH)_/, ""))
      : "";
  const short = withoutPrefix(idName, prefixes);
  const name = /[a-z]/.test(short) ? short : nameFromPath(method, path);
  return withoutRepeats(/^[a-z]/.test(name) ? name : `do_${name}`);
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

const isVersion = (step: string) => /^(?:v?\d+(?:[._]\d+)*|api|rest)$/i.test(step);

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
  const steps = path.split(/[?#]/)[0]!.split("/").filter(Boolean);
  const isOne = /[{}]/.test(steps.at(-1) ?? "{");
  const nouns = steps
    .filter((step) => !/[{}]/.test(step) && !isVersion(step))
    .map(snake)
    .filter(Boolean);
  const last = nouns.at(-1) ?? "";
  const isVerb =
    !isOne &&
    [READ_VERBS, DESTRUCTIVE_VERBS, WRITE_VERBS].some((verbs) => verbs.has(last.split("_")[0]!));
  if (isVerb && nouns.length > 0) return [last, ...nouns.slice(0, -1)].join("_");
  const verb = verbFor(method.toLowerCase(), isOne, last);
  const nameSegments = isOne || verb === "create" ? [...nouns.slice(0, -1), singular(last)] : nouns;
  return [verb, ...(last ? nameSegments : ["root"])].join("_");
}
