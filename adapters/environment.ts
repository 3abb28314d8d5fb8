import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { createRate, isLoopback, type Rate } from "../core/index.ts";
import type { AppOverrides } from "./app-overrides.ts";
import type { AddressRange } from "./client-address.ts";
import { type Country, DEFAULT_COUNTRIES } from "./payments/stripe/countries.ts";
import { COMMERCE_SETTINGS } from "./settings/commerce.ts";
import { findNearest } from "./settings/find-nearest.ts";
import { FORMER_NAMES } from "./settings/former-names.ts";
import { PLATFORM_SETTINGS } from "./settings/platform.ts";
import { contentMistakes } from "./settings/protected.ts";
import { SHARED_SETTINGS } from "./settings/shared.ts";
import { SITE_SETTINGS } from "./settings/site.ts";

const emptyToUndefined = (value: unknown) => (value === "" ? undefined : value);

/** Every setting: an environment variable, what it must be, and what it is for. */
const SETTINGS = {
  ...SITE_SETTINGS,
  ...COMMERCE_SETTINGS,
  ...PLATFORM_SETTINGS,
  ...SHARED_SETTINGS,
};

type ParsedSettings = {
  [Name in keyof typeof SETTINGS]?: z.output<(typeof SETTINGS)[Name]["schema"]>;
};

/** What the platform service is, and where. */
export interface PlatformSettings {
  /** The public origin; none where it is where the service listens. */
  readonly publicOrigin: string | undefined;
  readonly hostname: string;
  readonly port: number;
  readonly hosts: readonly string[];
  readonly catalogFolder: string;
  /** Origins that people may be sent back to, besides its own and this machine's. */
  readonly returnOrigins: readonly string[];
  /** Servers that stand in for apps, by their slugs. */
  readonly appOverrides: AppOverrides;
  /** Origins of the operator's own network that may be reached; those of stand-ins too. */
  readonly outboundAllow: readonly string[];
  /** What each key is held to; none: nobody is counted. */
  readonly keyRate: Rate | undefined;
  /** What each network is held to that shows no good key; none: nobody is counted. */
  readonly unauthenticatedRate: Rate | undefined;
}

/** The settings, as the rest of the program takes them. */
export interface Settings {
  /** Whether the site service is served. */
  readonly site: boolean;
  /** None: the platform service is not served. */
  readonly platform: PlatformSettings | undefined;
  /** A folder or a live site; none: the demo site. */
  readonly content: { readonly folder: string } | { readonly url: URL } | undefined;
  /** The public origin; none where it is where the service listens. */
  readonly publicOrigin: string | undefined;
  readonly hostname: string;
  readonly port: number;
  readonly hosts: readonly string[];
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly contact: string | undefined;
  /** Whom to tell of a weakness, as a URL, and what becomes of it. */
  readonly security: { readonly contact: string; readonly policy: string | undefined } | undefined;
  /** The site to stand in front of, and whether it is asked by its own Host; none: pages are served from the content. */
  readonly upstream: { readonly origin: string; readonly usesOwnHost: boolean } | undefined;
  /** As a Content-Signal line has it; none: nothing is said. */
  readonly contentSignal: string | undefined;
  readonly aiAgents: "allow" | "disallow" | undefined;
  readonly htmlHints: boolean;
  /** None: nothing is sold by Stripe. */
  readonly stripe:
    | {
        readonly key: string;
        readonly webhookSecret: string | undefined;
        readonly apiUrl: string | undefined;
      }
    | undefined;
  readonly shipsTo: readonly Country[];
  readonly terms: string | undefined;
  readonly privacy: string | undefined;
  /** The file of what is for sale; it was in order when the settings were read. */
  readonly products: string | undefined;
  /** Whether the profiles of UCP platforms are fetched and looked at. */
  readonly ucpProfileCheck: boolean;
  readonly mcpOrigins: readonly string[];
  readonly dataFolder: string;
  /** One key or several, as they are given; none: a file in the data folder. */
  readonly secretsKey: string | undefined;
  /** With its password; none: a file in the data folder. */
  readonly databaseUrl: string | undefined;
  /** None: nobody is counted. */
  readonly rate: Rate | undefined;
  /** Of agents whose signature is verified; none: they are clients like any other. */
  readonly verifiedRate: Rate | undefined;
  /** Whether signatures are verified, and made. */
  readonly webBotAuth: boolean;
  readonly trustedProxies: readonly AddressRange[];
  readonly metrics: "on" | "off" | "loopback";
  /** None: what suits where the output goes. */
  readonly log: "pretty" | "json" | "off" | undefined;
}

/** What begins so is meant for us. */
const OWN_PREFIX = /^(SITE|PLATFORM|CATALOG|OUTBOUND|SECRETS)_/;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings, or says in sentences what is wrong with them. */
export function readSettings(environment: Environment): Settings | { wrong: string[] } {
  const { settings, wrong } = parseSettings(environment);
  const messages = wrong.map(({ message, hint }) => (hint ? `${message} ${hint}` : message));
  return messages.length > 0 ? { wrong: messages } : settings;
}

