/** Writes the JavaScript client of a service: a class for each resource, and the types. */
import type { OperationEntry, Schema, Table } from "../table.ts";
import { nameCalls } from "./call-names.ts";
import { formatTypeScript } from "./format-typescript.ts";
import { type Extras, JS_EXTRAS } from "./js-extras.ts";
import { renderDoc, renderType, toPascalCase } from "./js-types.ts";
import {
  findItem,
  findOutput,
  groupByResource,
  listNamedInputs,
  readRouteFacts,
  type ServiceClient,
} from "./service-client.ts";

/** Renders the module of a service's client. Throws an `Error` if an operation can't be called. */
export function renderJsClient(client: ServiceClient): string {
  const { service, table } = client;
  const resources = groupByResource(table);
  const extras: Extras = JS_EXTRAS[service] ?? { imports: [], methods: {}, clientMethods: "" };
  const hasPages = Object.values(table.operations).some((operation) => operation.client!.pages);
  const blocks = [
    HEADER,
    [
      ...extras.imports,
      `import { JackfieldError } from "./runtime/errors.ts";`,
      `import { type CallOptions, type ${optionsBase(client)}, resolveOptions } from "./runtime/options.ts";`,
      `import type { Call } from "./runtime/call.ts";`,
      ...(hasPages ? [`import type { Pages } from "./runtime/pages.ts";`] : []),
      `import type { components${client.unnamedResults.size > 0 ? ", operations" : ""} } from "./schema/${service}.ts";`,
      `import type { Route } from "./runtime/request.ts";`,
      `import { Transport } from "./runtime/transport.ts";`,
    ].join("\n"),
    `export * from "./runtime/common.ts";`,
    renderClass(client, [...resources.keys()], extras.clientMethods),
    renderGuard(table),
    ...[...resources].map(([resource, operations]) =>
      renderResource(table, resource, operations, extras.methods[resource] ?? ""),
    ),
    ...Object.entries(table.operations).flatMap(([name, operation]) =>
      renderOptionsType(table, name, operation),
    ),
    ...Object.entries(table.$defs).map(([name, schema]) => renderModel(client, name, schema)),
    renderRoutes(table),
  ];
  return formatTypeScript(`${blocks.filter(Boolean).join("\n\n")}\n`);
}

const HEADER = "// Written by `npm run generate` from spec/. Do not edit.";

const optionsBase = ({ isKeyed }: ServiceClient) =>
  isKeyed ? "KeyedClientOptions" : "ClientOptions";

function renderClass(
  { className, summary, isKeyed, defaults, table }: ServiceClient,
  resources: readonly string[],
  extraMethods: string,
): string {
  const fields = resources.filter(Boolean);
  const own = Object.entries(table.operations).filter(([, { client }]) => !client!.resource);
  const optionsName = `${className}Options`;
  return `/** Options of \`${className}\`. */
export interface ${optionsName} extends ${isKeyed ? "KeyedClientOptions" : "ClientOptions"} {}

${renderDoc(summary)}
export class ${className} {
  readonly #transport: Transport;
${fields.map((name) => `  readonly ${name}: ${resourceClass(name)};`).join("\n")}

  /** Throws a \`JackfieldError\` (\`invalid_input\`) if an option is invalid. */
  constructor(options: ${optionsName} = {}) {
    this.#transport = new Transport(
      resolveOptions(options, {
${Object.entries(defaults)
  .map(([name, value]) => `        ${name}: ${JSON.stringify(value)},`)
  .join("\n")}
      }),
    );
${fields.map((name) => `    this.${name} = new ${resourceClass(name)}(this.#transport);`).join("\n")}
  }
${own.map(([name, operation]) => `\n${renderMethod(table, name, operation)}`).join("\n")}${extraMethods}}`;
}

/** The type guard for the errors that the service describes. */
const renderGuard = ({ $defs }: Table) =>
  $defs["Problem"] && $defs["ProblemCode"]
    ? `/**
 * Whether an error is a problem that the service described: any problem, or one with one of these
 * codes.
 */
