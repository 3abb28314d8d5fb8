import { fingerprint, shortHash } from "./fingerprint.ts";
import { DESTRUCTIVE_VERBS, READ_VERBS, singular, snake, WRITE_VERBS } from "./naming.ts";

/** The longest name of a tool, its app and the dot included. */
export const MAX_TOOL_NAME_LENGTH = 60;

/** What an operation is named by. */
export interface NamedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string | undefined;
}

/** The names of an app's tools, in the operations' order: `github.issues_create`. Which name an operation has depends on neither that order nor on when it is asked. */
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
    // Two marks that are the same: so rare that a number in the operations' order will do.
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

/** An id that says something: words, and not a number of somebody's database. */
const MEANINGLESS =
  /^(?:[0-9a-f]{12,}|\d+|[0-9a-f]{8}[-_][0-9a-f]{4}.*|operation[_-]?\d*|op[_-]?\d+)$/i;

/** The words of an operation's name, before it is made to fit. */
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

/** `PostCustomersCustomer` says no more than `POST /v1/customers/{customer}`, and says it worse. */
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

/** `users_users_list` is `users_list`. */
function withoutRepeats(name: string): string {
  const segments = name.split("_");
  return segments.filter((lastBreak, index) => lastBreak !== segments[index - 1]).join("_");
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

/** A verb and what it is done to, of a method and a path: `GET /users/{id}/posts` is `list_users_posts`. */
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
    [READ_VERBS, DESTRUCTIVE_VERBS, WRITE_VERBS].some((segments) =>
      segments.has(last.split("_")[0]!),
    );
  if (isVerb && nouns.length > 0) return [last, ...nouns.slice(0, -1)].join("_");
  const httpMethod = method.toLowerCase();
  const verb =
    httpMethod === "get" && !isOne && /[^su]s$/.test(last)
      ? "list"
      : httpMethod === "post" && isOne
        ? "update"
        : (VERBS[httpMethod] ?? "do");
  const nameSegments = isOne || verb === "create" ? [...nouns.slice(0, -1), singular(last)] : nouns;
  return [verb, ...(last ? nameSegments : ["root"])].join("_");
}