/** What is wrong with a setting. */
export interface InvalidSetting {
  readonly name: string;
  readonly message: string;
  /** What to do. */
  readonly hint?: string;
}

/** Reads the settings, and takes the default for each that something is wrong with. */
export function parseSettings(environment: Environment): {
  settings: Settings;
  wrong: InvalidSetting[];
} {
  const wrong: InvalidSetting[] = [];
  const parsed: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(SETTINGS)) {
    const value = emptyToUndefined(environment[name]);
    if (value === undefined) continue;
    const result = schema.safeParse(value);
    if (result.success) parsed[name] = result.data;
    else
      wrong.push(
        ...result.error.issues.map(({ message }) => ({
          name,
          message: `${name} ${redactCredentials(message)}.`,
        })),
      );
  }
  for (const [name, newName] of Object.entries(FORMER_NAMES)) {
    if (emptyToUndefined(environment[name]) !== undefined)
      wrong.push({
        name,
        message: `${name} is now called ${newName}.`,
        hint: `Rename ${name} to ${newName}.`,
      });
  }
  for (const name of Object.keys(environment)) {
    if (OWN_PREFIX.test(name) && !(name in SETTINGS) && !(name in FORMER_NAMES))
      wrong.push({
        name,
        message: `${name} is no setting; did you mean ${findNearest(name, Object.keys(SETTINGS)).setting}?`,
      });
  }
  for (const name of ["STRIPE_WEBHOOK_SECRET", "STRIPE_API_URL"]) {
    if (name in parsed && !emptyToUndefined(environment["STRIPE_SECRET_KEY"]))
      wrong.push({ name, message: `${name} is set, but STRIPE_SECRET_KEY is not.` });
  }
  if ("SITE_SECURITY_POLICY" in parsed && !emptyToUndefined(environment["SITE_SECURITY_CONTACT"]))
    wrong.push({
      name: "SITE_SECURITY_POLICY",
      message: "SITE_SECURITY_POLICY is set, but SITE_SECURITY_CONTACT is not.",
    });
  if ("SITE_ORIGIN" in parsed && "SITE_CONTENT" in parsed)
    wrong.push({
      name: "SITE_ORIGIN",
      message:
        "SITE_ORIGIN and SITE_CONTENT are both set: the pages are either those of the site behind, or the content's.",
    });
  if ("SITE_ORIGIN" in parsed && parsed["SITE_ORIGIN"] === parsed["SITE_URL"])
    wrong.push({
      name: "SITE_ORIGIN",
      message: `SITE_ORIGIN is ${String(parsed["SITE_ORIGIN"])}, as SITE_URL is: the service would stand in front of itself.`,
    });
  if ("SITE_ORIGIN_HOST" in parsed && !emptyToUndefined(environment["SITE_ORIGIN"]))
    wrong.push({
      name: "SITE_ORIGIN_HOST",
      message: "SITE_ORIGIN_HOST is set, but SITE_ORIGIN is not.",
    });
  if ("SITE_PRODUCTS" in parsed && "STRIPE_SECRET_KEY" in parsed)
    wrong.push({
      name: "SITE_PRODUCTS",
      message:
        "SITE_PRODUCTS and STRIPE_SECRET_KEY are both set: what is for sale is either the file's, in the sandbox, or Stripe's.",
    });
  if (parsed["SITE"] === "off" && parsed["PLATFORM"] === "off")
    wrong.push({
      name: "PLATFORM",
      message: "SITE and PLATFORM are both off: there would be nothing to serve.",
    });
  const values = parsed as ParsedSettings;
  const clientRate = "RATE_LIMIT" in values ? values.RATE_LIMIT : createRate(60, 60);
  const settings: Settings = {
    site: values.SITE !== "off",
    platform: values.PLATFORM === "off" ? undefined : createPlatformSettings(values),
    content: values.SITE_CONTENT,
    publicOrigin: values.SITE_URL,
    hostname: values.SITE_HOST ?? "127.0.0.1",
    port: values.SITE_PORT ?? 4100,
    hosts: values.SITE_HOSTS ?? [],
    name: values.SITE_NAME,
    description: values.SITE_DESCRIPTION,
    contact: values.SITE_SUPPORT,
    security: values.SITE_SECURITY_CONTACT
      ? { contact: values.SITE_SECURITY_CONTACT, policy: values.SITE_SECURITY_POLICY }
      : undefined,
    upstream: values.SITE_ORIGIN
      ? {
          origin: values.SITE_ORIGIN,
          usesOwnHost: values.SITE_ORIGIN_HOST
            ? values.SITE_ORIGIN_HOST === "own"
            : values.SITE_ORIGIN.startsWith("https:") || !values.SITE_URL,
        }
      : undefined,
    contentSignal: values.SITE_CONTENT_SIGNAL,
    aiAgents: values.SITE_AI_AGENTS,
    htmlHints: values.SITE_HTML_HINTS === "on",
    terms: values.SITE_TERMS,
    privacy: values.SITE_PRIVACY,
    stripe: values.STRIPE_SECRET_KEY
      ? {
          key: values.STRIPE_SECRET_KEY,
          webhookSecret: values.STRIPE_WEBHOOK_SECRET,
          apiUrl: values.STRIPE_API_URL,
        }
      : undefined,
    shipsTo: values.SITE_SHIPS_TO ?? DEFAULT_COUNTRIES,
    products: values.SITE_PRODUCTS,
    ucpProfileCheck: values.UCP_PROFILE_CHECK
      ? values.UCP_PROFILE_CHECK === "on"
      : isPublic(values.SITE_URL),
    mcpOrigins: values.MCP_ORIGINS ?? [],
    dataFolder: values.DATA_DIR ?? resolve("data"),
    databaseUrl: values.DATABASE_URL,
    secretsKey: values.SECRETS_KEY,
    rate: clientRate,
    verifiedRate:
      !clientRate || values.WEB_BOT_AUTH === "off"
        ? undefined
        : "RATE_LIMIT_VERIFIED" in values
          ? values.RATE_LIMIT_VERIFIED
          : createVerifiedRate(clientRate),
    webBotAuth: values.WEB_BOT_AUTH !== "off",
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    metrics: values.METRICS ?? "loopback",
    log: values.LOG,
  };
  const isWrong = (name: string) => wrong.some((each) => each.name === name);
  if (!isWrong("SITE_CONTENT") && !isWrong("DATA_DIR")) {
    wrong.push(...contentMistakes(settings, values.CATALOG_DIR));
  }
  return { settings, wrong };
}

