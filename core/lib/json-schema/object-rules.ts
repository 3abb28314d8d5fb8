import {
  type Evaluation,
  ITEMS_PER_VISIT,
  isList,
  isObject,
  type Rule,
  VERDICT_ONLY,
  type Verdict,
  within,
} from "./evaluation.ts";

/** Returns the names of the properties that a schema accepts and a value lacks. */
const acceptedNames = (properties: unknown, value: object): readonly string[] =>
  isObject(properties) ? Object.keys(properties).filter((name) => !Object.hasOwn(value, name)) : [];

/** The rules for objects and their properties. */
export function createObjectRules(evaluation: Evaluation): Readonly<Record<string, Rule>> {
  const { all, check, evaluate, spend, violated } = evaluation;
  function countMembers(value: object): number {
    const { length } = Object.keys(value);
    spend(length / ITEMS_PER_VISIT);
    return length;
  }

  const evaluateMembers = createMemberRule(evaluation);

  return {
    required(names, value, place) {
      if (!isObject(value) || !isList(names)) return "valid";
      spend(names.length / ITEMS_PER_VISIT);
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
    // The first of these three keywords in a schema evaluates all of them.
    properties: evaluateMembers,
    patternProperties: (expected, value, place, schema) =>
      schema["properties"] === undefined
        ? evaluateMembers(expected, value, place, schema)
        : "valid",
    additionalProperties: (expected, value, place, schema) =>
      schema["properties"] === undefined && schema["patternProperties"] === undefined
        ? evaluateMembers(expected, value, place, schema)
        : "valid",
  };
}

/** Creates the rule of `properties`, `patternProperties` and `additionalProperties` together. */
function createMemberRule({ all, evaluate, matches, spend, violated }: Evaluation): Rule {
  return (_expected, value, place, schema) => {
    if (!isObject(value)) return "valid";
    const { properties, patternProperties, additionalProperties } = schema;
    const byPattern = isObject(patternProperties) ? Object.entries(patternProperties) : [];
    const names = Object.keys(value);
    spend(names.length / ITEMS_PER_VISIT);
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
        if (additionalProperties === false && place.violations) {
          spend(1);
          return violated("false", member, acceptedNames(properties, value), at);
        }
        return evaluate(additionalProperties, member, at);
      }
      if (verdicts.includes("invalid")) return "invalid";
      return verdicts.includes("unknown") ? "unknown" : "valid";
    };
    return all(names, evaluateMember, place);
  };
}
