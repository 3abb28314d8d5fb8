/** What the clients of all languages are written from. */
import type { OpenApiDocument } from "../operations.ts";
import type { OperationEntry, Table } from "../table.ts";

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
  readonly table: Table;
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
    table,
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

/** The model that an operation returns. */
export function findOutput(name: string, { responses }: OperationEntry): string {
  const success = Object.entries(responses).find(([status]) => Number(status) < 300)?.[1];
  const ref = success?.["application/json"]?.["$ref"];
  if (typeof ref !== "string")
    throw new Error(`${name}: the clients need a named model as the JSON body of the response.`);
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/** The model of the items in a page. */
export function findItem({ $defs }: Table, name: string, page: string): string {
  const ref = $defs[page]?.["properties"]?.data?.items?.["$ref"];
  if (typeof ref !== "string")
    throw new Error(`${name}: a list needs \`data\` with items of a named model.`);
  return ref.slice(ref.lastIndexOf("/") + 1);
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
