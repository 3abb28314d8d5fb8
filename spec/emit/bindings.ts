import { asJsonSchema, responsesOf, unwrapped } from "./operations.ts";
import type { BindingEntry, Schema } from "./table.ts";

/** The entry of an operation that a standard has laid down. */
export function bindingOf(path: string, method: string, operation: any): BindingEntry {
  const parameters: any[] = operation.parameters ?? [];
  const from = (where: string): [string, any][] =>
    parameters.filter((each) => each.in === where).map((each) => [nameOf(each), each]);
  const properties: Record<string, Schema> = {
    path: group(from("path"), false),
    query: group(from("query"), true),
    headers: group(from("header"), true),
  };
  const body = operation.requestBody?.content["application/json"].schema;
  if (body) properties["body"] = asJsonSchema(body);
  return {
    method: method.toUpperCase() as BindingEntry["method"],
    path,
    summary: operation.summary,
    description: unwrapped(operation.description),
    protocol: operation["x-binding"],
    input: {
      type: "object",
      properties,
      required: ["path", "query", "headers", ...(operation.requestBody?.required ? ["body"] : [])],
    },
    responses: responsesOf(operation),
  };
}

/** Parameters as one object, open where more may come: headers, and queries that nobody asked for. */
function group(parameters: [string, any][], open: boolean): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(
      parameters.map(([name, { schema, description, example }]) => [
        name,
        asJsonSchema({
          ...schema,
          description,
          ...(example !== undefined && { examples: [example] }),
        }),
      ]),
    ),
    required: parameters.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: open,
  };
}

/** Headers are known by their names in lower case. */
const nameOf = (parameter: any): string =>
  parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
