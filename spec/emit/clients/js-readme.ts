/** Writes the README of the JavaScript client: the text beside this file, and every method. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OperationEntry, Table } from "../table.ts";
import { nameCalls } from "./call-names.ts";
import { findItem, findOutput, groupByResource, type ServiceClient } from "./service-client.ts";

/** Values of inputs in examples. Other inputs get a value of their type. */
const VALUES: Readonly<Record<string, string>> = {
  app: '"github"',
  arguments: '{ title: "The fan hums" }',
  connection: '"conn_1"',
  offer: '"magazine-monthly"',
  q: '"opening hours"',
  run: '"run_1"',
  search: '"calendar"',
  task: '"create an issue"',
  tool: '"github.issues_create"',
  url: '"https://shop.example/about"',
};

export function renderJsReadme(clients: readonly ServiceClient[]): string {
  const text = readFileSync(join(import.meta.dirname, "js-readme.md"), "utf8");
  const services = [...clients].sort((a, b) => Number(b.isKeyed) - Number(a.isKeyed));
  return text.replace("<!-- methods -->\n", () => services.map(renderService).join("\n"));
}

function renderService(client: ServiceClient): string {
  const { className, isKeyed, table, service } = client;
  const variable = isKeyed ? "jackfield" : "site";
  const path = isKeyed ? "" : `/${service}`;
  const options = isKeyed ? "" : '{ baseUrl: "https://shop.example" }';
  const operations = [...groupByResource(table).values()].flat();
  return `### ${className}

| Method | Resolves with | |
|---|---|---|
${operations.map(([name, operation]) => renderRow(table, name, operation)).join("\n")}

\`\`\`ts
import { ${className} } from "@jackfield/client${path}";

const ${variable} = new ${className}(${options});
${operations.map(([, operation]) => `await ${variable}.${renderCall(operation, (key) => VALUES[key] ?? '"1"')};`).join("\n")}
\`\`\`
`;
}

function renderRow(table: Table, name: string, operation: OperationEntry): string {
  const output = findOutput(name, operation);
  const result = operation.client!.pages
    ? `pages of \`${findItem(table, name, output)}\``
    : `\`${output}\``;
  const summary = nameCalls(table, operation.description).split(/(?<=\.)\s/)[0]!;
  const named = Object.keys(operation.input.properties).filter(
    (key) => !operation.client!.positional.includes(key),
  );
  const call = renderCall(operation, (key) =>
    operation.input.required.includes(key) ? key : `${key}?`,
  );
  const signature = named.length > 0 ? call.replace(/\)$/, addOptions(call, named)) : call;
  return `| \`${signature}\` | ${result} | ${summary.replaceAll("|", "\\|")} |`;
}

const addOptions = (call: string, named: readonly string[]) =>
  `${call.endsWith("()") ? "" : ", "}{ ${named.join(", ")} })`;

function renderCall({ client }: OperationEntry, toText: (input: string) => string): string {
  const { resource, method, positional } = client!;
  const name = resource === undefined ? method : `${resource}.${method}`;
  return `${name}(${positional.map(toText).join(", ")})`;
}
