import type { Field } from "../../../ports/apps.ts";
import { isObject, listAt, membersOf, own, textAt } from "./document.ts";
import { plain } from "./plain.ts";

/** Where an app is reached, and what of the address is entered by who connects it. */
export interface Base {
  /** Without a slash at its end. */
  readonly base: string;
  readonly baseFields: readonly Field[];
}

/** The first server of a list (OpenAPI's `servers`) that can be reached from anywhere, https before http; otherwise why there is none. With `isOwn` one of the reader's own network will do. */
export function baseOf(
  servers: readonly unknown[],
  from?: string,
  { isOwn = false } = {},
): Base | { readonly wrong: string } {
  const found: Base[] = [];
  let wrong = "It names no server.";
  for (const server of servers.slice(0, 50)) {
    const base = serverBase(server, from, isOwn);
    if ("wrong" in base) wrong = base.wrong;
    else found.push(base);
  }
  return found.find(({ base }) => base.startsWith("https:")) ?? found[0] ?? { wrong };
}

/** The address of a product that everybody runs at an address of their own: the host is entered. */
export function enteredBase(servers: readonly unknown[]): Base {
  const url = textAt(servers.find(isObject), "url") ?? "/";
  const path = URL.parse(url.replace(/[{}]/g, ""), "https://host.invalid")?.pathname ?? "/";
  const host: Field = {
    name: "host",
    label: "Address of your server",
    secret: false,
    required: true,
    pattern: "[A-Za-z0-9.\\-]+(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~/\\-]*)?",
    help: "Such as app.example.com",
  };
  return { base: `https://{host}${path.replace(/\/+$/, "")}`, baseFields: [host] };
}

const VARIABLE = /\{([^{}/]{1,64})\}/g;
/** What documents write where everybody has a name of their own. */
const PLACEHOLDER =
  /^$|your|example|my[-_]?(?:domain|company|instance|shop|store|account)|tenant|company|subdomain|^<|^\{|xxx|domain/i;

function serverBase(
  server: unknown,
  from: string | undefined,
  isOwn: boolean,
): Base | { wrong: string } {
  const template = textAt(server, "url")?.trim();
  if (!template) return { wrong: "A server has no address." };
  const variables = new Map(membersOf(own(server, "variables")));
  const fields = new Map<string, Field>();
  let address = template.replace(VARIABLE, (_, name: string, at: number) => {
    const variable = variables.get(name);
    const fallback = textAt(variable, "default");
    const isInHost = at < hostEnd(template);
    if (fallback !== undefined && (!isInHost || at < template.indexOf("://"))) return fallback;
    if (fallback !== undefined && listAt(variable, "enum").length === 1) return fallback;
    const field = fieldOf(name, variable, fallback);
    fields.set(field.name, field);
    return `{${field.name}}`;
  });
  if (address.startsWith("//")) address = `https:${address}`;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address) && !address.startsWith("{")) {
    const resolved = from === undefined ? undefined : URL.parse(address, from);
    if (!resolved)
      return {
        wrong: `Its server ${template.slice(0, 80)} is relative, to an address that is not known.`,
      };
    address = decodeURI(resolved.href);
  }
  if (/^\{[^}]+\}\./.test(address)) address = `https://${address}`;
  const probe = URL.parse(address.replace(/\{([^}]*)\}/g, "x$1x").replace(/[_]/g, "-"));
  const wrong =
    whyNoAddress(probe, template) ?? (isOwn ? undefined : whyNotPublic(probe!, template));
  if (wrong) return { wrong };
  if (fields.size === 0 && /[{}]/.test(address))
    return { wrong: `Its server ${template.slice(0, 80)} has braces that stand for nothing.` };
  return { base: address.split(/[?#]/)[0]!.replace(/\/+$/, ""), baseFields: [...fields.values()] };
}

function hostEnd(template: string): number {
  const start = template.indexOf("://");
  const end = template.slice(start === -1 ? 0 : start + 3).search(/\/|\{[^}]*path\}/i);
  return end === -1 ? template.length : end + (start === -1 ? 0 : start + 3);
}

function whyNoAddress(url: URL | null, template: string): string | undefined {
  const shown = template.slice(0, 80);
  if (!url) return `Its server ${shown} is no address.`;
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return `Its server ${shown} is reached by neither https nor http.`;
  return url.username || url.password ? "Its server's address has a password in it." : undefined;
}

/** Why a server can't be reached from anywhere, as its address says; nothing if it seems that it can. */
export function whyNotPublic({ hostname: host }: URL, template: string): string | undefined {
  const shown = template.slice(0, 80);
  if (
    host === "localhost" ||
    /^(?:\[|127\.|10\.|0\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.)/.test(host)
  )
    return `Its server ${shown} is an address of this machine or of a private network.`;
  if (
    !host.includes(".") ||
    /\.(?:local|localhost|localdomain|internal|test|invalid|example|lan|home|external)$/.test(
      host,
    ) ||
    /(?:^|\.)example\.(?:com|org|net)$/.test(host)
  ) {
    return `Its server ${shown} is a name that means something only somewhere else.`;
  }
  return undefined;
}

function fieldOf(name: string, variable: unknown, fallback: string | undefined): Field {
  const values = listAt(variable, "enum").filter(
    (value): value is string => typeof value === "string" && value.length < 60,
  );
  const help = plain(own(variable, "description"), 160);
  const isPlaceholder =
    fallback === undefined || (values.length === 0 && PLACEHOLDER.test(fallback));
  const key = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^_+|_+$/g, "") || "value";
  return {
    name: key,
    label: key.replace(/[_-]+/g, " ").replace(/^./, (letter) => letter.toUpperCase()),
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
