/** Writes the README of the Python client: the text beside this file, and an example of each method. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OperationEntry, Table } from "../table.ts";
import { nameCalls } from "./call-names.ts";
import { exampleValue } from "./example-values.ts";
import { formatPython } from "./format-python.ts";
import { renderLiteral, toSnakeCase } from "./python-types.ts";
import {
  findOutput,
  groupByResource,
  listNamedInputs,
  type ServiceClient,
} from "./service-client.ts";

export function renderPythonReadme(clients: readonly ServiceClient[]): string {
  const text = readFileSync(join(import.meta.dirname, "python-readme.md"), "utf8");
  return text.replace("<!-- methods -->\n", () =>
    [...clients]
      .sort((a, b) => Number(b.isKeyed) - Number(a.isKeyed))
      .map(renderService)
      .join("\n"),
  );
}

function renderService({ className, isKeyed, table }: ServiceClient): string {
  return [...groupByResource(table)]
    .map(([resource, operations]) => {
      const name = resource ? `client.${toSnakeCase(resource)}` : "client";
      const options = isKeyed ? "" : `base_url="https://shop.example"`;
      const rows = operations.map(([operationName, operation]) =>
        renderRow(table, operationName, operation),
      );
      const calls = operations.map(([, operation]) => `    ${renderCall(name, operation)}`);
      const example = `from jackfield import ${className}

with ${className}(${options}) as client:
${calls.join("\n")}
`;
      return `### ${className}${resource ? `: ${toSnakeCase(resource)}` : ""}

| method | returns | |
|---|---|---|
${rows.join("\n")}

\`\`\`python
${formatPython(example)}\`\`\`
`;
    })
    .join("\n");
}

function renderRow(table: Table, name: string, operation: OperationEntry): string {
  const { client, input, description } = operation;
  const optional = listNamedInputs(operation);
  const parameters = [
    ...client!.positional.map((key) => (input.required.includes(key) ? key : `${key}=None`)),
    ...(optional.length > 0 ? ["*", ...optional] : []),
  ];
  const output = findOutput(name, operation);
  const sentence = /^.*?[.:](?=\s|$)/s.exec(description)?.[0] ?? description;
  return `| \`${toSnakeCase(client!.method)}(${parameters.join(", ")})\` | ${client!.pages ? `pages: \`${output}\`` : `\`${output}\``} | ${nameCalls(table, sentence, toSnakeCase).replaceAll(/\s+/g, " ").replace(/:$/, ".")} |`;
}

function renderCall(receiver: string, operation: OperationEntry): string {
  const { client } = operation;
  const positional = client!.positional.map((key) => renderExample(operation, key));
  // An update without a change would be no example.
  const changed = "label" in operation.input.properties ? "label" : "name";
  const required = client!.method.startsWith("update")
    ? [`${changed}=${renderExample(operation, changed)}`]
    : [];
  const call = `${receiver}.${toSnakeCase(client!.method)}(${[...positional, ...required].join(", ")})`;
  return `print(${call}${client!.pages ? ".first()" : ""})`;
}

function renderExample({ input }: OperationEntry, key: string): string {
  const value = exampleValue(key, input.properties[key]!);
  if (typeof value !== "object") return renderLiteral(value);
  return JSON.stringify(value, undefined, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^\{ | \}$/g, (edge) => edge.trim());
}
