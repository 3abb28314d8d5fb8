import {
  countValid,
  type Evaluation,
  ITEMS_PER_VISIT,
  isList,
  type Rule,
  VERDICT_ONLY,
  within,
} from "./evaluation.ts";
import { canonicalJson } from "./json-value.ts";

/** The rules for arrays and their items. */
export function createArrayRules({
  all,
  check,
  evaluate,
  spend,
  violated,
}: Evaluation): Readonly<Record<string, Rule>> {
  return {
    minItems: check("minItems", isList, (value, least: number) => value.length >= least),
    maxItems: check("maxItems", isList, (value, most: number) => value.length <= most),
    uniqueItems(isUnique, value, place) {
      if (isUnique !== true || !isList(value)) return "valid";
      const seen = new Set<string>();
      for (const item of value) {
        const text = canonicalJson(item);
        spend(text.length / ITEMS_PER_VISIT);
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
      const evaluateItem = (item: unknown) => evaluate(schema, item, VERDICT_ONLY);
      const { valid, unknown } = countValid(value, evaluateItem, 1);
      if (valid > 0) return "valid";
      return unknown > 0 ? "unknown" : violated("contains", value, schema, place);
    },
  };
}
