import type { ClientRequest } from "../../../adapters/catalog/aws/client.ts";
import type { ServiceFacts } from "../../../adapters/catalog/aws/facts.ts";
import { canonicalJson } from "../../../core/lib/json-schema/json-value.ts";
import { parseJson } from "../../../core/lib/kit/json/parse-json.ts";

/** Jackfield's request, with the body as text. */
export interface ToolRequestText {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One difference: its class, and both values. */
export interface Difference {
  readonly kind: string;
  readonly client: string;
  readonly tool: string;
}

/** Headers of the client itself, of the connection, and those that are compared elsewhere. */
const IGNORED_HEADERS =
  /^(?:x-amz-user-agent|user-agent|amz-sdk-.*|host|content-length|content-type|x-amz-date|x-amz-content-sha256|authorization|accept|x-amzn-query-mode|smithy-protocol|idempotency-key)$/;
/** Tokens that the client invents. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Compares what a client and a tool send for the same input. */
export function compareRequests(
  client: ClientRequest,
  tool: ToolRequestText,
  protocol: ServiceFacts["protocol"],
): Difference[] {
  const url = new URL(tool.url);
  const clientBody = toText(client.body);
  const found = new DifferenceList();
  found.add("host", client.hostname, url.hostname);
  const scope = readScope(client.headers["authorization"]);
  // A client signs some operations of a service, such as those to sign in, with nothing.
  if (scope !== "") found.add("signature scope", scope, readScope(tool.headers["authorization"]));
  if (protocol === "query" || protocol === "ec2") {
    // A query and a form are the same to these protocols. The path of a queue's URL is its address,
    // so the URL need not be a parameter, too.
    const address = `QueueUrl=${url.origin}${url.pathname}`;
    const sent = [...queryPairs(client), ...pairs(clientBody)].filter(
      (pair) => pair !== "=" && (pair !== address || url.pathname === "/"),
    );
    if (!pairs(clientBody).includes(address)) found.add("path", client.path, url.pathname);
    found.addPairs("parameters", sent, [...pairs(url.search), ...pairs(tool.body)]);
    return found.all;
  }
  found.add("path", normalizePath(client.path), normalizePath(url.pathname));
  found.add("method", client.method, tool.method);
  found.addPairs("query", queryPairs(client), pairs(url.search));
  if (protocol === "rest-xml") found.add("body", clientBody, tool.body);
  else found.addJson(clientBody, tool.body, protocol.startsWith("json"));
  if (clientBody !== "" && tool.body !== "")
    found.add("content type", mediaType(client.headers), mediaType(tool.headers));
  for (const name of new Set([...Object.keys(client.headers), ...Object.keys(tool.headers)]))
    if (!IGNORED_HEADERS.test(name))
      found.add(`header ${name}`, client.headers[name] ?? "", tool.headers[name] ?? "");
  return found.all;
}

class DifferenceList {
  readonly all: Difference[] = [];

  add(kind: string, client: string, tool: string): void {
    if (client !== tool)
      this.all.push({ kind, client: client.slice(0, 300), tool: tool.slice(0, 300) });
  }

  addPairs(kind: string, client: readonly string[], tool: readonly string[]): void {
    const onlyClient = client.filter(
      (pair) => !tool.includes(pair) && !UUID.test(pair.split("=")[1] ?? ""),
    );
    this.add(
      kind,
      onlyClient.toSorted().join("&"),
      tool
        .filter((pair) => !client.includes(pair))
        .toSorted()
        .join("&"),
    );
  }

  /** No body is the same as `{}` for services with paths. Others reject requests without a body. */
  addJson(client: string, tool: string, needsBody: boolean): void {
    const empty = needsBody ? "" : "{}";
    const [sent, received] = [client || empty, tool || empty];
    const [ofClient, ofTool] = [parseJson(sent), parseJson(received)];
    if (ofClient === undefined || ofTool === undefined) this.add("body", sent, received);
    else this.add("body", canonicalJson(withoutTokens(ofClient, ofTool)), canonicalJson(ofTool));
  }
}

const toText = (body: ClientRequest["body"]): string =>
  typeof body === "string" ? body : Buffer.from(body ?? "").toString("latin1");

/** Services accept both media types of XML. */
const mediaType = (headers: Readonly<Record<string, string>>): string =>
  (headers["content-type"] ?? "").replace("text/xml", "application/xml");

/** The region, the service and the end of the scope of a signature. */
const readScope = (authorization = ""): string =>
  /Credential=[^/]+\/\d+\/([^,]+)/.exec(authorization)?.[1] ?? "";

/** Compares segments, so that `%2F` differs from `/`. */
const normalizePath = (path: string): string =>
  path
    .split("/")
    .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
    .join("/")
    .replace(/(.)\/$/, "$1");

const pairs = (text: string): string[] =>
  [...new URLSearchParams(text)].map(([name, value]) => `${name}=${value}`);

/** `x-id` names the operation for logs of the service. */
const queryPairs = ({ query = {} }: ClientRequest): string[] =>
  Object.entries(query)
    .filter(([name]) => name !== "x-id")
    .flatMap(([name, value]) =>
      (typeof value === "object" && value !== null ? [...value] : [value ?? ""]).map(
        (each) => `${name}=${each}`,
      ),
    );

const withoutTokens = (value: unknown, other: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value).filter(
          ([name, member]) =>
            !(typeof member === "string" && UUID.test(member)) ||
            Object.hasOwn(Object(other), name),
        ),
      );
