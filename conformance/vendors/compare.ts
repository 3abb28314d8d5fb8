import { canonicalJson } from "../../core/lib/json-schema/json-value.ts";
import { parseJson } from "../../core/lib/kit/json/parse-json.ts";

/** A request with the body as text. */
export interface WireRequest {
  readonly method: string;
  readonly url: string;
  /** By names in lowercase. */
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if there is none. */
  readonly body: string;
}

/** One difference: its class, and both values. */
export interface Difference {
  readonly kind: string;
  readonly client: string;
  readonly tool: string;
}

export interface CompareOptions {
  /** Names of query parameters that aren't compared, such as the credential. */
  readonly ignoredQuery?: RegExp | undefined;
  /** Names of headers that aren't compared. The media type of a body always is. */
  readonly ignoredHeaders?: RegExp | undefined;
  /** Whether the service rejects a request without a body. */
  readonly needsBody?: boolean | undefined;
}

interface Rule {
  readonly reason: string;
  readonly apply: (...values: never[]) => unknown;
}

const TOKEN = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The spellings that mean the same to every service, by name. */
export const RULES = {
  "path segments": {
    reason:
      "Characters that need no percent-encoding mean the same with it (RFC 3986, section 6.2.2). A slash doesn't, so segments are compared.",
    apply: (path: string): string =>
      path
        .split("/")
        .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
        .join("/"),
  },
  "trailing slash": {
    reason: "Documents and clients disagree about the slash at the end, and services ignore it.",
    apply: (path: string): string => path.replace(/(.)\/$/, "$1"),
  },
  "sorted pairs": {
    reason: "Services read parameters by name. The order matters only among those of one name.",
    apply: (text: string): string[] =>
      [...new URLSearchParams(text)]
        .toSorted(([first], [second]) => Number(first > second) - Number(first < second))
        .map(([name, value]) => `${name}=${value}`),
  },
  "canonical JSON": {
    reason: "The order of members and white space have no meaning in JSON (RFC 8259).",
    apply: canonicalJson,
  },
  "empty body": {
    reason: "A service that needs no body reads an empty object like no body.",
    apply: (text: string): string => text || "{}",
  },
  "generated tokens": {
    reason: "Clients invent a UUID (version 4) where an idempotency token is optional.",
    apply: (client: object, tool: object): object =>
      Object.fromEntries(
        Object.entries(client).filter(
          ([name, value]) =>
            !(typeof value === "string" && TOKEN.test(value)) || Object.hasOwn(tool, name),
        ),
      ),
  },
  "media type": {
    reason: "JSON and forms are UTF-8 with or without a charset, and XML has two media types.",
    apply: (type: string): string =>
      type
        .toLowerCase()
        .replace(/;\s*charset="?utf-8"?/, "")
        .replace("text/xml", "application/xml"),
  },
  scheme: {
    reason: "The name of an authentication scheme is case-insensitive (RFC 9110, section 11.1).",
    apply: (value: string): string => value.replace(/^[\w-]+(?= )/, (name) => name.toLowerCase()),
  },
  boundary: {
    reason: "Each multipart body has a random boundary.",
    apply: (text: string): string => {
      const boundary = /(?:^|\r\n)--([^\r\n]+?)--(?:\r\n)?$/.exec(text)?.[1];
      return boundary === undefined ? text : text.replaceAll(boundary, "boundary");
    },
  },
  "part headers": {
    reason:
      "The names of headers are case-insensitive, also in the parts of a multipart body (RFC 2045).",
    apply: (text: string): string =>
      text.replace(/^content-(?:disposition|type)(?=: )/gim, (name) => name.toLowerCase()),
  },
} as const satisfies Record<string, Rule>;

