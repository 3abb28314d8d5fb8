import type { ClientRequest } from "../../../adapters/catalog/aws/client.ts";
import type { ServiceFacts } from "../../../adapters/catalog/aws/facts.ts";
import {
  comparePairs,
  compareRequests,
  compareTexts,
  type Difference,
  readPairs,
  type WireRequest,
} from "../compare.ts";

/** Headers of the client itself, of the connection, and those that are compared elsewhere. */
const IGNORED_HEADERS =
  /^(?:x-amz-user-agent|user-agent|amz-sdk-.*|host|content-length|x-amz-date|x-amz-content-sha256|authorization|accept|x-amzn-query-mode|smithy-protocol|idempotency-key)$/;

/** Compares what a client of AWS and a tool send for the same input. */
export function compareAwsRequests(
  client: ClientRequest,
  tool: WireRequest,
  protocol: ServiceFacts["protocol"],
): Difference[] {
  const sent = toWireRequest(client);
  const scope = readScope(sent.headers["authorization"]);
  const scopes =
    // A client signs some operations of a service, such as those to sign in, with nothing.
    scope === ""
      ? []
      : compareTexts("signature scope", scope, readScope(tool.headers["authorization"]));
  if (protocol === "query" || protocol === "ec2") return [...scopes, ...compareForms(sent, tool)];
  return [
    ...scopes,
    ...compareRequests(sent, tool, {
      ignoredHeaders: IGNORED_HEADERS,
      // It names the operation for logs of the service.
      ignoredQuery: /^x-id$/,
      needsBody: protocol.startsWith("json"),
    }),
  ];
}

/** A query and a form are the same to these protocols. */
function compareForms(client: WireRequest, tool: WireRequest): Difference[] {
  const [clientUrl, toolUrl] = [new URL(client.url), new URL(tool.url)];
  // The path of a queue's URL is its address, so the URL need not be a parameter, too.
  const address = `QueueUrl=${toolUrl.origin}${toolUrl.pathname}`;
  const sent = readPairs(`${clientUrl.search.slice(1)}&${client.body}`);
  return [
    ...compareTexts("host", clientUrl.host, toolUrl.host),
    ...(sent.includes(address) ? [] : compareTexts("path", clientUrl.pathname, toolUrl.pathname)),
    ...comparePairs(
      "parameters",
      sent.filter((pair) => pair !== "=" && (pair !== address || toolUrl.pathname === "/")),
      readPairs(`${toolUrl.search.slice(1)}&${tool.body}`),
    ),
  ];
}

function toWireRequest({ hostname, path, query = {}, body, ...rest }: ClientRequest): WireRequest {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      (typeof value === "object" && value !== null ? [...value] : [value ?? ""]).map(
        (each): [string, string] => [name, each],
      ),
    ),
  );
  return {
    ...rest,
    url: `https://${hostname}${path}?${search}`,
    body: typeof body === "string" ? body : Buffer.from(body ?? "").toString("latin1"),
  };
}

/** The region, the service and the end of the scope of a signature. */
const readScope = (authorization = ""): string =>
  /Credential=[^/]+\/\d+\/([^,]+)/.exec(authorization)?.[1] ?? "";
