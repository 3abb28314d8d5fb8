import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { isLoopback } from "../../core/lib/kit/loopback.ts";
import { createRate, type Rate } from "../../core/lib/kit/rate.ts";
import type { AppOverrides } from "../catalog/app-overrides.ts";
import { PROVIDER_SETTINGS, type ProviderValues } from "../payments/providers.ts";
import { type Country, DEFAULT_COUNTRIES } from "../payments/stripe/countries.ts";
import type { AddressRange } from "../rate-limit/client-address.ts";
import { findConflicts } from "./conflicts.ts";
import { findNearest } from "./find-nearest.ts";
import { FORMER_NAMES } from "./former-names.ts";
import { contentMistakes } from "./protected.ts";
import { type Environment, OWN_PREFIX, SETTINGS } from "./table.ts";

const emptyToUndefined = (value: unknown) => (value === "" ? undefined : value);

type ParsedSettings = {
  [Name in keyof typeof SETTINGS]?: z.output<(typeof SETTINGS)[Name]["schema"]>;
};

/** The settings of the platform service. */
export interface PlatformSettings {
  /** The public origin. Undefined if it is the URL that the service listens on. */
  readonly publicOrigin: string | undefined;
  readonly hostname: string;
  readonly port: number;
  readonly hosts: readonly string[];
  readonly catalogFolder: string;
  /** Origins that users may return to, besides the platform itself and loopback addresses. */
  readonly returnOrigins: readonly string[];
  /** Local servers that replace the APIs of apps. */
  readonly appOverrides: AppOverrides;
  /** Private origins that tools may reach, including those of app overrides. */
  readonly outboundAllow: readonly string[];
  /** The rate limit of each API key. Undefined: no limit. */
  readonly keyRate: Rate | undefined;
  /** The rate limit of each network without a valid API key. Undefined: no limit. */
  readonly unauthenticatedRate: Rate | undefined;
}

/** The validated settings. */
export interface Settings {
  /** Whether to serve the site. */
  readonly site: boolean;
  /** Undefined: the platform isn't served. */
  readonly platform: PlatformSettings | undefined;
  /** A folder or a live site. Undefined: the demo shop. */
  readonly content: { readonly folder: string } | { readonly url: URL } | undefined;
  /** The public origin. Undefined if it is the URL that the service listens on. */
  readonly publicOrigin: string | undefined;
  readonly hostname: string;
  readonly port: number;
  readonly hosts: readonly string[];
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly contact: string | undefined;
  /** Where to report vulnerabilities, as a URL, and the security policy. */
  readonly security: { readonly contact: string; readonly policy: string | undefined } | undefined;
  /**
   * The site behind the reverse proxy, and whether requests to it have its own Host. Undefined: no
   * reverse proxy.
   */
  readonly upstream: { readonly origin: string; readonly usesOwnHost: boolean } | undefined;
  /** The value of Content-Signal. */
  readonly contentSignal: string | undefined;
  readonly aiAgents: "allow" | "disallow" | undefined;
  readonly htmlHints: boolean;
  /** The settings of payment providers that are set. None: payments use the sandbox. */
  readonly payments: ProviderValues;
  readonly shipsTo: readonly Country[];
  readonly terms: string | undefined;
  readonly privacy: string | undefined;
  /** The products file. It was valid when the settings were read. */
  readonly products: string | undefined;
  /** Whether to fetch and verify the profiles of UCP platforms. */
  readonly ucpProfileCheck: boolean;
  readonly mcpOrigins: readonly string[];
  readonly dataFolder: string;
  /** The value of SECRETS_KEY. Undefined: a key file in the data folder. */
  readonly secretsKey: string | undefined;
  /** A PostgreSQL URL with its password. Undefined: a SQLite file in the data folder. */
  readonly databaseUrl: string | undefined;
  /** The rate limit of each client. Undefined: no limit. */
  readonly rate: Rate | undefined;
  /** The rate limit of each verified agent. Undefined: the rate limit of other clients. */
  readonly verifiedRate: Rate | undefined;
  /** Whether to verify the signatures of agents and to sign requests to third parties. */
  readonly webBotAuth: boolean;
  readonly trustedProxies: readonly AddressRange[];
  readonly metrics: "on" | "off" | "loopback";
  /** Undefined: pretty on a terminal, otherwise json. */
  readonly log: "pretty" | "json" | "off" | undefined;
}

