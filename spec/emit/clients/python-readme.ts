/** Writes the README of the Python client: the text beside this file, and an example of each method. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OperationEntry, Schema, Table } from "../table.ts";
import { nameCalls } from "./call-names.ts";
import { toSnakeCase } from "./python-types.ts";
import { findOutput, groupByResource, type ServiceClient } from "./service-client.ts";

/** Realistic values of inputs in examples. Other inputs get a value of their type. */
const VALUES: Readonly<Record<string, string>> = {
  app: '"github"',
  arguments: '{"title": "The fan hums"}',
  connection: '"conn_1"',
  label: '"Work"',
  q: '"opening hours"',
  run: '"run_1"',
  search: '"calendar"',
  task: '"create an issue"',
  tool: '"github.issues_create"',
  url: '"https://shop.example/about"',
};

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
      return `### ${className}${resource ? `: ${toSnakeCase(resource)}` : ""}

| method | returns | |
|---|---|---|
${rows.join("\n")}

\`\`\`python
from jackfield import ${className}

with ${className}(${options}) as client:
${calls.join("\n")}
\`\`\`
`;
    })
    .join("\n");
}

function renderRow(table: Table, name: string, operation: OperationEntry): string {
  const { client, input, description } = operation;
  const optional = Object.keys(input.properties).filter((key) => !client!.positional.includes(key));
  const parameters = [
    ...client!.positional.map((key) => (input.required.includes(key) ? key : `${key}=None`)),
    ...(optional.length > 0 ? ["*", ...optional] : []),
  ];
  const output = findOutput(name, operation);
  const sentence = /^.*?[.:](?=\s|$)/s.exec(description)?.[0] ?? description;
  return `| \`${toSnakeCase(client!.method)}(${parameters.join(", ")})\` | ${client!.pages ? `pages: \`${output}\`` : `\`${output}\``} | ${nameCalls(table, sentence, toSnakeCase).replaceAll(/\s+/g, " ").replace(/:$/, ".")} |`;
}

function renderCall(receiver: string, { client, input }: OperationEntry): string {
  const positional = client!.positional.map(
    (key) => VALUES[key] ?? renderValue(input.properties[key]!),
  );
  // An update without a change would be no example.
  const required = client!.method.startsWith("update") ? [`label=${VALUES["label"]}`] : [];
  const call = `${receiver}.${toSnakeCase(client!.method)}(${[...positional, ...required].join(", ")})`;
  return `print(${call}${client!.pages ? ".first()" : ""})`;
}

function renderValue(schema: Schema): string {
  const known = schema["enum"]?.[0] ?? schema["examples"]?.[0];
  if (typeof known === "string" || typeof known === "number") return JSON.stringify(known);
  switch (schema["type"]) {
    case "integer":
    case "number":
      return "1";
    case "boolean":
      return "True";
    case "array":
      return "[]";
    case "object":
      return "{}";
    default:
      return '"text"';
  }
}
