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

/** What of an HTTP message can be signed (RFC 9421 §2). */
export interface SignableMessage {
  /** Of a request. */
  readonly method?: string;
  /** Of a request: its absolute URL, as it was sent. */
  readonly targetUri?: string;
  /** Of a response. */
  readonly status?: number;
  /** By lower-case name; several of one name joined with `, `. */
  field(name: string): string | null;
  /** Of a response: the request that it answers. */
  readonly request?: SignableMessage;
}

/** Why there is no signature base, and the component that it is for. */
export interface BaseError {
  readonly fault: "repeated" | "missing" | "unsupported";
  readonly component: string;
}

/** The signature base (RFC 9421 §2.5) of what a signature covers, which its `Signature-Input` member says. */
export function signatureBase(
  message: SignableMessage,
  covered: InnerList,
): { readonly base: string } | BaseError {
  const lines = new Map<string, string>();
  for (const component of covered[0]) {
    const identifier = serializeMember(component);
    if (lines.has(identifier)) return { fault: "repeated", component: identifier };
    const value = componentValue(message, component);
    if (typeof value === "object") return { ...value, component: identifier };
    lines.set(identifier, value);
  }
  let base = "";
  for (const [identifier, value] of lines) base += `${identifier}: ${value}\n`;
  return { base: `${base}"@signature-params": ${serializeMember(covered)}` };
}

const MISSING = { fault: "missing" } as const;
const UNSUPPORTED = { fault: "unsupported" } as const;
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

/** RFC 9421 §2.2. */
function derivedComponent(
  { method, targetUri, status }: SignableMessage,
  name: string,
  parameters: Parameters,
): ComponentValue {
  if (name === "@status")
    return parameters.size > 0 ? UNSUPPORTED : status === undefined ? MISSING : String(status);
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

/** Read without building a URL, which would tidy the path up. */
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

/** RFC 9421 §2.2.8; of a name that stands there several times nothing can be said in one line. */
function queryParameter(query: string | undefined, parameters: Parameters): ComponentValue {
  const name = parameters.get("name");
  if (parameters.size !== 1 || typeof name !== "string") return UNSUPPORTED;
  const values = [...new URLSearchParams(query ?? "")]
    .filter(([key]) => percentEncode(key) === name)
    .map(([, value]) => value);
  if (values.length === 0) return MISSING;
  return values.length === 1 ? percentEncode(values[0]!) : UNSUPPORTED;
}

/** Percent-encoded as a form's values are, but a space as `%20`. */
const percentEncode = (text: string): string =>
  new URLSearchParams([["", text]]).toString().slice(1).replaceAll("+", "%20");

/**
 * RFC 9421 §2.1. `sf` needs the field's own type, which is known of those that are structured; `bs` its lines, which servers
 * have joined: where there is no comma, it was one. Trailers (`tr`) are not kept by anyone here.
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
