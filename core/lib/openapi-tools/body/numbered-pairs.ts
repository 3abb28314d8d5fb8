import { encodePair, type Pair } from "../call/style.ts";
import type { HttpBinding } from "../tool-record.ts";

type Names = NonNullable<HttpBinding["names"]>;

/**
 * Serializes an argument of the style `numbered`: `Filter.1.Value.2`. `names` has the names that
 * differ from those of the arguments (see `HttpBinding`). `null` results in no pairs.
 */
export const numberedPairs = (name: string, value: unknown, names: Names = {}): Pair[] =>
  memberPairs("", name, name, value, names);

/** The pairs of a member, whose names begin with `prefix`. */
function memberPairs(
  prefix: string,
  key: string,
  path: string,
  value: unknown,
  names: Names,
): Pair[] {
  if (value === null || value === undefined) return [];
  const name = Object.hasOwn(names, path) ? names[path] : undefined;
  if (Array.isArray(value))
    return value
      .filter((item) => item !== null && item !== undefined)
      .flatMap((item, index) =>
        valuePairs(
          prefix + numberedName(name ?? (key === "" ? "#" : `${key}.#`), index),
          path,
          item,
          names,
        ),
      );
  const [keyName = key, valueName] = name?.split("=") ?? [];
  if (valueName === undefined || typeof value !== "object")
    return valuePairs(prefix + keyName, path, value, names);
  // A map: each key and its value have a number in common.
  const entryPath = `${path}.*`;
  return Object.entries(value).flatMap(([entryKey, each], index) => {
    const numbered = numberedName(keyName, index);
    const entry = numbered.slice(0, numbered.lastIndexOf(".") + 1);
    return each === null || each === undefined
      ? []
      : [
          encodePair(prefix + numbered, entryKey),
          ...memberPairs(prefix + entry, valueName, entryPath, each, names),
        ];
  });
}

function valuePairs(name: string, path: string, value: unknown, names: Names): Pair[] {
  if (typeof value !== "object" || value === null) return [encodePair(name, value)];
  if (Array.isArray(value)) return memberPairs(`${name}.`, "", `${path}.*`, value, names);
  return Object.entries(value).flatMap(([key, each]) =>
    memberPairs(`${name}.`, key, `${path}.${key}`, each, names),
  );
}

/** Fills in a number, which begins with 1. */
const numberedName = (name: string, index: number): string => name.replace("#", `${index + 1}`);