/** Reads the settings. Returns error messages if any setting is invalid. */
export function readSettings(environment: Environment): Settings | { errors: string[] } {
  const { settings, errors } = parseSettings(environment);
  const messages = errors.map(({ message, hint }) => (hint ? `${message} ${hint}` : message));
  return messages.length > 0 ? { errors: messages } : settings;
}

/** An error in a setting. */
export interface InvalidSetting {
  readonly name: string;
  readonly message: string;
  /** How to fix it, in the imperative. */
  readonly hint?: string;
}

/** Reads the settings. Invalid ones get their default and are reported in `errors`. */
export function parseSettings(environment: Environment): {
  settings: Settings;
  errors: InvalidSetting[];
} {
  const errors: InvalidSetting[] = [];
  const parsed: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(SETTINGS)) {
    const value = emptyToUndefined(environment[name]);
    if (value === undefined) continue;
    const result = schema.safeParse(value);
    if (result.success) parsed[name] = result.data;
    else
      errors.push(
        ...result.error.issues.map(({ message }) => ({
          name,
          message: `${name} ${redactCredentials(message)}.`,
        })),
      );
  }
  for (const [name, newName] of Object.entries(FORMER_NAMES)) {
    if (emptyToUndefined(environment[name]) !== undefined)
      errors.push({
        name,
        message: `${name} is now called ${newName}.`,
        hint: `Rename ${name} to ${newName}.`,
      });
  }
  for (const name of Object.keys(environment)) {
    if (OWN_PREFIX.test(name) && !(name in SETTINGS) && !(name in FORMER_NAMES))
      errors.push({
        name,
        message: `${name} is not a setting.`,
        hint: `Did you mean ${findNearest(name, Object.keys(SETTINGS)).setting}?`,
      });
  }
  errors.push(...findConflicts(parsed, environment));
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
    payments: pickProviderValues(values),
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
    verifiedRate: createVerifiedRate(clientRate, values),
    webBotAuth: values.WEB_BOT_AUTH !== "off",
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    metrics: values.METRICS ?? "loopback",
    log: values.LOG,
  };
  const isInvalid = (name: string) => errors.some((each) => each.name === name);
  if (!isInvalid("SITE_CONTENT") && !isInvalid("DATA_DIR")) {
    errors.push(...contentMistakes(settings, values.CATALOG_DIR));
  }
  return { settings, errors };
}

/**
 * The default catalog folder: `catalog` in the program's folder or, if that has no catalog, the
 * installed package @jackfield/catalog.
 */
function findCatalogFolder(): string {
  const localFolder = fileURLToPath(new URL("../../catalog", import.meta.url));
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

function createVerifiedRate(
  clientRate: Rate | undefined,
  values: ParsedSettings,
): Rate | undefined {
  if (!clientRate || values.WEB_BOT_AUTH === "off") return undefined;
  if ("RATE_LIMIT_VERIFIED" in values) return values.RATE_LIMIT_VERIFIED;
  const { quota, windowSeconds, burst } = clientRate;
  return createRate(quota * 5, windowSeconds, burst * 3);
}

const pickProviderValues = (values: ParsedSettings): ProviderValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => name in PROVIDER_SETTINGS),
  ) as ProviderValues;

/** Without a public origin, a site is only reachable where it listens. */
const isPublic = (origin: string | undefined): boolean =>
  origin !== undefined && !isLoopback(new URL(origin).hostname);

/** Removes user names and passwords from URLs. */
const redactCredentials = (text: string) =>
  text.replaceAll(/\/\/(?!user:password@)[^\s/@]+@/g, "//…@");
