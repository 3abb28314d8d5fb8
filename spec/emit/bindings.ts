import { readResponses, toJsonSchema, unwrapLines } from "./json-schema.ts";
import type { BindingEntry, Schema } from "./table.ts";

/** Creates the table entry of an operation that a commerce protocol defines. */
export function createBinding(path: string, method: string, operation: any): BindingEntry {
  const parameters: any[] = operation.parameters ?? [];
  const from = (where: string): [string, any][] =>
    parameters.filter((each) => each.in === where).map((each) => [parameterName(each), each]);
  const properties: Record<string, Schema> = {
    path: groupParameters(from("path"), false),
    query: groupParameters(from("query"), true),
    headers: groupParameters(from("header"), true),
  };
  const body = operation.requestBody?.content["application/json"].schema;
  if (body) properties["body"] = toJsonSchema(body);
  return {
    method: method.toUpperCase() as BindingEntry["method"],
    path,
    summary: operation.summary,
    description: unwrapLines(operation.description),
    protocol: operation["x-binding"],
    input: {
      type: "object",
      properties,
      required: ["path", "query", "headers", ...(operation.requestBody?.required ? ["body"] : [])],
    },
    responses: readResponses(operation),
    ...(operation["x-tool"] && { tool: readTool(operation["x-tool"]) }),
  };
}

const readTool = ({ name, argument, ...annotations }: any): BindingEntry["tool"] => ({
  name,
  ...(argument && { argument }),
  annotations,
});

/**
 * Groups parameters into one object schema. Requests may have additional headers and query
 * parameters.
 */
function groupParameters(parameters: [string, any][], open: boolean): Schema {
  return {
    type: "object",
    properties: Object.fromEntries(
      parameters.map(([name, { schema, description, example }]) => [
        name,
        toJsonSchema({
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

/** The name of a parameter; header names are lowercase. */
const parameterName = (parameter: any): string =>
  parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