export function isProblem<Code extends ProblemCode = ProblemCode>(
  error: unknown,
  ...codes: Code[]
): error is JackfieldError & { readonly code: Code; readonly problem: Problem & { code: Code } } {
  return (
    error instanceof JackfieldError &&
    error.problem !== undefined &&
    (codes.length === 0 || (codes as readonly string[]).includes(error.code))
  );
}`
    : "";

const resourceClass = (resource: string) => `${toPascalCase(resource)}Resource`;

function renderResource(
  table: Table,
  resource: string,
  operations: readonly [string, OperationEntry][],
  extraMethods: string,
): string {
  if (!resource) return "";
  return `/** The calls of \`${resource}\`. */
export class ${resourceClass(resource)} {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

${operations.map(([name, operation]) => renderMethod(table, name, operation)).join("\n\n")}
${extraMethods}}`;
}

function renderMethod(table: Table, name: string, operation: OperationEntry): string {
  const { client, input, description } = operation;
  const { positional, method, pages } = client!;
  const options = listNamedInputs(operation);
  const isRequired = (key: string) => input.required.includes(key);
  const parameters = positional.map(
    (key) =>
      `${toIdentifier(key)}${isRequired(key) ? "" : "?"}: ${renderType(input.properties[key]!)}`,
  );
  if (options.length > 0) parameters.push(`options: ${toPascalCase(name)}Options = {}`);
  parameters.push("call?: CallOptions");
  const values = [
    ...(options.length > 0 ? ["...options"] : []),
    ...positional.map((key) => (toIdentifier(key) === key ? key : `${key}: ${toIdentifier(key)}`)),
  ];
  const output = findOutput(name, operation);
  const result = pages ? `Pages<${findItem(table, name, output)}, ${output}>` : `Call<${output}>`;
  const list = parameters.join(", ");
  return `${renderDoc(nameCalls(table, description), "  ")}
  ${method}(${list}): ${result} {
    return this.#transport.${pages ? "list" : "call"}(ROUTES.${name}, { ${values.join(", ")} }, call);
  }`;
}

/** `arguments` can't name a parameter in a module. */
const toIdentifier = (input: string) => (input === "arguments" ? "args" : input);

function renderOptionsType(table: Table, name: string, operation: OperationEntry): string[] {
  const options = listNamedInputs(operation);
  if (options.length === 0) return [];
  const { input, client } = operation;
  const call = client!.resource ? `${client!.resource}.${client!.method}` : client!.method;
  const members = options.map((key) => {
    const schema = input.properties[key]!;
    const text = [
      schema["description"],
      ...("default" in schema ? [`Default: ${JSON.stringify(schema["default"])}.`] : []),
    ];
    return `${renderDoc(nameCalls(table, text.filter(Boolean).join(" ")), "  ")}\n  readonly ${key}?: ${renderType(schema)};`;
  });
  return [
    `/** Options of \`${call}\`. */\nexport interface ${toPascalCase(name)}Options {\n${members.join("\n")}\n}`,
  ];
}

function renderModel({ unnamedResults }: ServiceClient, name: string, schema: Schema): string {
  const result = unnamedResults.get(name);
  const type = result
    ? `operations["${result.operation}"]["responses"]["${result.status}"]["content"]["application/json"]`
    : `components["schemas"]["${name}"]`;
  return `${renderDoc(schema["description"] ?? name)}\nexport type ${name} = ${type};`;
}

function renderRoutes({ operations }: Table): string {
  const routes = Object.entries(operations).map(([name, operation]) => {
    const members = [
      `endpoint: "${operation.method} ${operation.path}"`,
      ...Object.entries(readRouteFacts(operation)).map(([fact, value]) => `${fact}: ${value}`),
    ];
    return `  ${name}: { ${members.join(", ")} },`;
  });
  return `const ROUTES = {\n${routes.join("\n")}\n} as const satisfies Record<string, Route>;`;
}
