import { formatPointer } from "../kit/json/json-pointer.ts";
import { kindOf } from "./json-value.ts";
import type { Schema } from "./schema.ts";

/** A keyword that a value doesn't satisfy. */
export interface Violation {
  readonly keyword: string;
  /** A JSON Pointer to the value. */
  readonly pointer: string;
  readonly value: unknown;
  /**
   * The keyword's value in the schema; for `oneOf` the number of alternatives that match; for a
   * property that the schema doesn't define the names that it could have.
   */
  readonly expected: unknown;
}

/**
 * Whether a value satisfies a schema. The verdict is `unknown` if a pattern or a reference can't be
 * evaluated. Only the app can decide then, even if the schema is negated or one of several
 * alternatives.
 */
export type Verdict = "valid" | "invalid" | "unknown";

interface Path {
  readonly parent: Path | undefined;
  readonly key: string | number;
}

/** The location of a value, and the list of violations, unless only the verdict matters. */
export interface Place {
  readonly path: Path | undefined;
  readonly violations: Violation[] | undefined;
}

export const VERDICT_ONLY: Place = { path: undefined, violations: undefined };

/** Evaluates one keyword. `schema` is the schema that contains the keyword. */
export type Rule = (expected: unknown, value: unknown, place: Place, schema: Schema) => Verdict;

/** The operations that rules use. They share one work budget per value. */
export interface Evaluation {
  evaluate(schema: unknown, value: unknown, place: Place): Verdict;
  /** Resolves a reference within the root schema. */
  resolve(reference: string): unknown;
  /** Whether a text matches a pattern, or `undefined` if the pattern can't be evaluated. */
  matches(pattern: string, text: string): boolean | undefined;
  /** Adds work to the budget. Throws a `TooMuchWorkError` when the budget is exceeded. */
  spend(work: number): void;
  /** Records a violation. */
  violated(keyword: string, value: unknown, expected: unknown, place: Place): Verdict;
  /** The combined verdict on items that must all be valid. */
  all<Item>(
    items: readonly Item[],
    evaluateItem: (item: Item, index: number) => Verdict,
    place: Place,
  ): Verdict;
  /** Creates a rule that depends only on the value and the keyword. */
  check<Value>(
    keyword: string,
    appliesTo: (value: unknown) => value is Value,
    isSatisfied: (value: Value, expected: never) => boolean,
  ): Rule;
}

/** This many list items, properties or characters cost as much as one subschema. */
export const ITEMS_PER_VISIT = 25;

/** Counts valid items until there are `enough`, and items whose verdict is unknown. */
export function countValid<Item>(
  items: readonly Item[],
  evaluateItem: (item: Item) => Verdict,
  enough: number,
): { readonly valid: number; readonly unknown: number } {
  let valid = 0;
  let unknown = 0;
  for (const item of items) {
    const verdict = evaluateItem(item);
    if (verdict === "unknown") unknown += 1;
    if (verdict !== "valid") continue;
    valid += 1;
    if (valid >= enough) break;
  }
  return { valid, unknown };
}

/** The place of a property or an item. */
export function within({ path, violations }: Place, key: string | number): Place {
  return violations ? { path: { parent: path, key }, violations } : VERDICT_ONLY;
}

/** The JSON Pointer of a path. */
export const pointerOf = (path: Path | undefined): string =>
  path ? pointerOf(path.parent) + formatPointer([path.key]) : "";

export const isAnything = (_: unknown): _ is unknown => true;
export const isNumber = (value: unknown): value is number => typeof value === "number";
export const isString = (value: unknown): value is string => typeof value === "string";
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  kindOf(value) === "object";
