import { matchesField } from "../../json-schema/index.ts";
import { setRecent } from "../../kit/net/freshness.ts";
import { textBefore } from "../../kit/text/text-before.ts";
import type { AppRecord } from "../app.ts";
import { connectionError } from "./request-error.ts";

/**
 * Fills a connection's values into the base URL of an app, or into `override`, the base URL of one
 * tool.
 *
 * @throws an `InvalidInputError` with the rule `base_url` if a value is missing or invalid, or would
 * change a fixed part of the URL
 */
export function resolveBaseUrl(
  { name, base, baseFields }: Pick<AppRecord, "name" | "base" | "baseFields">,
  override: string | undefined,
  values: Readonly<Record<string, string>>,
): URL {
  const template = override ?? base;
  if (!template.includes("{")) return parseFixedUrl(name, template);
  const filled = template.replaceAll(VARIABLE, (_, key: string, at: number) => {
    const field = baseFields.find((each) => each.name === key);
    const value = values[key] || field?.fallback;
    if (!value)
      throw connectionError(
        "base_url",
        `The connection to ${name} lacks "${field?.label ?? key}", which is part of the base URL.`,
        key,
      );
    if (!isAllowedValue(value, field?.pattern, at < pathStart(template))) {
      const quoted = field?.secret ? "" : `: ${JSON.stringify(value.slice(0, 100))}`;
      throw connectionError(
        "base_url",
        `The connection to ${name} has an invalid "${field?.label ?? key}"${quoted}.`,
        key,
      );
    }
    return value;
  });
  const url = URL.parse(filled);
  if (!url || !staysAtTemplate(template, url, filled))
    throw connectionError(
      "base_url",
      `The connection to ${name} leads to a URL outside the app's own host.`,
    );
  return url;
}

/** Parsed base URLs without placeholders. */
const urlCache = new Map<string, URL>();
const MAX_CACHED_URLS = 2_000;

function parseFixedUrl(name: string, address: string): URL {
  const cached = urlCache.get(address);
  if (cached) return cached;
  const url = URL.parse(address);
  if (!url || !staysAtTemplate(address, url, address))
    throw connectionError("base_url", `The base URL of ${name} is invalid.`);
  setRecent(urlCache, address, url, MAX_CACHED_URLS);
  return url;
}

const VARIABLE = /\{([^{}/]{1,64})\}/g;

/** The characters allowed in a host and in a path, whatever a field's own pattern allows. */
const IN_HOST = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?::\d{1,5})?(?:\/[A-Za-z0-9._~/-]*)?$/;
const IN_PATH = /^[A-Za-z0-9._~@:+=, -]+$/;

function isAllowedValue(value: string, pattern: string | undefined, isInHost: boolean): boolean {
  if (
    value.length > 253 ||
    /(?:^|\/)\.{1,2}(?:\/|$)/.test(value) ||
    !(isInHost ? IN_HOST : IN_PATH).test(value)
  )
    return false;
  if (pattern === undefined) return !isInHost || /^[A-Za-z0-9-]+$/.test(value);
  return matchesField(pattern, value) === true;
}

/** The index at which a template's path starts. */
function pathStart(template: string): number {
  const slash = template.indexOf("/", template.indexOf("://") + 3);
  return slash === -1 ? template.length : slash;
}

/**
 * Whether a URL keeps the scheme of its template and the fixed parts of the host: the text before
 * the first placeholder and after the last one.
 */
function staysAtTemplate(template: string, url: URL, filled: string): boolean {
  const authority = template.slice(template.indexOf("://") + 3, pathStart(template));
  const prefix = authority.includes("{") ? authority.slice(0, authority.indexOf("{")) : authority;
  const suffix = authority.includes("{")
    ? authority.slice(authority.lastIndexOf("}") + 1)
    : authority;
  // A value may contain a path only if it replaces the whole host.
  const isWholeHostEntered = prefix === "" && suffix === "";
  return (
    filled.startsWith(`${url.protocol}//`) &&
    template.startsWith(`${url.protocol}//`) &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === "" &&
    url.host.startsWith(withoutDefaultPort(prefix)) &&
    url.host.endsWith(withoutDefaultPort(suffix)) &&
    (isWholeHostEntered ||
      textBefore(filled.slice(url.protocol.length + 2), "/").toLowerCase() === url.host ||
      withoutDefaultPort(authority) === url.host)
  );
}

/** An authority as the URL parser normalizes it: in lower case, without the default port. */
const withoutDefaultPort = (authority: string) =>
  authority.toLowerCase().replace(/:(?:443|80)$/, "");
