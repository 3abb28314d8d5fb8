import type { Schema } from "../../../../generated/table.ts";
import { resolvePointer } from "../catalog/json-access.ts";
import { createPatternMatcher } from "../patterns/pattern.ts";
import { canonicalJson, isLongerThan, isMultipleOf, kindOf } from "./json-value.ts";

/** A keyword that a value doesn't satisfy. */
export interface Violation {
  readonly keyword: string;
  /** A JSON pointer to the value. */
  readonly pointer: string;
  readonly value: unknown;
  /** The keyword's value in the schema; for `oneOf` the number of alternatives that match. */
  readonly expected: unknown;
}

/** A schema asked for more work than is done for one value. */
export class TooMuchWorkError extends Error {
  override readonly name = "TooMuchWorkError";
}

/** Returns what a value violates, at most 100; nothing if it is valid, or where that is unknown. */
export type Validate = (value: unknown) => readonly Violation[];

/**
 * Whether a value satisfies a schema. `unknown` where a pattern or a reference can't be evaluated:
 * only the app can decide, also if the schema is negated or one of several alternatives.
 */
type Verdict = "valid" | "invalid" | "unknown";

/** Subschemas visited for one value: alternatives within alternatives could ask for any number. */
const MAX_VISITS = 200_000;
/** Subschemas within each other, of which a chain of references may have any number. */
const MAX_DEPTH = 500;
const MAX_VIOLATIONS = 100;
/** Of long lists and texts, so many members or characters count as a visit. */
const PER_VISIT = 25;

/** Bytes are given as text, or in JSON as a file. */
const BINARY: Schema = {
  anyOf: [
    { type: "string" },
    {
      type: "object",
      properties: {
        filename: { type: "string", maxLength: 300 },
        content_type: { type: "string", maxLength: 200 },
        data: { type: "string" },
      },
      required: ["data"],
      additionalProperties: false,
    },
  ],
};

interface Path {
  readonly parent: Path | undefined;
  readonly key: string | number;
}

/** Where a value is, and the list of violations, unless only the verdict is wanted. */
interface Place {
  readonly path: Path | undefined;
  readonly violations: Violation[] | undefined;
}

const VERDICT_ONLY: Place = { path: undefined, violations: undefined };

/**
 * Creates a validator for the keywords of JSON Schema 2020-12 that the catalog carries. It does a
 * bounded amount of work, whoever wrote the schema. `format` is an annotation, apart from `binary`.
 */
