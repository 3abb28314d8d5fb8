import { isObject } from "../../../core/lib/json-schema/evaluation.ts";
import { canonicalJson } from "../../../core/lib/json-schema/json-value.ts";
import { parseJson } from "../../../core/lib/kit/json/parse-json.ts";
import type { WireRequest } from "../compare.ts";

/**
 * Reduces a GraphQL body to the field that it calls and the values of its arguments. Clients select
 * other fields of the result, and name their variables differently. Fields that only contain the
 * called one are its path, such as `actor.account.nrql`.
 */
export function reduceGraphql(request: WireRequest): WireRequest {
  const body = parseJson(request.body);
  if (!isObject(body) || typeof body["query"] !== "string") return request;
  const variables = isObject(body["variables"]) ? body["variables"] : {};
  const fields = readFirstFields(body["query"]);
  if (fields.length === 0) return request;
  const pairs = fields.flatMap(({ name, declared }, index) =>
    readArguments(declared, variables).map(
      ([argument, value]) => [index === 0 ? argument : `${name}.${argument}`, value] as const,
    ),
  );
  const field = fields.map(({ name }) => name).join(".");
  return { ...request, body: canonicalJson({ field, arguments: Object.fromEntries(pairs) }) };
}

interface Field {
  readonly name: string;
  /** The arguments as they are written. */
  readonly declared: string;
}

/** The first field of each selection down to the last one with arguments, or else the first one. */
function readFirstFields(query: string): readonly Field[] {
  // The operation with its declared variables ends at the first brace.
  const selections = query.slice(query.indexOf("{"));
  const fields: Field[] = [];
  const pattern = /\{\s*(\w+)\s*(?:\(([^()]*)\)\s*)?/y;
  for (let found = pattern.exec(selections); found !== null; found = pattern.exec(selections))
    fields.push({ name: found[1]!, declared: found[2] ?? "" });
  const last = fields.findLastIndex(({ declared }) => declared !== "");
  return fields.slice(0, Math.max(last, 0) + 1);
}

function readArguments(
  declared: string,
  variables: Readonly<Record<string, unknown>>,
): readonly (readonly [name: string, value: unknown])[] {
  return [...declared.matchAll(/(\w+):\s*(\[?)\$(\w+)\]?/g)].map(([, name, bracket, variable]) => {
    const value = variables[variable!];
    return [name!, bracket === "[" && value !== undefined ? [value] : value] as const;
  });
}
