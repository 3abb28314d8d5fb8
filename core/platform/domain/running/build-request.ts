import type { AppRecord, HttpBinding, ToolRecord } from "../../../ports/apps.ts";
import { Problem } from "../../../problem.ts";
import type { DecryptedConnection } from "../decrypted-connection.ts";
import { resolveBaseUrl } from "./base-url.ts";
import { placeCredentials } from "./credentials.ts";
import { invalidArgument } from "./invalid-argument.ts";
import { buildRequestBody } from "./request-body.ts";
import { signRequest } from "./sigv4.ts";
import {
  encodePair,
  formatHeaderValue,
  formatPathValue,
  joinPairs,
  type Pair,
  parseStyle,
  queryPairs,
} from "./style.ts";

/** A request as it is sent. Holds the credential: never logged, never kept. */
export interface ToolRequest {
  readonly method: HttpBinding["method"];
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Whether the app carries it out once, however often it is sent. */
  readonly isIdempotent: boolean;
}

/** What a request is made of. */
export interface RequestInputs {
  readonly record: AppRecord;
  readonly tool: ToolRecord & { readonly binding: HttpBinding };
  /** Checked against the tool's schema. */
  readonly args: Readonly<Record<string, unknown>>;
  /** None where the app needs none. */
  readonly connection: DecryptedConnection | undefined;
  /** Sent to apps that take a key by which they do something once. */
  readonly idempotencyKey: string;
}

/**
 * The request that a tool with these arguments is. Throws the `Problem` "invalid_arguments" for what no request can carry,
 * and "connection_inactive" where what was entered makes no address of the app's own.
 */
export async function buildRequest({
  record,
  tool,
  args,
  connection,
  idempotencyKey,
}: RequestInputs): Promise<ToolRequest> {
  const { binding } = tool;
  const base = resolveBaseUrl(record, binding.base, baseFieldValues(record, connection));
  const query: Pair[] = [];
  const cookies: Pair[] = [];
  const headers: Record<string, string> = { accept: "application/json, text/*;q=0.9, */*;q=0.8" };
  const path = fillPath(binding, args);
  for (const [location, name, value] of binding.fixed ?? []) {
    if (location === "query") query.push(encodePair(name, value));
    else setHeader(headers, name, value, name);
  }
  for (const [argument, location, wireName, styleText] of binding.slots) {
    const value = args[argument];
    if (value === undefined || value === null) continue;
    const name = wireName === 0 ? argument : wireName;
    if (location === "query") query.push(...queryPairs(name, value, parseStyle(styleText, "form")));
    else if (location === "cookie")
      cookies.push(
        ...queryPairs(name, value, { ...parseStyle(styleText, "form"), explode: false }),
      );
    else if (location === "header")
      setHeader(headers, name, formatHeaderValue(value, parseStyle(styleText, "simple")), argument);
  }
  for (const [name, value] of Object.entries(record.headers ?? {}))
    setHeader(headers, name, value, name);
  const { type, content } = buildRequestBody(binding, args);
  if (type) headers["content-type"] = type;
  const idempotencyHeader = findIdempotencyHeader(record, binding);
  if (idempotencyHeader) headers[idempotencyHeader] ??= idempotencyKey;

  // The credential comes last: nothing that was given takes its place.
  for (const { in: location, name, prefix = "", value } of connection
    ? placeCredentials(connection)
    : []) {
    if (location === "header") setCredential(headers, name, prefix + value);
    else replacePair(location === "query" ? query : cookies, encodePair(name, prefix + value));
  }
  if (cookies.length > 0)
    headers["cookie"] = cookies.map(([name, value]) => `${name}=${value}`).join("; ");
  const url = buildUrl(base, path, query);
  const request: ToolRequest = {
    method: binding.method,
    url,
    headers,
    ...(content !== undefined && { body: content }),
    isIdempotent: idempotencyHeader !== undefined,
  };
  return connection?.method.type === "sigv4" ? signRequest(request, connection) : request;
}

/** What was entered that the base address may need; some apps have the credential in it, as Telegram has. */
function baseFieldValues(
  { baseFields }: AppRecord,
  connection: DecryptedConnection | undefined,
): Readonly<Record<string, string>> {
  if (!connection || baseFields.length === 0) return {};
  const secretValues = baseFields.flatMap(({ name, secret }) =>
    secret && connection.secrets[name] !== undefined
      ? [[name, connection.secrets[name]] as const]
      : [],
  );
  return secretValues.length === 0
    ? connection.fields
    : { ...connection.fields, ...Object.fromEntries(secretValues) };
}

