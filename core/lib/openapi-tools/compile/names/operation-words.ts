import { baseName } from "./base-name.ts";
import type { NamedOperation } from "./distinct-names.ts";
import { isVersion, nameFromPath } from "./name-from-path.ts";
import { isVerb, singular, snake } from "./naming.ts";

/** The words of an operation's ID, then those of its path and its path parameters. */
export function nameWords(operation: NamedOperation, prefixes: readonly string[]): string[] {
  const words = baseName(operation, prefixes).split("_");
  return [...words, ...withoutKnown(pathWords(operation), words)];
}

/** The verb and the nouns of the path, and what its last step or its fragment adds to them. */
export function pathNouns({ method, path }: NamedOperation): string[] {
  const [location = "", variant = ""] = path.split(/[?#]/, 2);
  const literals = location.split("/").flatMap((step) => {
    if (isVersion(step)) return [];
    return snake(step.replace(/\{[^{}]*\}/g, " ").replace(/^microsoft\.graph\./, "")).split("_");
  });
  const action = /(?:Target|Action)=(?:\w+\.)?(\w+)/.exec(variant)?.[1];
  const ending = snake(action ?? variant.replace(/\{[^{}]*\}/g, " ")).split("_");
  const added = [...literals, ...ending];
  // The action of a path without nouns is its whole name.
  const isWhole = literals.every((word) => word === "") && isVerb(ending[0] ?? "");
  const words = isWhole ? [] : nameFromPath(method, location).split("_");
  return [...words, ...withoutKnown(added, words)].filter(Boolean);
}

/** The words of the path, and `by` with its parameters. */
export function pathWords(operation: NamedOperation): string[] {
  const known = pathNouns(operation);
  const { path } = operation;
  const parameters = [...path.matchAll(/\{([^{}]+)\}/g)].flatMap(([, name = ""]) => {
    const unknown = withoutKnown(snake(name).split("_"), known);
    return unknown.length > 0 ? unknown : ["id"];
  });
  return [...known, ...(parameters.length > 0 ? ["by", ...new Set(parameters)] : [])];
}

/** All words that can tell an operation apart. */
export const allWords = (operation: NamedOperation): string[] => [
  ...pathWords(operation),
  ...variantWords(operation),
];

/** The version in a path, and the method. They tell operations apart that nothing else does. */
export function variantWords({ method, path }: NamedOperation): string[] {
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
