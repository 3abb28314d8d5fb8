import { runAtOnce, type Steps } from "../../../kit/flow/slices.ts";
import { requireValue } from "../../../kit/require-value.ts";
import { shortHash } from "../documents/fingerprint.ts";
import { baseName } from "./base-name.ts";
import { distinctNames, type NamedOperation } from "./distinct-names.ts";
import { isVerb } from "./naming.ts";
import { allWords, nameWords, pathNouns, pathWords, variantWords } from "./operation-words.ts";
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
  const names = yield* new ToolNamer(slug, operations, prefixes).chooseInSteps(maxAmbiguous);
  return names.map((name) => `${slug}.${name}`);
}

/** Gives names to operations, each by the first way that makes its name unique. */
class ToolNamer {
  readonly #operations: readonly NamedOperation[];
  readonly #prefixes: readonly string[];
  readonly #maxLength: number;
  readonly #chosen = new Map<NamedOperation, string>();
  readonly #taken = new Set<string>();
  /** The operations without a name. */
  #remaining: readonly NamedOperation[];

  constructor(slug: string, operations: readonly NamedOperation[], prefixes: readonly string[]) {
    this.#operations = operations;
    this.#prefixes = prefixes;
    this.#maxLength = MAX_TOOL_NAME_LENGTH - slug.length - 1;
    this.#remaining = operations;
  }

  *chooseInSteps(maxAmbiguous: number): Steps<string[]> {
    yield* this.#settle((operation) =>
      operation.isChosen ? this.#fittingName(operation) : undefined,
    );
    yield* this.#settle((operation) => this.#fittingName(operation));
    yield* this.#settleByWords();
    yield* this.#settleByExtraWords(maxAmbiguous);
    yield* this.#settleByHash();
    return this.#operations.map((operation) =>
      requireValue(this.#chosen.get(operation), "the name of an operation"),
    );
  }

  /** Gives each remaining operation the name that `propose` returns, if only it has that name. */
  *#settle(propose: (operation: NamedOperation) => string | undefined): Steps<void> {
    const proposals: { readonly operation: NamedOperation; readonly name: string | undefined }[] =
      [];
    for (const operation of this.#remaining) {
      proposals.push({ operation, name: propose(operation) });
      if (proposals.length % STEP_SIZE === 0) yield;
    }
    const counts = countEach(proposals.map(({ name }) => name));
    for (const { operation, name } of proposals) {
      if (name === undefined || counts.get(name) !== 1 || this.#taken.has(name)) continue;
      this.#chosen.set(operation, name);
      this.#taken.add(name);
    }
    this.#remaining = this.#remaining.filter((operation) => !this.#chosen.has(operation));
  }

  #fittingName(operation: NamedOperation): string | undefined {
    const base = baseName(operation, this.#prefixes);
    return base.length <= this.#maxLength ? base : undefined;
  }

  #baseWords(operation: NamedOperation): string[] {
    return baseName(operation, this.#prefixes).split("_");
  }

  *#settleByWords(): Steps<void> {
    const maxLength = this.#maxLength;
    const baseWords = memoize((operation) => this.#baseWords(operation));
    const everyWord = memoize(allWords);
    const sources: readonly ((operation: NamedOperation) => string[])[] = [
      baseWords,
      memoize((operation) => nameWords(operation, this.#prefixes)),
      memoize(pathNouns),
      memoize(pathWords),
      everyWord,
    ];
    for (const wordsOf of sources) {
      // Another word can go if the name without the first ones is taken.
      for (const kept of wordsOf === everyWord ? FIRST_WORDS : [])
        yield* this.#settle((operation) =>
          operation.operationId !== undefined &&
          isVerb(baseWords(operation)[0] ?? "") &&
          this.#fittingName(operation) === undefined
            ? shortenName(baseWords(operation), maxLength, (_, index) => index === kept)
            : undefined,
        );
      yield* this.#settle((operation) => shortenName(wordsOf(operation), maxLength));
      for (const maxShare of [1, 0.5]) {
        const kept = distinguishingWords(this.#remaining, wordsOf, maxLength, maxShare);
        yield* this.#settle((operation) =>
          shortenName(
            wordsOf(operation),
            maxLength,
            (word) => kept.get(operation)?.has(word) === true,
          ),
        );
        yield;
      }
    }
  }

  *#settleByExtraWords(maxAmbiguous: number): Steps<void> {
    const maxLength = this.#maxLength;
    for (const extra of EXTRA_WORDS) {
      if (this.#remaining.length === 0 || this.#remaining.length > maxAmbiguous) break;
      const distinct = distinctNames(this.#remaining, {
        ambiguousName: (operation) => shortenName(this.#baseWords(operation), maxLength),
        variantWords,
        maxLength,
        extra,
      });
      yield* this.#settle((operation) => distinct.get(operation));
    }
  }

  /** No words tell these operations apart, for example because their paths differ only in case. */
  *#settleByHash(): Steps<void> {
    for (let attempt = 1; this.#remaining.length > 0; attempt += 1) {
      yield* this.#settle((operation) => {
        // Hashes of texts that somebody chose can collide each time.
        const hash =
          attempt > MAX_HASH_ATTEMPTS
            ? shortHash(`${attempt} ${this.#operations.indexOf(operation)}`)
            : operationHash(operation, attempt);
        const words = this.#baseWords(operation);
        return `${shortenName(words, this.#maxLength - hash.length - 1)}_${hash}`;
      });
    }
  }
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
      kept.set(
        operation,
        new Set(wordsOf(operation).filter((word) => (counts.get(word) ?? 0) <= limit)),
      );
  }
  return kept;
}