/** Beside the program; or the package @jackfield/catalog, where that is installed and nothing was compiled. */
function findCatalogFolder(): string {
  const localFolder = fileURLToPath(new URL("../catalog", import.meta.url));
  if (existsSync(join(localFolder, "catalog.json"))) return localFolder;
  try {
    return dirname(fileURLToPath(import.meta.resolve("@jackfield/catalog/catalog.json")));
  } catch {
    return localFolder;
  }
}

function createPlatformSettings(read: ParsedSettings): PlatformSettings {
  return {
    publicOrigin: read.PLATFORM_URL,
    hostname: read.PLATFORM_HOST ?? "127.0.0.1",
    port: read.PLATFORM_PORT ?? 4200,
    hosts: read.PLATFORM_HOSTS ?? [],
    catalogFolder: read.CATALOG_DIR ?? findCatalogFolder(),
    returnOrigins: read.PLATFORM_RETURN_ORIGINS ?? [],
    appOverrides: read.APP_OVERRIDES ?? new Map(),
    outboundAllow: [...(read.OUTBOUND_ALLOW ?? []), ...(read.APP_OVERRIDES?.values() ?? [])],
    keyRate: "RATE_LIMIT_KEYS" in read ? read.RATE_LIMIT_KEYS : createRate(600, 60),
    unauthenticatedRate:
      "RATE_LIMIT_UNAUTHENTICATED" in read ? read.RATE_LIMIT_UNAUTHENTICATED : createRate(20, 60),
  };
}

const createVerifiedRate = ({ quota, windowSeconds, burst }: Rate): Rate =>
  createRate(quota * 5, windowSeconds, burst * 3);

/** Without an origin of its own, a site is where it listens: seen from this machine. */
const isPublic = (origin: string | undefined): boolean =>
  origin !== undefined && !isLoopback(new URL(origin).hostname);

/** The settings that an environment has, and what in it is called nearly like one. */
export function settingNames(environment: Environment): {
  set: string[];
  mistyped: { name: string; setting: string }[];
} {
  const names = Object.keys(environment).filter(
    (name) => environment[name] !== "" && environment[name] !== undefined,
  );
  const unknown = names
    .filter((name) => !(name in SETTINGS) && !(name in FORMER_NAMES) && !OWN_PREFIX.test(name))
    .map((name) => ({ name, ...findNearest(name.toUpperCase(), Object.keys(SETTINGS)) }));
  return {
    set: names.filter((name) => name in SETTINGS).sort(),
    mistyped: unknown.filter(({ similarity }) => similarity >= 0.75),
  };
}

/** The settings, listed for people. */
export function settingsHelp(): string {
  return Object.entries(SETTINGS)
    .map(([name, { value, help }]) => `  ${`${name}=${value}`.padEnd(25)} ${help}.`)
    .join("\n");
}

/** A user name and a password in a URL are nobody's business. */
const redactCredentials = (text: string) =>
  text.replaceAll(/\/\/(?!user:password@)[^\s/@]+@/g, "//…@");
