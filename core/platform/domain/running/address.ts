import { remember } from "../../../domain/freshness.ts";
import type { AppRecord } from "../../../ports/apps.ts";
import { Problem } from "../../../problem.ts";
import { matchesField } from "../patterns/pattern.ts";

/** The base address of a tool, with what was entered filled in; what of it the app itself has fixed can't be left. */
export function baseOf(
  { name, base, baseFields }: Pick<AppRecord, "name" | "base" | "baseFields">,
  own: string | undefined,
  entered: Readonly<Record<string, string>>,
): URL {
  const template = own ?? base;
  if (!template.includes("{")) return fixed(name, template);
  const filled = template.replaceAll(VARIABLE, (_, key: string, at: number) => {
    const field = baseFields.find((each) => each.name === key);
    const value = entered[key] || field?.fallback;
    if (!value)
      throw unusable(
        name,
        `the connection has no ${field?.label ?? key}, which is part of its address`,
      );
    if (!fits(value, field?.pattern, at < pathStart(template)))
      throw unusable(
        name,
        `${field?.label ?? key} is ${field?.secret ? "something" : JSON.stringify(value.slice(0, 100))} that can't be part of its address`,
      );
    return value;
  });
  const url = URL.parse(filled);
  if (!url || !staysAt(template, url, filled))
    throw unusable(name, "what was entered leads to another address than the app's own");
  return url;
}

/** Addresses in which nothing is entered, each read once. */
const read = new Map<string, URL>();
const MOST_READ = 2_000;

function fixed(name: string, address: string): URL {
  const known = read.get(address);
  if (known) return known;
  const url = URL.parse(address);
  if (!url || !staysAt(address, url, address))
    throw unusable(name, "its address is none that can be asked");
  remember(read, address, url, MOST_READ);
  return url;
}

const VARIABLE = /\{([^{}/]{1,64})\}/g;

/** What may stand in an address, whatever a field's own pattern says. */
const IN_HOST = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?::\d{1,5})?(?:\/[A-Za-z0-9._~/-]*)?$/;
const IN_PATH = /^[A-Za-z0-9._~@:+=, -]+$/;

function fits(value: string, pattern: string | undefined, isInHost: boolean): boolean {
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
function staysAt(template: string, url: URL, filled: string): boolean {
  const authority = template.slice(template.indexOf("://") + 3, pathStart(template));
  const before = authority.includes("{") ? authority.slice(0, authority.indexOf("{")) : authority;
  const behind = authority.includes("{")
    ? authority.slice(authority.lastIndexOf("}") + 1)
    : authority;
  // What was entered may hold a path only where it is the whole of the host.
  const isWhole = before === "" && behind === "";
  return (
    filled.startsWith(`${url.protocol}//`) &&
    template.startsWith(`${url.protocol}//`) &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === "" &&
    url.host.startsWith(plain(before)) &&
    url.host.endsWith(plain(behind)) &&
    (isWhole ||
      filled
        .slice(url.protocol.length + 2)
        .split("/")[0]!
        .toLowerCase() === url.host ||
      plain(authority) === url.host)
  );
}

/** As URLs write hosts: in lower case, without the scheme's own port. */
const plain = (authority: string) => authority.toLowerCase().replace(/:(?:443|80)$/, "");

const unusable = (app: string, why: string) =>
  new Problem("connection_inactive", `${app} can't be asked: ${why}.`, {
    hint: "Connect the app anew, and enter the address as it stands in the browser when you use it.",
  });
