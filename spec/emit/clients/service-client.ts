/** What the clients of all languages are written from. */
import type { OpenApiDocument } from "../operations.ts";
import type { OperationEntry, Schema, Table } from "../table.ts";

/** A service that has clients. */
export interface ServiceClient {
  /** The name in lowercase: `platform`. */
  readonly service: string;
  /** The name of the class: `Jackfield`. */
  readonly className: string;
  /** The first sentence of the service's description. */
  readonly summary: string;
  /** Whether requests carry an API key. */
  readonly isKeyed: boolean;
  /** The environment variables that the clients read, and the URL without them. */
  readonly defaults: {
    readonly apiKeyVariable?: string;
    readonly baseUrlVariable: string;
    readonly baseUrl?: string;
  };
  /** Every result of an operation is a named model. */
  readonly table: Table;
  /** The results that the spec declares without a name, by the name that they have here. */
  readonly unnamedResults: ReadonlyMap<
    string,
    { readonly operation: string; readonly status: string }
  >;
}

/** What the transport must know of an operation besides its method and path. */
export interface RouteFacts {
  /** Whether inputs outside of the path are sent as a JSON body. */
  readonly hasBody?: true;
  /** Whether carrying out the request twice has the same effect as once. */
  readonly repeats?: true;
  /** Whether the operation takes an `idempotency_key`. */
  readonly hasKey?: true;
  /** The seconds that the service waits by default. */
  readonly waitSeconds?: number;
}

/** Reads a service's document and table. Returns undefined if the service has no client. */
export function readServiceClient(
  service: string,
  document: OpenApiDocument & { info: { description?: string } },
  table: Table,
): ServiceClient | undefined {
  const className = document["x-client"];
  if (className === undefined) return undefined;
  const isKeyed = document.security?.some((scheme) => Object.keys(scheme).length > 0) ?? false;
  const prefix = className.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase();
  return {
    service,
    className,
    isKeyed,
    ...nameResults(table),
    summary: (document.info.description ?? "").split("\n\n")[0]!,
    defaults: {
      ...(isKeyed && { apiKeyVariable: `${prefix}_API_KEY` }),
      baseUrlVariable: `${prefix}_BASE_URL`,
      // Everybody hosts the platform, so this is where a first start listens.
      ...(isKeyed && { baseUrl: "http://127.0.0.1:4200" }),
    },
  };
}

/** The operations of each resource. Those of the client itself have the resource "". */
export function groupByResource(table: Table): Map<string, [string, OperationEntry][]> {
  const resources = new Map<string, [string, OperationEntry][]>();
  for (const [name, operation] of Object.entries(table.operations)) {
    const resource = operation.client?.resource ?? "";
    resources.set(resource, [...(resources.get(resource) ?? []), [name, operation]]);
  }
  return resources;
}

/** Gives a name to every result that the spec declares inline: `CountToolsResult`. */
function nameResults(table: Table): Pick<ServiceClient, "table" | "unnamedResults"> {
  const unnamedResults = new Map<string, { operation: string; status: string }>();
  const $defs: Record<string, Schema> = { ...table.$defs };
  const operations = Object.entries(table.operations).map(([name, operation]) => {
    const { status, schema } = findResult(name, operation);
    if (typeof schema["$ref"] === "string") return [name, operation] as const;
    const model = `${name[0]!.toUpperCase()}${name.slice(1)}Result`;
    if (model in $defs) throw new Error(`${name}: its result is ${model}, which is another model.`);
    $defs[model] = { description: operation.summary, ...schema };
    unnamedResults.set(model, { operation: name, status });
    const responses = {
      ...operation.responses,
      [status]: { "application/json": { $ref: `#/$defs/${model}` } },
    };
    return [name, { ...operation, responses }] as const;
  });
  return { table: { ...table, $defs, operations: Object.fromEntries(operations) }, unnamedResults };
}

function findResult(name: string, { responses }: OperationEntry) {
  const success = Object.entries(responses).find(([status]) => Number(status) < 300);
  const schema = success?.[1]["application/json"];
  if (!success || !schema) throw new Error(`${name}: the clients need a JSON response.`);
  return { status: success[0], schema };
}

/** The model that an operation returns. */
export const findOutput = (name: string, operation: OperationEntry): string =>
  readModelName(findResult(name, operation).schema)!;

const readModelName = (schema: Schema | undefined): string | undefined =>
  (schema?.["$ref"] as string | undefined)?.split("/").at(-1);

/** The model of the items in a page. */
export function findItem({ $defs }: Table, name: string, page: string): string {
  const item = readModelName($defs[page]?.["properties"]?.data?.items);
  if (item === undefined)
    throw new Error(`${name}: a list needs \`data\` with items of a named model.`);
  return item;
}

/** The inputs that aren't positional. */
export const listNamedInputs = ({ client, input }: OperationEntry): string[] =>
  Object.keys(input.properties).filter((key) => !client!.positional.includes(key));

/** Reads what the transport must know of an operation. */
export function readRouteFacts({ source, client, input }: OperationEntry): RouteFacts {
  const wait: unknown = input.properties["timeout"]?.["default"];
  return {
    ...(Object.values(source).includes("body") && { hasBody: true }),
    ...(client!.repeats && { repeats: true }),
    ...("idempotency_key" in input.properties && { hasKey: true }),
    ...(typeof wait === "number" && { waitSeconds: wait }),
  };
}

/** The models that the operations use. Those of protocol operations only are left out. */
export function listReachableModels({ operations, $defs }: Table): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/\$defs\/(\w+)"/g)) {
      if (names.has(name)) continue;
      names.add(name);
      visit($defs[name]);
    }
  };
  for (const { input, responses } of Object.values(operations)) visit([input, responses]);
  return names;
}
