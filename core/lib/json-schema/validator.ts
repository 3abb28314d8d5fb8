import { resolveReference } from "../kit/json/json-pointer.ts";
import { createArrayRules } from "./array-rules.ts";
import { createCombiningRules } from "./combining-rules.ts";
import {
  type Evaluation,
  type Place,
  pointerOf,
  type Rule,
  type Verdict,
  type Violation,
} from "./evaluation.ts";
import { createObjectRules } from "./object-rules.ts";
import { createPatternMatcher } from "./patterns/pattern.ts";
import type { Schema } from "./schema.ts";
import { createValueRules } from "./value-rules.ts";

/** A schema requires more work than the validator does for one value. */
export class TooMuchWorkError extends Error {
  override readonly name = "TooMuchWorkError";
}

/**
 * Returns the violations of a value, at most 100. An empty array means that the value is valid, or
 * that only the app can decide.
 */
export type Validate = (value: unknown) => readonly Violation[];

/**
 * The maximum number of subschemas evaluated for one value. Nested alternatives could require any
 * number.
 */
const MAX_VISITS = 200_000;
/** The maximum depth of nested subschemas. A chain of references could have any length. */
const MAX_DEPTH = 500;
const MAX_VIOLATIONS = 100;

/** Binary data is a string, or a file in JSON. */
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

interface PreparedRule {
  readonly rule: Rule;
  /** The keyword's value. */
  readonly expected: unknown;
}

type NamedRule = readonly [keyword: string, rule: Rule];

/**
 * Creates a validator for the keywords of JSON Schema 2020-12 that the catalog uses. It does a
 * bounded amount of work and is safe for untrusted schemas. `format` rejects only clear mistakes. The
 * validator throws a `TooMuchWorkError` if a value exceeds the work limits.
 */
export function createValidator(root: Schema): Validate {
  const preparedRules = new WeakMap<object, readonly PreparedRule[]>();
  let matchPattern = createPatternMatcher();
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
    depth += 1;
    if (depth > MAX_DEPTH) throw new TooMuchWorkError();
    const verdict = evaluateKeywords(schema as Schema, value, place);
    depth -= 1;
    return verdict;
  }

  function evaluateKeywords(schema: Schema, value: unknown, place: Place): Verdict {
    if (schema["format"] === "binary") return evaluate(BINARY, value, place);
    let rules = preparedRules.get(schema);
    if (!rules) {
      rules = prepareRules(RULES, schema);
      preparedRules.set(schema, rules);
    }
    return all(rules, ({ rule, expected }) => rule(expected, value, place, schema), place);
  }

  const evaluation: Evaluation = {
    evaluate,
    resolve: (reference) => (reference === "#" ? root : resolveReference(root, reference)),
    matches: (pattern, text) => matchPattern(pattern, text),
    spend,
    violated,
    all,
    check,
  };

  const RULES: readonly NamedRule[] = Object.entries({
    ...createValueRules(evaluation),
    ...createObjectRules(evaluation),
    ...createArrayRules(evaluation),
    ...createCombiningRules(evaluation),
  });

  return (value) => {
    matchPattern = createPatternMatcher();
    visits = 0;
    depth = 0;
    const violations: Violation[] = [];
    evaluate(root, value, { path: undefined, violations });
    return violations;
  };
}

/** Selects the rules for a schema's keywords, in their order. */
function prepareRules(all: readonly NamedRule[], schema: Schema): readonly PreparedRule[] {
  const isPresent = ([keyword]: NamedRule) => schema[keyword] !== undefined;
  return all.filter(isPresent).map(([keyword, rule]) => ({ rule, expected: schema[keyword] }));
}

/** Whether evaluation can stop at the first `invalid` verdict. */
const isEnough = ({ violations }: Place) => !violations || violations.length >= MAX_VIOLATIONS;

function violated(keyword: string, value: unknown, expected: unknown, place: Place): Verdict {
  const { path, violations } = place;
  if (violations && violations.length < MAX_VIOLATIONS) {
    violations.push({ keyword, pointer: pointerOf(path), value, expected });
  }
  return "invalid";
}

function all<Item>(
  items: readonly Item[],
  evaluateItem: (item: Item, index: number) => Verdict,
  place: Place,
): Verdict {
  let verdict: Verdict = "valid";
  for (const [index, item] of items.entries()) {
    const next = evaluateItem(item, index);
    if (next === "valid" || verdict === "invalid") continue;
    verdict = next;
    if (next === "invalid" && isEnough(place)) break;
  }
  return verdict;
}

const check: Evaluation["check"] = (keyword, appliesTo, isSatisfied) => (expected, value, place) =>
  !appliesTo(value) || isSatisfied(value, expected as never)
    ? "valid"
    : violated(keyword, value, expected, place);
