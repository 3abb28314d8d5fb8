import { runAtOnce, type Steps } from "../../../kit/flow/slices.ts";
import { shortHash } from "../documents/fingerprint.ts";
import { distinctNames, type NamedOperation } from "./distinct-names.ts";
import { isVersion, nameFromPath } from "./name-from-path.ts";
import { isVerb, singular, snake } from "./naming.ts";
import { shortenName } from "./shorten-name.ts";

const MAX_HASH_ATTEMPTS = 20;

/** The number of operations whose names are proposed in one step. */
const STEP_SIZE = 50;

/** The maximum length of a tool name, including the app's slug and the dot. */
export const MAX_TOOL_NAME_LENGTH = 60;

/**
 * The indexes of words to keep in a name although other words tell the operation apart, because
 * the name without them can be taken: no word, each of the first eight, then each pair of them.
 */
const FIRST_WORDS = [0, 1, 2, 3, 4, 5, 6, 7];
const EXTRA_WORDS: readonly ReadonlySet<number>[] = [
  new Set(),
  ...FIRST_WORDS.map((index) => new Set([index])),
  ...FIRST_WORDS.flatMap((first) =>
    FIRST_WORDS.slice(first + 1).map((second) => new Set([first, second])),
  ),
];

/**
 * The names of an app's tools, in the order of its operations: `tracker.issues_create`. A name
 * doesn't depend on that order, so it stays the same when operations are added, unless it becomes
 * ambiguous. If more than `maxAmbiguous` names stay ambiguous, hashes tell them apart, because the
 * time to find words that do so grows with the square of their number.
 */
export const toolNames = (...input: Parameters<typeof toolNamesInSteps>): string[] =>
  runAtOnce(toolNamesInSteps(...input));

/** Does the work of `toolNames` step by step. */
export function* toolNamesInSteps(
  slug: string,
  operations: readonly NamedOperation[],
  prefixes: readonly string[] = [slug],
  maxAmbiguous = Number.POSITIVE_INFINITY,
): Steps<string[]> {
  const maxLength = MAX_TOOL_NAME_LENGTH - slug.length - 1;
  const chosen = new Map<NamedOperation, string>();
  const taken = new Set<string>();
  let remaining = operations;
  /** Gives each remaining operation the name that `propose` returns, if only it has that name. */
  function* settle(propose: (operation: NamedOperation) => string | undefined): Steps<void> {
    const proposals: { readonly operation: NamedOperation; readonly name: string | undefined }[] =
      [];
    for (const operation of remaining) {
      proposals.push({ operation, name: propose(operation) });
      if (proposals.length % STEP_SIZE === 0) yield;
    }
    const counts = countEach(proposals.map(({ name }) => name));
    for (const { operation, name } of proposals) {
      if (name === undefined || counts.get(name) !== 1 || taken.has(name)) continue;
      chosen.set(operation, name);
      taken.add(name);
    }
    remaining = remaining.filter((operation) => !chosen.has(operation));
  }

  const fittingName = (operation: NamedOperation) => {
    const base = baseName(operation, prefixes);
    return base.length <= maxLength ? base : undefined;
  };
  yield* settle((operation) => (operation.isChosen ? fittingName(operation) : undefined));
  yield* settle(fittingName);
  const baseWords = memoize((operation) => baseName(operation, prefixes).split("_"));
  const everyWord = memoize(allWords);
  const sources: readonly ((operation: NamedOperation) => string[])[] = [
    baseWords,
    memoize((operation) => nameWords(operation, prefixes)),
    memoize(pathNouns),
    memoize(pathWords),
    everyWord,
  ];
  for (const wordsOf of sources) {
    // Another word can go if the name without the first ones is taken.
    for (const kept of wordsOf === everyWord ? FIRST_WORDS : [])
      yield* settle((operation) =>
        operation.operationId !== undefined &&
        isVerb(baseWords(operation)[0]!) &&
        fittingName(operation) === undefined
          ? shortenName(baseWords(operation), maxLength, (_, index) => index === kept)
          : undefined,
      );
    yield* settle((operation) => shortenName(wordsOf(operation), maxLength));
    for (const maxShare of [1, 0.5]) {
      const kept = distinguishingWords(remaining, wordsOf, maxLength, maxShare);
      yield* settle((operation) =>
        shortenName(
          wordsOf(operation),
          maxLength,
          (word) => kept.get(operation)?.has(word) === true,
        ),
      );
      yield;
    }
  }
  for (const extra of EXTRA_WORDS) {
    if (remaining.length === 0 || remaining.length > maxAmbiguous) break;
    const distinct = distinctNames(remaining, {
      ambiguousName: (operation) =>
        shortenName(baseName(operation, prefixes).split("_"), maxLength),
      variantWords,
      maxLength,
      extra,
    });
    yield* settle((operation) => distinct.get(operation));
  }
  // No words tell these operations apart, for example because their paths differ only in case.
  for (let attempt = 1; remaining.length > 0; attempt += 1) {
    yield* settle((operation) => {
      // Hashes of texts that somebody chose can collide each time.
      const hash =
        attempt > MAX_HASH_ATTEMPTS
          ? shortHash(`${attempt} ${operations.indexOf(operation)}`)
          : operationHash(operation, attempt);
      const words = baseName(operation, prefixes).split("_");
      return `${shortenName(words, maxLength - hash.length - 1)}_${hash}`;
    });
  }
  return operations.map((operation) => `${slug}.${chosen.get(operation)!}`);
}

