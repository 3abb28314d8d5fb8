import { setRecent } from "../../../domain/freshness.ts";
import type { AppRecord } from "../../../ports/apps.ts";
import { Problem } from "../../../problem.ts";
import { matchesField } from "../patterns/pattern.ts";

/** The base address of a tool, with what was entered filled in; what of it the app itself has fixed can't be left. */
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
      throw unusableBaseProblem(
        name,
        `the connection has no ${field?.label ?? key}, which is part of its address`,
      );
    if (!isAllowedValue(value, field?.pattern, at < pathStart(template)))
      throw unusableBaseProblem(
        name,
        `${field?.label ?? key} is ${field?.secret ? "something" : JSON.stringify(value.slice(0, 100))} that can't be part of its address`,
      );
    return value;
  });
  const url = URL.parse(filled);
  if (!url || !staysAtTemplate(template, url, filled))
    throw unusableBaseProblem(name, "what was entered leads to another address than the app's own");
  return url;
}

/** Addresses in which nothing is entered, each read once. */
const urlCache = new Map<string, URL>();
const MAX_CACHED_URLS = 2_000;

function parseFixedUrl(name: string, address: string): URL {
  const cached = urlCache.get(address);
  if (cached) return cached;
  const url = URL.parse(address);
  if (!url || !staysAtTemplate(address, url, address))
    throw unusableBaseProblem(name, "its address is none that can be asked");
  setRecent(urlCache, address, url, MAX_CACHED_URLS);
  return url;
}

const VARIABLE = /\{([^{}/]{1,64})\}/g;

/** What may stand in an address, whatever a field's own pattern says. */
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

/** Where a template's path begins. */
function pathStart(template: string): number {
  const slash = template.indexOf("/", template.indexOf("://") + 3);
  return slash === -1 ? template.length : slash;
}

/** Whether an address has the scheme of its template, and all of the host that stands before the first and behind the last of what was entered. */
function staysAtTemplate(template: string, url: URL, filled: string): boolean {
  const authority = template.slice(template.indexOf("://") + 3, pathStart(template));
  const prefix = authority.includes("{") ? authority.slice(0, authority.indexOf("{")) : authority;
  const suffix = authority.includes("{")
    ? authority.slice(authority.lastIndexOf("}") + 1)
    : authority;
  // What was entered may hold a path only where it is the whole of the host.
  const isFixedAuthority = prefix === "" && suffix === "";
  return (
    filled.startsWith(`${url.protocol}//`) &&
    template.startsWith(`${url.protocol}//`) &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === "" &&
    url.host.startsWith(withoutDefaultPort(prefix)) &&
    url.host.endsWith(withoutDefaultPort(suffix)) &&
    (isFixedAuthority ||
      filled
        .slice(url.protocol.length + 2)
        .split("/")[0]!
        .toLowerCase() === url.host ||
      withoutDefaultPort(authority) === url.host)
  );
}

/** As URLs write hosts: in lower case, without the scheme's own port. */
const withoutDefaultPort = (authority: string) =>
  authority.toLowerCase().replace(/:(?:443|80)$/, "");

const unusableBaseProblem = (app: string, reason: string) =>
  new Problem("connection_inactive", `${app} can't be asked: ${reason}.`, {
    hint: "Connect the app anew, and enter the address as it stands in the browser when you use it.",
  });
