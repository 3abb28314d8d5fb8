import { isObject, listAt, ownEntries, ownValue, textAt } from "../../../kit/json/json-access.ts";
import type { InputField } from "../../app.ts";
import { toPlainText } from "./plain-text.ts";

/** An app's base URL and the fields in it that users fill in when they connect the app. */
export interface BaseUrl {
  /** Without a trailing slash. May contain `{field}` placeholders. */
  readonly base: string;
  readonly baseFields: readonly InputField[];
}

/**
 * Picks the base URL from OpenAPI's `servers`: the first usable `https` server, otherwise the first
 * usable `http` server. If no server is usable, `error` explains why.
 *
 * @param documentUrl the URL against which relative servers are resolved
 * @param options with `isOwn`, servers in private networks are usable
 */
export function readBaseUrl(
  servers: readonly unknown[],
  documentUrl?: string,
  { isOwn = false } = {},
): BaseUrl | { readonly error: string } {
  const candidates: BaseUrl[] = [];
  let error = "The document lists no servers.";
  for (const server of servers.slice(0, 50)) {
    const base = parseServer(server, documentUrl, isOwn);
    if ("error" in base) error = base.error;
    else candidates.push(base);
  }
  return candidates.find(({ base }) => base.startsWith("https:")) ?? candidates[0] ?? { error };
}

/** The base URL of a self-hosted product, whose host users enter. */
export function selfHostedBaseUrl(servers: readonly unknown[]): BaseUrl {
  const url = textAt(servers.find(isObject), "url") ?? "/";
  const path = URL.parse(url.replace(/[{}]/g, ""), "https://host.invalid")?.pathname ?? "/";
  const host: InputField = {
    name: "host",
    label: "Server address",
    secret: false,
    required: true,
    pattern: "[A-Za-z0-9.\\-]+(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~/\\-]*)?",
    help: "For example, app.example.com",
  };
  return { base: `https://{host}${path.replace(/\/+$/, "")}`, baseFields: [host] };
}

const VARIABLE = /\{([^{}/]{1,64})\}/g;
/** Default values that stand for the customer's own name, such as `your-shop`. */
const PLACEHOLDER =
  /^$|your|example|my[-_]?(?:domain|company|instance|shop|store|account)|tenant|company|subdomain|^<|^\{|xxx|domain/i;

function parseServer(
  server: unknown,
  documentUrl: string | undefined,
  isOwn: boolean,
): BaseUrl | { error: string } {
  const template = textAt(server, "url")?.trim();
  if (!template) return { error: "A server has no URL." };
  const variables = new Map(ownEntries(ownValue(server, "variables")));
  const fields = new Map<string, InputField>();
  let address = template.replace(VARIABLE, (_, name: string, at: number) => {
    const variable = variables.get(name);
    const fallback = textAt(variable, "default");
    const isInHost = at < hostEnd(template);
    if (fallback !== undefined && (!isInHost || at < template.indexOf("://"))) return fallback;
    if (fallback !== undefined && listAt(variable, "enum").length === 1) return fallback;
    const field = variableField(name, variable, fallback);
    fields.set(field.name, field);
    return `{${field.name}}`;
  });
  if (address.startsWith("//")) address = `https:${address}`;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address) && !address.startsWith("{")) {
    const resolved = documentUrl === undefined ? undefined : URL.parse(address, documentUrl);
    if (!resolved)
      return {
        error: `The server URL "${template.slice(0, 80)}" is relative, but the document's own URL is unknown.`,
      };
    address = decodeURI(resolved.href);
  }
  if (/^\{[^}]+\}\./.test(address)) address = `https://${address}`;
  const probe = URL.parse(address.replace(/\{([^}]*)\}/g, "x$1x").replace(/[_]/g, "-"));
  const error =
    explainInvalidUrl(probe, template) ??
    (isOwn || !probe ? undefined : explainPrivateHost(probe, template));
  if (error) return { error };
  if (fields.size === 0 && /[{}]/.test(address))
    return {
      error: `The server URL "${template.slice(0, 80)}" has braces without a variable name.`,
    };
  return {
    base: address.replace(/[?#].*$/s, "").replace(/\/+$/, ""),
    baseFields: [...fields.values()],
  };
}

function hostEnd(template: string): number {
  const start = template.indexOf("://");
  const end = template.slice(start === -1 ? 0 : start + 3).search(/\/|\{[^}]*path\}/i);
  return end === -1 ? template.length : end + (start === -1 ? 0 : start + 3);
}

function explainInvalidUrl(url: URL | null, template: string): string | undefined {
  const shortened = template.slice(0, 80);
  if (!url) return `The server URL "${shortened}" is invalid.`;
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return `The server URL "${shortened}" uses neither https nor http.`;
  return url.username || url.password
    ? "The server URL contains a user name or password."
    : undefined;
}

/**
 * Explains why a server is not publicly reachable, judging by its host name. Returns `undefined` if
 * it seems to be.
 */
export function explainPrivateHost({ hostname: host }: URL, template: string): string | undefined {
  const shortened = template.slice(0, 80);
  if (
    host === "localhost" ||
    /^(?:\[|127\.|10\.|0\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(host)
  )
    return `The server URL "${shortened}" points to this machine or a private network.`;
  if (
    !host.includes(".") ||
    /\.(?:local|localhost|localdomain|internal|test|invalid|example|lan|home|external)$/.test(
      host,
    ) ||
    /(?:^|\.)example\.(?:com|org|net)$/.test(host)
  ) {
    return `The server URL "${shortened}" has a placeholder or private host name.`;
  }
  return undefined;
}

function variableField(name: string, variable: unknown, fallback: string | undefined): InputField {
  const values = listAt(variable, "enum").filter(
    (value): value is string => typeof value === "string" && value.length < 60,
  );
  const help = toPlainText(ownValue(variable, "description"), 160);
  const isPlaceholder =
    fallback === undefined || (values.length === 0 && PLACEHOLDER.test(fallback));
  const key = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^_+|_+$/g, "") || "value";
  return {
    name: key,
    label: key.replace(/[_-]+/g, " ").replace(/^./, (character) => character.toUpperCase()),
    secret: false,
    required: isPlaceholder,
    pattern:
      values.length > 1 && values.length <= 60
        ? values.map((value) => value.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|")
        : "[A-Za-z0-9][A-Za-z0-9.\\-]*",
    ...(help && { help }),
    ...(!isPlaceholder && { fallback }),
  };
}