/** Compares what a client and a tool send for the same input. */
export function compareRequests(
  client: WireRequest,
  tool: WireRequest,
  { ignoredQuery, ignoredHeaders, needsBody = false }: CompareOptions = {},
): Difference[] {
  const [clientUrl, toolUrl] = [new URL(client.url), new URL(tool.url)];
  const query = (text: string) =>
    readPairs(text).filter((pair) => !ignoredQuery?.test(pair.slice(0, pair.indexOf("="))));
  return [
    ...compareTexts("host", clientUrl.host, toolUrl.host),
    ...compareTexts("path", normalizePath(clientUrl.pathname), normalizePath(toolUrl.pathname)),
    ...compareTexts("method", client.method, tool.method),
    ...comparePairs("query", query(clientUrl.search), query(toolUrl.search)),
    ...compareBodies(client, tool, needsBody),
    ...compareHeaders(client, tool, ignoredHeaders),
  ];
}

export const normalizePath = (path: string): string =>
  RULES["trailing slash"].apply(RULES["path segments"].apply(path));

/** The parameters of a query or a form, sorted and decoded: `name=value`. */
export const readPairs = (text: string): string[] => RULES["sorted pairs"].apply(text);

export const compareTexts = (kind: string, client: string, tool: string): Difference[] =>
  client === tool ? [] : [{ kind, client: client.slice(0, 300), tool: tool.slice(0, 300) }];

/** Compares parameters, each `name=value`. The difference has only those that one side sends. */
export function comparePairs(
  kind: string,
  client: readonly string[],
  tool: readonly string[],
): Difference[] {
  const sent = client.filter(
    (pair) => tool.includes(pair) || !TOKEN.test(pair.slice(pair.indexOf("=") + 1)),
  );
  if (sent.join("&") === tool.join("&")) return [];
  const only = (pairs: readonly string[], others: readonly string[]) =>
    pairs.filter((pair) => !others.includes(pair)).join("&");
  const [onlyClient, onlyTool] = [only(sent, tool), only(tool, sent)];
  return onlyClient === onlyTool
    ? compareTexts(kind, sent.join("&"), tool.join("&"))
    : compareTexts(kind, onlyClient, onlyTool);
}

function compareBodies(client: WireRequest, tool: WireRequest, needsBody: boolean): Difference[] {
  if (/^application\/x-www-form-urlencoded/.test(client.headers["content-type"] ?? ""))
    return comparePairs("body", readPairs(client.body), readPairs(tool.body));
  const fill = needsBody ? (text: string) => text : RULES["empty body"].apply;
  const [sent, received] = [fill(client.body), fill(tool.body)];
  const [ofClient, ofTool] = [parseJson(sent), parseJson(received)];
  if (ofClient === undefined || ofTool === undefined)
    return compareTexts("body", normalizeParts(sent), normalizeParts(received));
  const withoutTokens =
    isRecord(ofClient) && isRecord(ofTool)
      ? RULES["generated tokens"].apply(ofClient, ofTool)
      : ofClient;
  const canonical = RULES["canonical JSON"].apply;
  return compareTexts("body", canonical(withoutTokens), canonical(ofTool));
}

/** Rewrites a multipart body. Other text has no boundary, so that it doesn't change. */
function normalizeParts(text: string): string {
  const parts = RULES.boundary.apply(text);
  return parts.startsWith("--boundary") ? RULES["part headers"].apply(parts) : text;
}

function compareHeaders(
  client: WireRequest,
  tool: WireRequest,
  ignored: RegExp | undefined,
): Difference[] {
  const mediaType = ({ headers }: WireRequest) =>
    RULES["media type"].apply(headers["content-type"] ?? "").replace(/;\s*boundary=.*/, "");
  const names = [...new Set([...Object.keys(client.headers), ...Object.keys(tool.headers)])];
  const read = ({ headers }: WireRequest, name: string) =>
    name === "authorization" ? RULES.scheme.apply(headers[name] ?? "") : (headers[name] ?? "");
  return [
    ...(client.body !== "" && tool.body !== ""
      ? compareTexts("content type", mediaType(client), mediaType(tool))
      : []),
    ...names
      .filter((name) => name !== "content-type" && !ignored?.test(name))
      .flatMap((name) => compareTexts(`header ${name}`, read(client, name), read(tool, name))),
  ];
}

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
