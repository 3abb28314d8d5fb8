import { countValid, type Evaluation, isList, type Rule, VERDICT_ONLY } from "./evaluation.ts";

/** The rules that apply other schemas to the same value. */
export function createCombiningRules({
  all,
  evaluate,
  violated,
}: Evaluation): Readonly<Record<string, Rule>> {
  const evaluateWith = (value: unknown) => (schema: unknown) =>
    evaluate(schema, value, VERDICT_ONLY);

  return {
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
  };
}
