import { isObject } from "../../../core/lib/json-schema/evaluation.ts";
import { canonicalJson } from "../../../core/lib/json-schema/json-value.ts";
import { parseJson } from "../../../core/lib/kit/json/parse-json.ts";
import type { WireRequest } from "../compare.ts";

/**
 * Reduces a GraphQL body to the field that it calls and the values of its arguments. Clients select
 * other fields of the result, and name their variables differently.
 */
export function reduceGraphql(request: WireRequest): WireRequest {
  const body = parseJson(request.body);
  if (!isObject(body) || typeof body["query"] !== "string") return request;
  const variables = isObject(body["variables"]) ? body["variables"] : {};
  // The first selection, after the operation with its declared variables.
  const found = /^[^{]*\{\s*(\w+)\s*(?:\(([^()]*)\))?/.exec(body["query"]);
  if (found === null) return request;
  const [, field, declared = ""] = found;
  const pairs = [...declared.matchAll(/(\w+):\s*(\[?)\$(\w+)\]?/g)].map(
    ([, name, bracket, variable]) => {
      const value = variables[variable!];
      return [name, bracket === "[" && value !== undefined ? [value] : value] as const;
    },
  );
  return { ...request, body: canonicalJson({ field, arguments: Object.fromEntries(pairs) }) };
}
