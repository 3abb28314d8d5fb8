import {
  type InnerList,
  type Item,
  isInnerList,
  type Parameters,
  readDictionary,
  serializeBytes,
  serializeMember,
  serializeStrictly,
} from "./fields.ts";

/** The parts of an HTTP message that can be signed (RFC 9421 §2). */
export interface SignableMessage {
  /** Requests only. */
  readonly method?: string;
  /** Requests only: the absolute URL as it was sent. */
  readonly targetUri?: string;
  /** Responses only. */
  readonly status?: number;
  /** Returns a field by its lower-case name. Repeated fields are joined with `, `. */
  field(name: string): string | null;
  /** Responses only: the request of the response. */
  readonly request?: SignableMessage;
}

/** Why there is no signature base, and the component that causes the error. */
interface BaseError {
  readonly reason: "repeated" | "missing" | "unsupported";
  readonly component: string;
}

/**
 * Builds the signature base (RFC 9421 §2.5). `covered` is the signature's member of
 * `Signature-Input`.
 */
export function signatureBase(
  message: SignableMessage,
  covered: InnerList,
): { readonly base: string } | BaseError {
  const lines = new Map<string, string>();
  for (const component of covered[0]) {
    const identifier = serializeMember(component);
    if (lines.has(identifier)) return { reason: "repeated", component: identifier };
    const value = componentValue(message, component);
    if (typeof value === "object") return { ...value, component: identifier };
    lines.set(identifier, value);
  }
  let base = "";
  for (const [identifier, value] of lines) base += `${identifier}: ${value}\n`;
  return { base: `${base}"@signature-params": ${serializeMember(covered)}` };
}

const MISSING = { reason: "missing" } as const;
const UNSUPPORTED = { reason: "unsupported" } as const;
type ComponentValue = string | typeof MISSING | typeof UNSUPPORTED;

function componentValue(message: SignableMessage, [name, parameters]: Item): ComponentValue {
  if (typeof name !== "string") return UNSUPPORTED;
  if (parameters.has("req")) {
    if (parameters.get("req") !== true || !message.request) return UNSUPPORTED;
    return componentValue(message.request, [
      name,
      new Map([...parameters].filter(([key]) => key !== "req")),
    ]);
  }
  return name.startsWith("@")
    ? derivedComponent(message, name, parameters)
    : fieldValue(message, name, parameters);
}

/** Returns the value of a derived component (RFC 9421 §2.2). */
function derivedComponent(
  { method, targetUri, status }: SignableMessage,
  name: string,
  parameters: Parameters,
): ComponentValue {
  if (name === "@status") {
    if (parameters.size > 0) return UNSUPPORTED;
    return status === undefined ? MISSING : String(status);
  }
  if (method === undefined || targetUri === undefined) return MISSING;
  const { scheme, authority, path, query } = splitUri(targetUri);
  if (name === "@query-param") return queryParameter(query, parameters);
  if (parameters.size > 0) return UNSUPPORTED;
  switch (name) {
    case "@method":
      return method;
    case "@target-uri":
      return targetUri;
    case "@authority":
      return authority;
    case "@scheme":
      return scheme;
    case "@path":
      return path;
    case "@query":
      return `?${query ?? ""}`;
    case "@request-target":
      return query === undefined ? path : `${path}?${query}`;
    default:
      return UNSUPPORTED;
  }
}

const DEFAULT_PORT: Readonly<Record<string, string>> = { http: ":80", https: ":443" };

/** Splits a URI without `URL`, which would normalize the path. */
function splitUri(uri: string): {
  scheme: string;
  authority: string;
  path: string;
  query: string | undefined;
} {
  const schemeEnd = uri.indexOf("://");
  const scheme = uri.slice(0, schemeEnd).toLowerCase();
  const hash = uri.indexOf("#", schemeEnd);
  const end = hash === -1 ? uri.length : hash;
  const hostStart = schemeEnd + 3;
  const queryStart = uri.slice(0, end).indexOf("?", hostStart);
  const pathEnd = queryStart === -1 ? end : queryStart;
  const pathStart = uri.slice(0, pathEnd).indexOf("/", hostStart);
  const host = uri.slice(hostStart, pathStart === -1 ? pathEnd : pathStart).toLowerCase();
  const port = DEFAULT_PORT[scheme];
  return {
    scheme,
    authority: port !== undefined && host.endsWith(port) ? host.slice(0, -port.length) : host,
    path: pathStart === -1 ? "/" : uri.slice(pathStart, pathEnd),
    query: queryStart === -1 ? undefined : uri.slice(queryStart + 1, end),
  };
}

/**
 * Returns the value of `@query-param` (RFC 9421 §2.2.8). Repeated parameters are unsupported,
 * because a component has one value.
 */
function queryParameter(query: string | undefined, parameters: Parameters): ComponentValue {
  const name = parameters.get("name");
  if (parameters.size !== 1 || typeof name !== "string") return UNSUPPORTED;
  const values = [...new URLSearchParams(query ?? "")]
    .filter(([key]) => percentEncode(key) === name)
    .map(([, value]) => value);
  const [first, ...others] = values;
  if (first === undefined) return MISSING;
  return others.length === 0 ? percentEncode(first) : UNSUPPORTED;
}

/** Percent-encodes text as form values are encoded, but spaces as `%20`. */
const percentEncode = (text: string): string =>
  new URLSearchParams([["", text]]).toString().slice(1).replaceAll("+", "%20");

/**
 * Returns the value of a field component (RFC 9421 §2.1). `sf` is supported for known structured
 * fields. `bs` needs the separate lines of a field, but servers join lines with commas, so it is
 * supported only for fields without a comma. Trailers (`tr`) are unsupported.
 */
function fieldValue(
  message: SignableMessage,
  name: string,
  parameters: Parameters,
): ComponentValue {
  if (!/^[!#$%&'*+\-.^_`|~0-9a-z]+$/.test(name) || parameters.has("tr")) return UNSUPPORTED;
  const text = message.field(name);
  if (text === null) return MISSING;
  if (parameters.size === 0) return text.trim().replaceAll(/[ \t]*\r?\n[ \t]+/g, " ");
  const key = parameters.get("key");
  const isStrict = parameters.get("sf") === true;
  if (parameters.size === 1 && isStrict) return serializeStrictly(name, text) ?? UNSUPPORTED;
  if (parameters.size === 1 && parameters.get("bs") === true)
    return text.includes(",")
      ? UNSUPPORTED
      : serializeBytes(Uint8Array.from(text.trim(), (letter) => letter.charCodeAt(0)));
  if (parameters.size !== (isStrict ? 2 : 1) || typeof key !== "string") return UNSUPPORTED;
  const member = readDictionary(text)?.get(key);
  if (!member) return MISSING;
  return isInnerList(member) || member[0] !== true || member[1].size > 0
    ? serializeMember(member)
    : "?1";
}