/** Whether carrying it out again does nothing more (RFC 9110, section 9.2.1): such a request may be sent again. */
export const isSafe = ({ method }: Pick<HttpBinding, "method">): boolean =>
  method === "GET" || method === "HEAD" || method === "OPTIONS";

/** The header by which the app does something once: as its record has it, or as the tool's own document declares it. */
function findIdempotencyHeader(
  { idempotencyHeader }: AppRecord,
  binding: HttpBinding,
): string | undefined {
  if (isSafe(binding)) return undefined;
  if (idempotencyHeader) return idempotencyHeader.toLowerCase();
  const declared = binding.slots.find(
    ([argument, location, wireName]) =>
      location === "header" &&
      /^(?:x-)?idempotency-key$/i.test(wireName === 0 ? argument : wireName),
  );
  return declared && (declared[2] === 0 ? declared[0] : declared[2]).toLowerCase();
}

/** The path with its arguments. A segment that is empty or dots would be another path, encoded or not. */
function fillPath({ path, slots }: HttpBinding, args: Readonly<Record<string, unknown>>): string {
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const slot = slots.find(
      ([argument, location, wireName]) =>
        location === "path" && (wireName === 0 ? argument : wireName) === name,
    );
    const text = slot ? formatPathValue(name, args[slot[0]], parseStyle(slot[3], "simple")) : "";
    if (text === "" || text === "." || text === ";")
      throw invalidArgument(
        slot?.[0] ?? name,
        "It is empty, but it is part of the path: the request would be another one.",
      );
    return text;
  });
  for (const segment of filled.split("/")) {
    if (/^(?:\.|%2e){1,2}$/i.test(segment)) {
      const slot = slots.find(
        ([argument, location]) => location === "path" && /^\.{1,2}$/.test(String(args[argument])),
      );
      throw invalidArgument(
        slot?.[0] ?? "arguments",
        `It makes the path hold ${JSON.stringify(segment)}, which leads to another path.`,
      );
    }
  }
  return filled;
}

/** A path is appended to the base; what comes of it is still below the base, letter by letter. */
function buildUrl(base: URL, path: string, query: readonly Pair[]): string {
  const baseUrl = base.origin + base.pathname.replace(/\/+$/, "");
  const url = URL.parse(`${baseUrl}${path.startsWith("/") || path === "" ? "" : "/"}${path}`);
  if (
    !url ||
    url.origin !== base.origin ||
    !url.href.startsWith(baseUrl) ||
    url.search ||
    url.hash ||
    url.username
  ) {
    throw new Problem(
      "invalid_arguments",
      "The arguments make an address that is not the tool's own.",
      { hint: "Look at the arguments that are part of the path." },
    );
  }
  const search = joinPairs(query);
  return search ? `${url.href}?${search}` : url.href;
}

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** What belongs to the connection or to the credential, and no argument may say. */
const FORBIDDEN_HEADERS =
  /^(?:host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|expect|keep-alive|cookie|proxy-.*|http2-settings|accept-encoding)$/i;

function setHeader(
  headers: Record<string, string>,
  name: string,
  value: string,
  argument: string,
): void {
  if (!HEADER_NAME.test(name) || FORBIDDEN_HEADERS.test(name)) return;
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw invalidArgument(
      argument,
      "It holds signs that a header can't carry, such as the end of a line.",
    );
  headers[name.toLowerCase()] = value.trim();
}

function setCredential(headers: Record<string, string>, name: string, value: string): void {
  if (!HEADER_NAME.test(name) || !/^[\x20-\x7e]+$/.test(value))
    throw new Problem(
      "connection_inactive",
      "The connection's credential holds signs that a header can't carry.",
      { hint: "Connect the app anew: a line end may have been copied along with the key." },
    );
  headers[name.toLowerCase()] = value;
}

function replacePair(pairs: Pair[], replacement: Pair): void {
  for (let index = pairs.length - 1; index >= 0; index -= 1)
    if (pairs[index]![0] === replacement[0]) pairs.splice(index, 1);
  pairs.push(replacement);
}
