import type { AppRecord, Binding, ToolRecord } from "../../../ports/apps.ts";
import { Problem } from "../../../problem.ts";
import type { Connected } from "../connected.ts";
import { baseOf } from "./address.ts";
import { bodyOf } from "./body.ts";
import { credentialsOf } from "./credential.ts";
import { signed } from "./sigv4.ts";
import { headerText, joined, type Pair, pair, pairsOf, pathText, styleOf } from "./style.ts";
import { unfit } from "./unfit.ts";

/** A request as it is sent. Holds the credential: never logged, never kept. */
export interface ToolRequest {
  readonly method: Binding["method"];
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Whether the app carries it out once, however often it is sent. */
  readonly isOnce: boolean;
}

/** What a request is made of. */
export interface Ingredients {
  readonly record: AppRecord;
  readonly tool: ToolRecord & { readonly binding: Binding };
  /** Checked against the tool's schema. */
  readonly given: Readonly<Record<string, unknown>>;
  /** None where the app needs none. */
  readonly connected: Connected | undefined;
  /** Sent to apps that take a key by which they do something once. */
  readonly onceKey: string;
}

/**
 * The request that a tool with these arguments is. Throws the `Problem` "invalid_arguments" for what no request can carry,
 * and "connection_inactive" where what was entered makes no address of the app's own.
 */
export async function requestOf({
  record,
  tool,
  given,
  connected,
  onceKey,
}: Ingredients): Promise<ToolRequest> {
  const { binding } = tool;
  const base = baseOf(record, binding.base, enteredIn(record, connected));
  const query: Pair[] = [];
  const cookies: Pair[] = [];
  const headers: Record<string, string> = { accept: "application/json, text/*;q=0.9, */*;q=0.8" };
  const path = pathOf(binding, given);
  for (const [place, name, value] of binding.fixed ?? []) {
    if (place === "query") query.push(pair(name, value));
    else setHeader(headers, name, value, name);
  }
  for (const [argument, place, wire, text] of binding.slots) {
    const value = given[argument];
    if (value === undefined || value === null) continue;
    const name = wire === 0 ? argument : wire;
    if (place === "query") query.push(...pairsOf(name, value, styleOf(text, "form")));
    else if (place === "cookie")
      cookies.push(...pairsOf(name, value, { ...styleOf(text, "form"), explode: false }));
    else if (place === "header")
      setHeader(headers, name, headerText(value, styleOf(text, "simple")), argument);
  }
  for (const [name, value] of Object.entries(record.headers ?? {}))
    setHeader(headers, name, value, name);
  const { type, content } = bodyOf(binding, given);
  if (type) headers["content-type"] = type;
  const once = onceHeader(record, binding);
  if (once) headers[once] ??= onceKey;

  // The credential comes last: nothing that was given takes its place.
  for (const { in: place, name, prefix = "", value } of connected ? credentialsOf(connected) : []) {
    if (place === "header") setCredential(headers, name, prefix + value);
    else replace(place === "query" ? query : cookies, pair(name, prefix + value));
  }
  if (cookies.length > 0)
    headers["cookie"] = cookies.map(([name, value]) => `${name}=${value}`).join("; ");
  const url = addressOf(base, path, query);
  const request: ToolRequest = {
    method: binding.method,
    url,
    headers,
    ...(content !== undefined && { body: content }),
    isOnce: once !== undefined,
  };
  return connected?.method.type === "sigv4" ? signed(request, connected) : request;
}

/** What was entered that the base address may need; some apps have the credential in it, as Telegram has. */
function enteredIn(
  { baseFields }: AppRecord,
  connected: Connected | undefined,
): Readonly<Record<string, string>> {
  if (!connected || baseFields.length === 0) return {};
  const named = baseFields.flatMap(({ name, secret }) =>
    secret && connected.secrets[name] !== undefined
      ? [[name, connected.secrets[name]] as const]
      : [],
  );
  return named.length === 0
    ? connected.fields
    : { ...connected.fields, ...Object.fromEntries(named) };
}

/** Whether carrying it out again does nothing more (RFC 9110, section 9.2.1): such a request may be sent again. */
export const isSafe = ({ method }: Pick<Binding, "method">): boolean =>
  method === "GET" || method === "HEAD" || method === "OPTIONS";

/** The header by which the app does something once: as its record has it, or as the tool's own document declares it. */
function onceHeader({ idempotencyHeader }: AppRecord, binding: Binding): string | undefined {
  if (isSafe(binding)) return undefined;
  if (idempotencyHeader) return idempotencyHeader.toLowerCase();
  const declared = binding.slots.find(
    ([argument, place, wire]) =>
      place === "header" && /^(?:x-)?idempotency-key$/i.test(wire === 0 ? argument : wire),
  );
  return declared && (declared[2] === 0 ? declared[0] : declared[2]).toLowerCase();
}

/** The path with its arguments. A segment that is empty or dots would be another path, encoded or not. */
function pathOf({ path, slots }: Binding, given: Readonly<Record<string, unknown>>): string {
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const slot = slots.find(
      ([argument, place, wire]) => place === "path" && (wire === 0 ? argument : wire) === name,
    );
    const text = slot ? pathText(name, given[slot[0]], styleOf(slot[3], "simple")) : "";
    if (text === "" || text === "." || text === ";")
      throw unfit(
        slot?.[0] ?? name,
        "It is empty, but it is part of the path: the request would be another one.",
      );
    return text;
  });
  for (const segment of filled.split("/")) {
    if (/^(?:\.|%2e){1,2}$/i.test(segment)) {
      const slot = slots.find(
        ([argument, place]) => place === "path" && /^\.{1,2}$/.test(String(given[argument])),
      );
      throw unfit(
        slot?.[0] ?? "arguments",
        `It makes the path hold ${JSON.stringify(segment)}, which leads to another path.`,
      );
    }
  }
  return filled;
}

/** A path is appended to the base; what comes of it is still below the base, letter by letter. */
function addressOf(base: URL, path: string, query: readonly Pair[]): string {
  const below = base.origin + base.pathname.replace(/\/+$/, "");
  const url = URL.parse(`${below}${path.startsWith("/") || path === "" ? "" : "/"}${path}`);
  if (
    !url ||
    url.origin !== base.origin ||
    !url.href.startsWith(below) ||
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
  const search = joined(query);
  return search ? `${url.href}?${search}` : url.href;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** What belongs to the connection or to the credential, and no argument may say. */
const NOT_GIVEN =
  /^(?:host|connection|content-length|content-type|transfer-encoding|te|trailer|upgrade|expect|keep-alive|cookie|proxy-.*|http2-settings|accept-encoding)$/i;

function setHeader(
  headers: Record<string, string>,
  name: string,
  value: string,
  argument: string,
): void {
  if (!TOKEN.test(name) || NOT_GIVEN.test(name)) return;
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    throw unfit(argument, "It holds signs that a header can't carry, such as the end of a line.");
  headers[name.toLowerCase()] = value.trim();
}

function setCredential(headers: Record<string, string>, name: string, value: string): void {
  if (!TOKEN.test(name) || !/^[\x20-\x7e]+$/.test(value))
    throw new Problem(
      "connection_inactive",
      "The connection's credential holds signs that a header can't carry.",
      { hint: "Connect the app anew: a line end may have been copied along with the key." },
    );
  headers[name.toLowerCase()] = value;
}

function replace(pairs: Pair[], own: Pair): void {
  for (let at = pairs.length - 1; at >= 0; at -= 1)
    if (pairs[at]![0] === own[0]) pairs.splice(at, 1);
  pairs.push(own);
}
