/** Writes the README of the JavaScript client: the text beside this file, and every method. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OperationEntry, Table } from "../table.ts";
import { nameCalls } from "./call-names.ts";
import { exampleValue } from "./example-values.ts";
import {
  findItem,
  findOutput,
  groupByResource,
  listNamedInputs,
  type ServiceClient,
} from "./service-client.ts";

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
${operations.map(([, operation]) => `await ${variable}.${renderExampleCall(operation)};`).join("\n")}
\`\`\`
`;
}

function renderRow(table: Table, name: string, operation: OperationEntry): string {
  const output = findOutput(name, operation);
  const result = operation.client!.pages
    ? `pages of \`${findItem(table, name, output)}\``
    : `\`${output}\``;
  const summary = nameCalls(table, operation.description).split(/(?<=\.)\s/)[0]!;
  const named = listNamedInputs(operation);
  const call = renderCall(operation, (key) =>
    operation.input.required.includes(key) ? key : `${key}?`,
  );
  const signature = named.length > 0 ? call.replace(/\)$/, addOptions(call, named)) : call;
  return `| \`${signature}\` | ${result} | ${summary.replaceAll("|", "\\|")} |`;
}

const addOptions = (call: string, named: readonly string[]) =>
  `${call.endsWith("()") ? "" : ", "}{ ${named.join(", ")} })`;

function renderExampleCall(operation: OperationEntry): string {
  const call = renderCall(operation, (key) => renderExample(operation, key));
  // An update without a change would be no example.
  if (!operation.client!.method.startsWith("update")) return call;
  const changed = "label" in operation.input.properties ? "label" : "name";
  return call.replace(/\)$/, `, { ${changed}: ${renderExample(operation, changed)} })`);
}

const renderExample = ({ input }: OperationEntry, key: string): string =>
  JSON.stringify(exampleValue(key, input.properties[key]!), undefined, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/"(\w+)":/g, "$1:");

function renderCall({ client }: OperationEntry, toText: (input: string) => string): string {
  const { resource, method, positional } = client!;
  const name = resource === undefined ? method : `${resource}.${method}`;
  return `${name}(${positional.map(toText).join(", ")})`;
}
