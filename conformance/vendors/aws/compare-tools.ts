import { loadClient, type ServiceClient } from "../../../adapters/catalog/aws/client.ts";
import { findServiceFacts, type ServiceFacts } from "../../../adapters/catalog/aws/facts.ts";
import type { OpenCatalog } from "../../../adapters/catalog/folder.ts";
import type { AppRecord } from "../../../core/lib/openapi-tools/index.ts";
import type { Difference } from "../compare.ts";
import { buildToolRequest, type HttpTool, readTools } from "../tool-requests.ts";
import type { ToolResult } from "../tool-results.ts";
import { compareAwsRequests } from "./compare-requests.ts";
import { createEquivalentInput, type EquivalentInput } from "./equivalent-input.ts";

const REGION = "eu-west-1";
const CREDENTIALS = { access_key_id: "AKIAAAAAAAAAAAAAAAAA", secret_access_key: "SECRET" };

/** Compares the tools of apps with the clients in a folder. Nothing is sent. */
export async function* compareAwsTools(
  catalog: OpenCatalog,
  folder: string,
  slugs: readonly string[],
): AsyncGenerator<ToolResult> {
  const clients = new Map<string, ServiceClient | undefined>();
  for await (const { record, tool, document } of readTools(catalog, slugs)) {
    const facts = findServiceFacts(document);
    const client = facts && findClient(clients, folder, facts);
    yield await compareTool(record, tool, facts, client);
  }
}

function findClient(
  clients: Map<string, ServiceClient | undefined>,
  folder: string,
  { client, protocol }: ServiceFacts,
): ServiceClient | undefined {
  const name = client.slice(0, client.lastIndexOf("@"));
  const key = `${name} ${protocol}`;
  if (!clients.has(key)) {
    const load = (isQuery: boolean) => {
      try {
        return loadClient(folder, name, { isQuery });
      } catch {
        return undefined;
      }
    };
    const own = load(false);
    const hasMoved = protocol === "query" && own?.protocol !== "AwsQueryProtocol";
    clients.set(key, hasMoved && own ? load(true) : own);
  }
  return clients.get(key);
}

async function compareTool(
  record: AppRecord,
  tool: HttpTool,
  facts: ServiceFacts | undefined,
  client: ServiceClient | undefined,
): Promise<ToolResult> {
  const result = {
    tool: tool.name,
    group: facts?.protocol ?? findProtocol(tool),
    client: facts?.client,
  };
  const skip = (skipped: string): ToolResult => ({ ...result, differences: [], skipped });
  if (!facts) return skip("no client");
  if (!client) return skip("client not installed");
  if (client.operations.size === 0) return skip("client without schemas");
  const operation = findOperation(client, tool);
  if (!operation) return skip("not in the client");
  const differences: Difference[] = [];
  for (const isRich of [false, true]) {
    const input = createEquivalentInput(tool, client.operations.get(operation)!, {
      isForm: facts.protocol === "query" || facts.protocol === "ec2",
      isRest: facts.protocol.startsWith("rest"),
      isRich,
    });
    const sent = await client.record(operation, input.client, REGION).catch(explain);
    if (typeof sent === "string") return skip(`the client rejects the input: ${sent}`);
    const built = await requestOf(record, tool, input, sent.body).catch(explain);
    if (typeof built === "string") differences.push({ kind: "rejected", client: "", tool: built });
    else differences.push(...compareAwsRequests(sent, built, facts.protocol));
  }
  return { ...result, differences };
}

const explain = (error: unknown): string => String((error as Error).message).slice(0, 120);

const findProtocol = ({ binding }: HttpTool): string => {
  const fixed = binding.fixed ?? [];
  if (fixed.some(({ name }) => /^x-amz-target$/i.test(name))) return "json";
  return fixed.some(({ name }) => name === "Action") ? "query" : "rest";
};

/** The operation with the tool's action, or else with its method and path. */
function findOperation(client: ServiceClient, { name, binding }: HttpTool): string | undefined {
  const fixed = (key: RegExp) => binding.fixed?.find((each) => key.test(each.name))?.value;
  const action =
    fixed(/^x-amz-target$/i)
      ?.split(".")
      .at(-1) ?? fixed(/^Action$/);
  if (action !== undefined) return client.operations.has(action) ? action : undefined;
  const flat = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const wanted = flat(name.slice(name.indexOf(".") + 1));
  const byName = [...client.operations.keys()].find((each) => flat(each) === wanted);
  const queries = (binding.fixed ?? []).filter((each) => each.in === "query");
  const exact = queries.map((each) => (each.value ? `${each.name}=${each.value}` : each.name));
  // The most specific ones: `?mode=import` before those without a query.
  const atPath = [...client.operations.values()].flatMap(({ name, traits, input }) => {
    const [path = "", query = ""] = traits.http?.[1].split("?") ?? [];
    const own = query.split("&").filter((each) => each !== "" && !each.startsWith("x-id="));
    // The client adds the bucket to some paths.
    const hasBucket = [...input.structIterator()].some(
      ([member, schema]) => member === "Bucket" && schema.getMergedTraits().httpLabel,
    );
    const prefix = hasBucket && !path.includes("{Bucket}") ? "/{}" : "";
    const isSame =
      traits.http?.[0] === binding.method &&
      prefix + normalize(path) === normalize(binding.path) &&
      own.every((each) => exact.includes(each.replace(/=$/, "")));
    return isSame ? [{ name, count: own.length }] : [];
  });
  const most = Math.max(...atPath.map(({ count }) => count));
  const candidates = atPath.filter(({ count }) => count === most).map((each) => each.name);
  if (byName !== undefined && (candidates.length === 0 || candidates.includes(byName)))
    return byName;
  return candidates.length === 1 ? candidates[0] : byName;
}

const normalize = (path: string): string =>
  path
    .replace(/#.*/, "")
    .replace(/\/$/, "")
    .replace(/\{[^}]+\}/g, "{}");

function requestOf(
  record: AppRecord,
  tool: HttpTool,
  { args, rawBody }: EquivalentInput,
  body: string | Uint8Array | undefined,
) {
  const raw = typeof body === "string" ? body : Buffer.from(body ?? "").toString();
  return buildToolRequest(
    { record, tool },
    rawBody === undefined ? args : { ...args, [rawBody]: raw },
    { ...CREDENTIALS, ...Object.fromEntries(record.baseFields.map(({ name }) => [name, REGION])) },
  );
}