export function createValidator(root: Schema): Validate {
  const resolve = (reference: string) =>
    reference === "#" ? root : resolvePointer(root, reference);
  /** The rules of each schema that was visited. */
  const prepared = new WeakMap<object, readonly PreparedRule[]>();
  let matches = createPatternMatcher();
  let visits = 0;
  let depth = 0;

  function spend(work: number): void {
    visits += work;
    if (visits > MAX_VISITS) throw new TooMuchWorkError();
  }

  function evaluate(schema: unknown, value: unknown, place: Place): Verdict {
    spend(1);
    if (schema === false) return violated("false", value, false, place);
    if (typeof schema !== "object" || schema === null) return "valid";
    if ((depth += 1) > MAX_DEPTH) throw new TooMuchWorkError();
    const verdict = evaluateKeywords(schema as Schema, value, place);
    depth -= 1;
    return verdict;
  }

  function evaluateKeywords(schema: Schema, value: unknown, place: Place): Verdict {
    if (schema["format"] === "binary") return evaluate(BINARY, value, place);
    let rules = prepared.get(schema);
    if (!rules) prepared.set(schema, (rules = rulesOf(schema)));
    return all(rules, ({ rule, expected }) => rule(expected, value, place, schema), place);
  }

  /** The rules for a schema's keywords, in the order in which they are listed here. */
  function rulesOf(schema: Schema): readonly PreparedRule[] {
    const isPresent = ([keyword]: readonly [string, Rule]) => schema[keyword] !== undefined;
    return RULES.filter(isPresent).map(([keyword, rule]) => ({ rule, expected: schema[keyword] }));
  }

  /** Whether the verdict `invalid` ends the evaluation. */
  const isEnough = ({ violations }: Place) => !violations || violations.length >= MAX_VIOLATIONS;

  function violated(keyword: string, value: unknown, expected: unknown, place: Place): Verdict {
    const { path, violations } = place;
    if (violations && violations.length < MAX_VIOLATIONS) {
      violations.push({ keyword, pointer: pointerOf(path), value, expected });
    }
    return "invalid";
  }

  /** The verdict on several things that all have to be valid. */
  function all<Item>(
    items: readonly Item[],
    evaluateItem: (item: Item, index: number) => Verdict,
    place: Place,
  ): Verdict {
    let verdict: Verdict = "valid";
    for (let index = 0; index < items.length; index += 1) {
      const next = evaluateItem(items[index]!, index);
      if (next === "valid" || verdict === "invalid") continue;
      verdict = next;
      if (next === "invalid" && isEnough(place)) break;
    }
    return verdict;
  }

  /** How many items are valid, until there are `enough`, and how many may be. */
  function countValid<Item>(
    items: readonly Item[],
    evaluateItem: (item: Item) => Verdict,
    enough: number,
  ) {
    let valid = 0;
    let unknown = 0;
    for (const item of items) {
      const verdict = evaluateItem(item);
      if (verdict === "unknown") unknown += 1;
      if (verdict === "valid" && (valid += 1) >= enough) break;
    }
    return { valid, unknown };
  }

  /** A rule that only looks at the value itself. */
  const check =
    <Value>(
      keyword: string,
      appliesTo: (value: unknown) => value is Value,
      isSatisfied: (value: Value, expected: never) => boolean,
    ): Rule =>
    (expected, value, place) =>
      !appliesTo(value) || isSatisfied(value, expected as never)
        ? "valid"
        : violated(keyword, value, expected, place);

  function isTooLong(text: string, most: number): boolean {
    const isCounted = text.length > most && text.length <= 2 * most;
    if (isCounted) spend(text.length / PER_VISIT);
    return isLongerThan(text, most);
  }

  function isEqual(value: unknown, expected: unknown): boolean {
    if (value === expected) return true;
    if (typeof value !== "object" || kindOf(value) !== kindOf(expected)) return false;
    const text = canonicalJson(value);
    spend(text.length / PER_VISIT);
    return text === canonicalJson(expected);
  }

  function countMembers(value: object): number {
    const { length } = Object.keys(value);
    spend(length / PER_VISIT);
    return length;
  }

  function evaluateMembers(_: unknown, value: unknown, place: Place, schema: Schema): Verdict {
    if (!isObject(value)) return "valid";
    const { properties, patternProperties, additionalProperties } = schema;
    const byPattern = isObject(patternProperties) ? Object.entries(patternProperties) : [];
    const names = Object.keys(value);
    spend(names.length / PER_VISIT);
    const evaluateMember = (name: string): Verdict => {
      const member = value[name];
      const at = within(place, name);
      const verdicts: Verdict[] = [];
      if (isObject(properties) && Object.hasOwn(properties, name)) {
        verdicts.push(evaluate(properties[name], member, at));
      }
      for (const [pattern, subschema] of byPattern) {
        const isMatch = matches(pattern, name);
        if (isMatch === undefined) verdicts.push("unknown");
        else if (isMatch) verdicts.push(evaluate(subschema, member, at));
      }
      if (verdicts.length === 0 && additionalProperties !== undefined) {
        return evaluate(additionalProperties, member, at);
      }
      if (verdicts.includes("invalid")) return "invalid";
      return verdicts.includes("unknown") ? "unknown" : "valid";
    };
    return all(names, evaluateMember, place);
  }

  const RULES: readonly (readonly [keyword: string, rule: Rule])[] = Object.entries<Rule>({
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
    pattern(pattern, value, place) {
      if (!isString(value)) return "valid";
      const isMatch = matches(String(pattern), value);
      if (isMatch === undefined) return "unknown";
      return isMatch ? "valid" : violated("pattern", value, pattern, place);
    },

    required(names, value, place) {
      if (!isObject(value) || !isList(names)) return "valid";
      spend(names.length / PER_VISIT);
      const missing = names.filter((name) => !Object.hasOwn(value, String(name)));
      for (const name of missing)
        violated("required", undefined, true, within(place, String(name)));
      return missing.length > 0 ? "invalid" : "valid";
    },
    minProperties: check("minProperties", isObject, (value, least: number) => {
      return countMembers(value) >= least;
    }),
    maxProperties: check("maxProperties", isObject, (value, most: number) => {
      return countMembers(value) <= most;
    }),
    propertyNames(schema, value, place) {
      if (!isObject(value)) return "valid";
      const evaluateName = (name: string): Verdict => {
        const verdict = evaluate(schema, name, VERDICT_ONLY);
        if (verdict !== "invalid") return verdict;
        return violated("propertyNames", name, schema, within(place, name));
      };
      return all(Object.keys(value), evaluateName, place);
    },
    dependentSchemas(schemas, value, place) {
      if (!isObject(value) || !isObject(schemas)) return "valid";
      const present = Object.keys(schemas).filter((name) => Object.hasOwn(value, name));
      return all(present, (name) => evaluate(schemas[name], value, place), place);
    },
    // The first one of the three that a schema has evaluates all of them.
    properties: evaluateMembers,
    patternProperties: (expected, value, place, schema) =>
      schema["properties"] === undefined
        ? evaluateMembers(expected, value, place, schema)
        : "valid",
    additionalProperties: (expected, value, place, schema) =>
      schema["properties"] === undefined && schema["patternProperties"] === undefined
        ? evaluateMembers(expected, value, place, schema)
        : "valid",

    minItems: check("minItems", isList, (value, least: number) => value.length >= least),
    maxItems: check("maxItems", isList, (value, most: number) => value.length <= most),
    uniqueItems(isUnique, value, place) {
      if (isUnique !== true || !isList(value)) return "valid";
      const seen = new Set<string>();
      for (const item of value) {
        const text = canonicalJson(item);
        spend(text.length / PER_VISIT);
        if (seen.has(text)) return violated("uniqueItems", value, true, place);
        seen.add(text);
      }
      return "valid";
    },
    prefixItems(schemas, value, place) {
      if (!isList(value) || !isList(schemas)) return "valid";
      const evaluateItem = (schema: unknown, index: number) =>
        evaluate(schema, value[index], within(place, index));
      return all(schemas.slice(0, value.length), evaluateItem, place);
    },
    items(itemSchema, value, place, { prefixItems }) {
      if (!isList(value)) return "valid";
      const start = isList(prefixItems) ? prefixItems.length : 0;
      const evaluateItem = (item: unknown, index: number) =>
        evaluate(itemSchema, item, within(place, start + index));
      return all(start > 0 ? value.slice(start) : value, evaluateItem, place);
    },
    contains(schema, value, place) {
      if (!isList(value)) return "valid";
      const { valid, unknown } = countValid(value, evaluateAs(schema), 1);
      if (valid > 0) return "valid";
      return unknown > 0 ? "unknown" : violated("contains", value, schema, place);
    },

    allOf: (schemas, value, place) =>
      isList(schemas) ? all(schemas, (schema) => evaluate(schema, value, place), place) : "valid",
    anyOf(schemas, value, place) {
      if (!isList(schemas)) return "valid";
      const { valid, unknown } = countValid(schemas, evaluateWith(value), 1);
      if (valid > 0) return "valid";
      return unknown > 0 ? "unknown" : violated("anyOf", value, 0, place);
    },
    oneOf(schemas, value, place) {
      if (!isList(schemas)) return "valid";
      const { valid, unknown } = countValid(schemas, evaluateWith(value), 2);
      if (valid > 1) return violated("oneOf", value, valid, place);
      if (unknown > 0) return "unknown";
      return valid === 1 ? "valid" : violated("oneOf", value, 0, place);
    },
    not(schema, value, place) {
      const verdict = evaluate(schema, value, VERDICT_ONLY);
      if (verdict === "unknown") return "unknown";
      return verdict === "invalid" ? "valid" : violated("not", value, schema, place);
    },
    if(condition, value, place, { then: consequence, else: alternative }) {
      const verdict = evaluate(condition, value, VERDICT_ONLY);
      if (verdict === "unknown") return "unknown";
      return evaluate(verdict === "valid" ? consequence : alternative, value, place);
    },
  });

  const evaluateAs = (schema: unknown) => (value: unknown) => evaluate(schema, value, VERDICT_ONLY);
  const evaluateWith = (value: unknown) => (schema: unknown) =>
    evaluate(schema, value, VERDICT_ONLY);

  return (value) => {
    matches = createPatternMatcher();
    visits = 0;
    depth = 0;
    const violations: Violation[] = [];
    evaluate(root, value, { path: undefined, violations });
    return violations;
  };
}

/** Evaluates one keyword; `schema` is all of the schema that it stands in. */
type Rule = (expected: unknown, value: unknown, place: Place, schema: Schema) => Verdict;

interface PreparedRule {
  readonly rule: Rule;
  /** The keyword's value. */
  readonly expected: unknown;
}

const isAnything = (_: unknown): _ is unknown => true;
const isNumber = (value: unknown): value is number => typeof value === "number";
const isString = (value: unknown): value is string => typeof value === "string";
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  kindOf(value) === "object";

function within({ path, violations }: Place, key: string | number): Place {
  return violations ? { path: { parent: path, key }, violations } : VERDICT_ONLY;
}

function pointerOf(path: Path | undefined): string {
  if (!path) return "";
  const key = String(path.key).replaceAll("~", "~0").replaceAll("/", "~1");
  return `${pointerOf(path.parent)}/${key}`;
}
