import { textBefore } from "../../../kit/text/text-before.ts";
import { isVersion, nameFromPath } from "./name-from-path.ts";
import { isVerb, snake } from "./naming.ts";
import { shortenName } from "./shorten-name.ts";

/** A word of an operation's path. */
interface PathWord {
  /** The same for words that two paths share: the second `compliance` of a path isn't the first. */
  readonly key: string;
  readonly text: string;
  /** Whether the name has this word only if it tells the operation apart. */
  readonly isOptional: boolean;
}

interface DistinctNameOptions {
  /** The name that an operation shares with others. */
  readonly ambiguousName: (operation: NamedOperation) => string;
  /** Words that aren't in the path, such as a version. */
  readonly variantWords: (operation: NamedOperation) => readonly string[];
  readonly maxLength: number;
  /** The indexes of words to keep in addition to those that tell an operation apart. */
  readonly extra: ReadonlySet<number>;
}

/**
 * Names for operations whose other names are ambiguous: the words of their paths, and those of path
 * parameters that tell operations with the same name apart: `get_categories_by_category`.
 */
export function distinctNames(
  operations: readonly NamedOperation[],
  { ambiguousName, variantWords, maxLength, extra }: DistinctNameOptions,
): Map<NamedOperation, string> {
  const candidates = operations.map((operation) => ({
    operation,
    group: ambiguousName(operation),
    words: readPathWords(operation, variantWords(operation)),
  }));
  return new Map(
    candidates.map((own) => {
      const rivals = candidates.filter((candidate) => candidate !== own);
      const required = separate(
        own.words.filter(({ isOptional }) => !isOptional),
        rivals,
      );
      const optional = separate(
        own.words.filter(({ isOptional }) => isOptional),
        required.rivals.filter(({ group }) => group === own.group),
      );
      const kept = new Set([...required.kept, ...optional.kept]);
      const words = own.words.filter(({ key, isOptional }) => !isOptional || kept.has(key));
      const keys = words.map(({ key }) => key);
      const name = shortenName(
        words.map(({ text }) => text),
        maxLength,
        (_, index) => extra.has(index) || kept.has(keys[index] ?? ""),
      );
      return [own.operation, name];
    }),
  );
}

function readPathWords({ method, path }: NamedOperation, variants: readonly string[]): PathWord[] {
  const [location = "", variant = ""] = path.split(/[?#]/, 2);
  const steps = location.split("/").filter((step) => !isVersion(step));
  const literals = steps
    .map((step) => (step === "~" ? "me" : step.replace(/\{[^{}]*\}/g, " ")))
    .map((step) => snake(step.replace(/^microsoft\.graph\./, "")));
  const action = /(?:Target|Action)=(?:\w+\.)?(\w+)/.exec(variant)?.[1];
  const required = [...literals, snake(action ?? variant.replace(/\{[^{}]*\}/g, " "))]
    .flatMap((text) => text.split("_"))
    .filter(Boolean);
  const verb = textBefore(nameFromPath(method, location), "_");
  const parameters = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => `by_${noun(name)}`);
  return withKeys([
    ...(required.some(isVerb) ? required : [verb, ...required]).map((text) => ({
      text,
      isOptional: false,
    })),
    ...[...new Set([...parameters, ...variants])].map((text) => ({ text, isOptional: true })),
  ]);
}

/** The noun that a path parameter stands for: `versionSetId` is a `set`. */
const noun = (parameter: string): string =>
  snake(parameter)
    .split("_")
    .filter((word) => !/^(?:ids?|or|key|name|slug|uuid)$/.test(word))
    .at(-1) ?? "id";

/** Numbers equal words from the right, because the resource itself comes last. */
function withKeys(words: readonly Omit<PathWord, "key">[]): PathWord[] {
  const counts = new Map<string, number>();
  return words
    .toReversed()
    .map((word) => {
      const count = (counts.get(word.text) ?? 0) + 1;
      counts.set(word.text, count);
      return { ...word, key: `${word.text} ${count}` };
    })
    .reverse();
}

/**
 * Chooses few words that tell an operation apart from its rivals, the one that most rivals lack
 * first. Returns their keys, and the rivals that have all words.
 */
function separate<Rival extends { readonly words: readonly PathWord[] }>(
  words: readonly PathWord[],
  rivals: readonly Rival[],
): { readonly kept: readonly string[]; readonly rivals: readonly Rival[] } {
  const kept: string[] = [];
  let remaining = rivals;
  for (;;) {
    const choices = words.map(({ key }) => ({
      key,
      rest: remaining.filter((rival) => rival.words.some((word) => word.key === key)),
    }));
    const best = choices.toSorted((a, b) => a.rest.length - b.rest.length)[0];
    if (!best || best.rest.length === remaining.length) return { kept, rivals: remaining };
    kept.push(best.key);
    remaining = best.rest;
  }
}

/** The parts of an operation that determine its tool name. */
export interface NamedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string | undefined;
  /** What the operation does. It names an operation whose path has no nouns. */
  readonly title?: string | undefined;
  /** Whether somebody chose `operationId` as the name, so that others must give way. */
  readonly isChosen?: boolean | undefined;
}
