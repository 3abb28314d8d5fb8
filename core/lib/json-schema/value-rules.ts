import {
  type Evaluation,
  ITEMS_PER_VISIT,
  isAnything,
  isList,
  isNumber,
  isString,
  type Rule,
} from "./evaluation.ts";
import { mayHaveFormat } from "./formats.ts";
import { canonicalJson, isLongerThan, isMultipleOf, kindOf } from "./json-value.ts";

/** The rules for values of any type, references, numbers and strings. */
export function createValueRules({
  check,
  evaluate,
  matches,
  resolve,
  spend,
  violated,
}: Evaluation): Readonly<Record<string, Rule>> {
  function isTooLong(text: string, most: number): boolean {
    const isCounted = text.length > most && text.length <= 2 * most;
    if (isCounted) spend(text.length / ITEMS_PER_VISIT);
    return isLongerThan(text, most);
  }

  function isEqual(value: unknown, expected: unknown): boolean {
    if (value === expected) return true;
    if (typeof value !== "object" || kindOf(value) !== kindOf(expected)) return false;
    const text = canonicalJson(value);
    spend(text.length / ITEMS_PER_VISIT);
    return text === canonicalJson(expected);
  }

  return {
    type: check("type", isAnything, (value, types: string | readonly string[]) => {
      const kind = kindOf(value);
      const isType = (type: string) =>
        type === kind || (type === "integer" && Number.isInteger(value));
      return typeof types === "string" ? isType(types) : types.some(isType);
    }),
    const: check("const", isAnything, isEqual),
    enum: check("enum", isAnything, (value, values: readonly unknown[]) =>
      values.some((expected) => isEqual(value, expected)),
    ),
    $ref(reference, value, place) {
      const schema = resolve(String(reference));
      return schema === undefined ? "unknown" : evaluate(schema, value, place);
    },

    minimum: check("minimum", isNumber, (value, least: number) => value >= least),
    maximum: check("maximum", isNumber, (value, most: number) => value <= most),
    exclusiveMinimum: check("exclusiveMinimum", isNumber, (value, least: number) => value > least),
    exclusiveMaximum: check("exclusiveMaximum", isNumber, (value, most: number) => value < most),
    multipleOf: check("multipleOf", isNumber, isMultipleOf),

    minLength: check("minLength", isString, (value, least: number) => isTooLong(value, least - 1)),
    maxLength: check("maxLength", isString, (value, most: number) => !isTooLong(value, most)),
    // Documents have defaults and choices such as "now", which the app accepts.
    format: (format, value, place, { default: fallback, enum: choices }) =>
      !isString(value) ||
      mayHaveFormat(String(format), value) ||
      value === fallback ||
      (isList(choices) && choices.includes(value))
        ? "valid"
        : violated("format", value, format, place),
    pattern(pattern, value, place) {
      if (!isString(value)) return "valid";
      const isMatch = matches(String(pattern), value);
      if (isMatch === undefined) return "unknown";
      return isMatch ? "valid" : violated("pattern", value, pattern, place);
    },
  };
}