/** Computes the words of each operation once. */
function memoize(
  wordsOf: (operation: NamedOperation) => string[],
): (operation: NamedOperation) => string[] {
  const known = new Map<NamedOperation, string[]>();
  return (operation) => {
    const words = known.get(operation) ?? wordsOf(operation);
    known.set(operation, words);
    return words;
  };
}

const operationHash = ({ method, path }: NamedOperation, attempt: number): string =>
  shortHash(`${attempt > 1 ? `${attempt} ` : ""}${method.toUpperCase()} ${path}`);

/** Whether a tool's name ends in the hash of its operation. */
export const endsInHash = (name: string, operation: NamedOperation): boolean =>
  [1, 2, 3].some((attempt) => name.endsWith(`_${operationHash(operation, attempt)}`));

function countEach<Value>(values: readonly Value[]): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The words of an operation's ID, then those of its path and its path parameters. */
function nameWords(operation: NamedOperation, prefixes: readonly string[]): string[] {
  const words = baseName(operation, prefixes).split("_");
  return [...words, ...withoutKnown(pathWords(operation), words)];
}

/** The verb and the nouns of the path, and what its last step or its fragment adds to them. */
function pathNouns({ method, path }: NamedOperation): string[] {
  const [location = "", variant = ""] = path.split(/[?#]/, 2);
  const literals = location.split("/").flatMap((step) => {
    if (isVersion(step)) return [];
    return snake(step.replace(/\{[^{}]*\}/g, " ").replace(/^microsoft\.graph\./, "")).split("_");
  });
  const action = /(?:Target|Action)=(?:\w+\.)?(\w+)/.exec(variant)?.[1];
  const ending = snake(action ?? variant.replace(/\{[^{}]*\}/g, " ")).split("_");
  const added = [...literals, ...ending];
  // The action of a path without nouns is its whole name.
  const isWhole = literals.every((word) => word === "") && isVerb(ending[0]!);
  const words = isWhole ? [] : nameFromPath(method, location).split("_");
  return [...words, ...withoutKnown(added, words)].filter(Boolean);
}

/** The words of the path, and `by` with its parameters. */
function pathWords(operation: NamedOperation): string[] {
  const known = pathNouns(operation);
  const { path } = operation;
  const parameters = [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name]) => {
    const unknown = withoutKnown(snake(name!).split("_"), known);
    return unknown.length > 0 ? unknown : ["id"];
  });
  return [...known, ...(parameters.length > 0 ? ["by", ...new Set(parameters)] : [])];
}

const allWords = (operation: NamedOperation): string[] => [
  ...pathWords(operation),
  ...variantWords(operation),
];

/** The version in a path, and the method. They tell operations apart that nothing else does. */
function variantWords({ method, path }: NamedOperation): string[] {
  const [location = "", variant = ""] = path.split(/[?#]/, 2);
  const versions = location.split("/").filter((step) => /^v?\d/.test(step) && isVersion(step));
  const service = /(?:Target|Action)=(\w+)\./.exec(variant)?.[1] ?? "";
  return [...versions, service, method].flatMap((text) => snake(text).split("_")).filter(Boolean);
}

/** The words of `added` that `words` doesn't have, each once, in the singular or in the plural. */
function withoutKnown(added: readonly string[], words: readonly string[]): string[] {
  const known = new Set(words.map(singular));
  return [...new Set(added)].filter((word) => word !== "" && !known.has(singular(word)));
}

/**
 * The words of each operation that not all operations with the same shortened name have, and at
 * most the share `maxShare` of them.
 */
function distinguishingWords(
  operations: readonly NamedOperation[],
  wordsOf: (operation: NamedOperation) => readonly string[],
  maxLength: number,
  maxShare: number,
): Map<NamedOperation, ReadonlySet<string>> {
  const groups = Map.groupBy(operations, (operation) => shortenName(wordsOf(operation), maxLength));
  const kept = new Map<NamedOperation, ReadonlySet<string>>();
  for (const group of groups.values()) {
    const counts = countEach(group.flatMap((operation) => [...new Set(wordsOf(operation))]));
    const limit = Math.min(group.length - 1, group.length * maxShare);
    for (const operation of group)
      kept.set(operation, new Set(wordsOf(operation).filter((word) => counts.get(word)! <= limit)));
  }
  return kept;
}

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
  return isVerb(words[0]!) ? words.join("_") : [fromPath.split("_")[0]!, ...words].join("_");
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
