import { isSafeMethod } from "../../kit/net/safe-method.ts";
import type { AppRecord } from "../app.ts";
import type { Composer } from "../body/composer.ts";
import { numberedPairs } from "../body/numbered-pairs.ts";
import { buildRequestBody } from "../body/request-body.ts";
import { passedUpload, uploadKind } from "../body/upload.ts";
import { placeCredentials } from "../credentials/credentials.ts";
import type { DecryptedConnection } from "../credentials/decrypted-connection.ts";
import { signRequest } from "../credentials/sigv4.ts";
import type { HttpBinding, ToolRecord } from "../tool-record.ts";
import { fillArguments } from "./arguments/fill-arguments.ts";
import { resolveBaseUrl } from "./base-url.ts";
import { addHostPrefix } from "./host-prefix.ts";
import { argumentError, connectionError } from "./request-error.ts";
import { buildUrl, fillPath } from "./request-url.ts";
import { encodePair, formatHeaderValue, type Pair, parseStyle, queryPairs } from "./style.ts";
import { formatTimestamps } from "./timestamps.ts";
import type { ToolRequest } from "./tool-request.ts";

export interface RequestInputs {
  readonly record: AppRecord;
  readonly tool: ToolRecord & { readonly binding: HttpBinding };
  /** Already validated against the tool's input schema. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Undefined if the tool needs no authentication. */
  readonly connection: DecryptedConnection | undefined;
  /** Sent only to apps that support idempotency keys. */
  readonly idempotencyKey: string;
  /** The composer that the tool's body names. */
  readonly composer?: Composer | undefined;
}

/**
 * Builds the HTTP request for a run of a tool.
 *
 * @throws an `InvalidInputError` if an argument can't be sent, or if the connection's values don't
 * result in a request to the app. Its pointer starts with `/args` or `/connection`
 */
export async function buildRequest({
  record,
  tool,
  args: passedArgs,
  connection,
  idempotencyKey,
  composer,
}: RequestInputs): Promise<ToolRequest> {
  const { binding } = tool;
  const filledArgs = fillArguments(record, binding, passedArgs, connection);
  const args = formatTimestamps(filledArgs, binding.timestamps);
  const upload = passedUpload(binding, args);
  const base = addHostPrefix(
    resolveBaseUrl(record, upload?.base ?? binding.base, baseFieldValues(record, connection)),
    binding,
    args,
  );
  const query: Pair[] = [];
  const cookies: Pair[] = [];
  const headers: Record<string, string> = { accept: "application/json, text/*;q=0.9, */*;q=0.8" };
  const path = fillPath(binding, args);
  for (const { in: location, name, value } of binding.fixed ?? []) {
    if (isPassed(binding, location, name, args)) continue;
    if (location === "query") query.push(encodePair(name, value));
    else setHeader(headers, name, value, name);
  }
  for (const { argument, in: location, name, style: styleText } of binding.slots) {
    const value = args[argument];
    if (value === undefined || value === null) continue;
    if (location === "query")
      query.push(
        ...(styleText === "numbered"
          ? numberedPairs(name, value, binding.names)
          : queryPairs(name, value, parseStyle(styleText, "form"))),
      );
    else if (location === "cookie")
      cookies.push(
        ...queryPairs(name, value, { ...parseStyle(styleText, "form"), explode: false }),
      );
    else if (location === "header")
      setHeader(headers, name, formatHeaderValue(value, parseStyle(styleText, "simple")), argument);
  }
  for (const [name, value] of Object.entries(record.headers ?? {}))
    setHeader(headers, name, value, name);
  const { type, content, headers: bodyHeaders = {} } = buildRequestBody(binding, args, composer);
  if (upload) query.push(encodePair(upload.parameter, uploadKind(upload, type)));
  if (type) headers["content-type"] = type;
  for (const [name, value] of Object.entries(bodyHeaders)) setHeader(headers, name, value, name);
  const idempotencyHeader = findIdempotencyHeader(record, binding);
  if (idempotencyHeader) headers[idempotencyHeader] ??= idempotencyKey;

  // Credentials are set last, so that no argument can replace them.
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
    isSafe: isSafeMethod(binding.method) && tool.annotations.readOnly,
    isIdempotent: idempotencyHeader !== undefined,
  };
  return connection?.method.type === "sigv4" ? signRequest(request, connection) : request;
}

/**
 * The values for the base URL. They include secrets, because some apps have the
 * credential in the URL.
 */
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

/** Whether an argument replaces a parameter with a fixed value, which then is its default. */
const isPassed = (
  { slots }: HttpBinding,
  location: string,
  name: string,
  args: Readonly<Record<string, unknown>>,
): boolean =>
  slots.some(
    (slot) =>
      slot.in === location &&
      slot.name === name &&
      args[slot.argument] !== undefined &&
      args[slot.argument] !== null,
  );

/**
 * The idempotency key header from the app's record or, failing that, from the tool's own
 * parameters.
 */
function findIdempotencyHeader(
  { idempotencyHeader }: AppRecord,
  binding: HttpBinding,
): string | undefined {
  if (isSafeMethod(binding.method)) return undefined;
  if (idempotencyHeader) return idempotencyHeader.toLowerCase();
  const declared = binding.slots.find(
    (slot) => slot.in === "header" && /^(?:x-)?idempotency-key$/i.test(slot.name),
  );
  return declared?.name.toLowerCase();
}

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Headers that belong to the HTTP connection or the credential, so no argument may set them. */
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
    throw argumentError(
      argument,
      "header_text",
      "Contains characters that are not allowed in a header, such as a line break.",
    );
  headers[name.toLowerCase()] = value.trim();
}

function setCredential(headers: Record<string, string>, name: string, value: string): void {
  if (!HEADER_NAME.test(name) || !/^[\x20-\x7e]+$/.test(value))
    throw connectionError(
      "credential_text",
      "The connection's credential contains characters that are not allowed in a header.",
    );
  headers[name.toLowerCase()] = value;
}

function replacePair(pairs: Pair[], replacement: Pair): void {
  for (let index = pairs.length - 1; index >= 0; index -= 1)
    if (pairs[index]?.[0] === replacement[0]) pairs.splice(index, 1);
  pairs.push(replacement);
}
