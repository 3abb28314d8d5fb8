import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { isLoopback, type Rate, rateOf } from "../core/index.ts";
import type { Range } from "./client.ts";
import { type Country, USUAL_COUNTRIES } from "./payments/stripe/countries.ts";
import { nearest } from "./settings/nearest.ts";
import { PLATFORM_SETTINGS } from "./settings/platform.ts";
import { contentMistakes } from "./settings/protected.ts";
import { SELLING_SETTINGS } from "./settings/selling.ts";
import { SHARED_SETTINGS } from "./settings/shared.ts";
import { SITE_SETTINGS } from "./settings/site.ts";
import type { StandIns } from "./stand-ins.ts";

const EMPTY_IS_UNSET = (value: unknown) => (value === "" ? undefined : value);

/** Every setting: an environment variable, what it must be, and what it is for. */
const SETTINGS = {
  ...SITE_SETTINGS,
  ...SELLING_SETTINGS,
  ...PLATFORM_SETTINGS,
  ...SHARED_SETTINGS,
};

type Raw = { [Name in keyof typeof SETTINGS]?: z.output<(typeof SETTINGS)[Name]["schema"]> };

/** What the platform service is, and where. */
export interface PlatformSettings {
  /** The public origin; none where it is where the service listens. */
  readonly publicOrigin: string | undefined;
  readonly hostname: string;
  readonly port: number;
  readonly hosts: readonly string[];
  readonly catalogueFolder: string;
  /** Origins that people may be sent back to, besides its own and this machine's. */
  readonly returnOrigins: readonly string[];
  /** Servers that stand in for apps, by their slugs. */
  readonly standIns: StandIns;
  /** Origins of the operator's own network that may be reached; those of stand-ins too. */
  readonly outboundAllow: readonly string[];
  /** What each key is held to; none: nobody is counted. */
  readonly keyRate: Rate | undefined;
  /** What each network is held to that shows no good key; none: nobody is counted. */
  readonly refusedRate: Rate | undefined;
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
  readonly behind: { readonly origin: string; readonly isOwnHost: boolean } | undefined;
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
  readonly trustedProxies: readonly Range[];
  readonly metrics: "on" | "off" | "loopback";
  /** None: what suits where the output goes. */
  readonly log: "pretty" | "json" | "off" | undefined;
}

/** What begins so is meant for us. */
const OURS = /^(SITE|PLATFORM|CATALOGUE|OUTBOUND|SECRETS)_/;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings, or says in sentences what is wrong with them. */
export function readSettings(environment: Environment): Settings | { wrong: string[] } {
  const { settings, wrong } = examineSettings(environment);
  const messages = wrong.map(({ sentence, hint }) => (hint ? `${sentence} ${hint}` : sentence));
  return messages.length > 0 ? { wrong: messages } : settings;
}

/** What is wrong with a setting. */
export interface WrongSetting {
  readonly name: string;
  readonly sentence: string;
  /** What to do. */
  readonly hint?: string;
}

/** Reads the settings, and takes the default for each that something is wrong with. */
export function examineSettings(environment: Environment): {
  settings: Settings;
  wrong: WrongSetting[];
} {
  const wrong: WrongSetting[] = [];
  const raw: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(SETTINGS)) {
    const value = EMPTY_IS_UNSET(environment[name]);
    if (value === undefined) continue;
    const parsed = schema.safeParse(value);
    if (parsed.success) raw[name] = parsed.data;
    else
      wrong.push(
        ...parsed.error.issues.map(({ message }) => ({
          name,
          sentence: `${name} ${withoutSecrets(message)}.`,
        })),
      );
  }
  for (const name of Object.keys(environment)) {
    if (OURS.test(name) && !(name in SETTINGS))
      wrong.push({
        name,
        sentence: `${name} is no setting; did you mean ${nearest(name, Object.keys(SETTINGS)).setting}?`,
      });
  }
  for (const name of ["STRIPE_WEBHOOK_SECRET", "STRIPE_API_URL"]) {
    if (name in raw && !EMPTY_IS_UNSET(environment["STRIPE_SECRET_KEY"]))
      wrong.push({ name, sentence: `${name} is set, but STRIPE_SECRET_KEY is not.` });
  }
  if ("SITE_SECURITY_POLICY" in raw && !EMPTY_IS_UNSET(environment["SITE_SECURITY_CONTACT"]))
    wrong.push({
      name: "SITE_SECURITY_POLICY",
      sentence: "SITE_SECURITY_POLICY is set, but SITE_SECURITY_CONTACT is not.",
    });
  if ("SITE_ORIGIN" in raw && "SITE_CONTENT" in raw)
    wrong.push({
      name: "SITE_ORIGIN",
      sentence:
        "SITE_ORIGIN and SITE_CONTENT are both set: the pages are either those of the site behind, or the content's.",
    });
  if ("SITE_ORIGIN" in raw && raw["SITE_ORIGIN"] === raw["SITE_URL"])
    wrong.push({
      name: "SITE_ORIGIN",
      sentence: `SITE_ORIGIN is ${String(raw["SITE_ORIGIN"])}, as SITE_URL is: the service would stand in front of itself.`,
    });
  if ("SITE_ORIGIN_HOST" in raw && !EMPTY_IS_UNSET(environment["SITE_ORIGIN"]))
    wrong.push({
      name: "SITE_ORIGIN_HOST",
      sentence: "SITE_ORIGIN_HOST is set, but SITE_ORIGIN is not.",
    });
  if ("SITE_PRODUCTS" in raw && "STRIPE_SECRET_KEY" in raw)
    wrong.push({
      name: "SITE_PRODUCTS",
      sentence:
        "SITE_PRODUCTS and STRIPE_SECRET_KEY are both set: what is for sale is either the file's, in the sandbox, or Stripe's.",
    });
  if (raw["SITE"] === "off" && raw["PLATFORM"] === "off")
    wrong.push({
      name: "PLATFORM",
      sentence: "SITE and PLATFORM are both off: there would be nothing to serve.",
    });
  const read = raw as Raw;
  const general = "RATE_LIMIT" in read ? read.RATE_LIMIT : rateOf(60, 60);
  const settings: Settings = {
    site: read.SITE !== "off",
    platform: read.PLATFORM === "off" ? undefined : platformOf(read),
    content: read.SITE_CONTENT,
    publicOrigin: read.SITE_URL,
    hostname: read.SITE_HOST ?? "127.0.0.1",
    port: read.SITE_PORT ?? 4100,
    hosts: read.SITE_HOSTS ?? [],
    name: read.SITE_NAME,
    description: read.SITE_DESCRIPTION,
    contact: read.SITE_SUPPORT,
    security: read.SITE_SECURITY_CONTACT
      ? { contact: read.SITE_SECURITY_CONTACT, policy: read.SITE_SECURITY_POLICY }
      : undefined,
    behind: read.SITE_ORIGIN
      ? {
          origin: read.SITE_ORIGIN,
          isOwnHost: read.SITE_ORIGIN_HOST
            ? read.SITE_ORIGIN_HOST === "own"
            : read.SITE_ORIGIN.startsWith("https:") || !read.SITE_URL,
        }
      : undefined,
    contentSignal: read.SITE_CONTENT_SIGNAL,
    aiAgents: read.SITE_AI_AGENTS,
    htmlHints: read.SITE_HTML_HINTS === "on",
    terms: read.SITE_TERMS,
    privacy: read.SITE_PRIVACY,
    stripe: read.STRIPE_SECRET_KEY
      ? {
          key: read.STRIPE_SECRET_KEY,
          webhookSecret: read.STRIPE_WEBHOOK_SECRET,
          apiUrl: read.STRIPE_API_URL,
        }
      : undefined,
    shipsTo: read.SITE_SHIPS_TO ?? USUAL_COUNTRIES,
    products: read.SITE_PRODUCTS,
    ucpProfileCheck: read.UCP_PROFILE_CHECK
      ? read.UCP_PROFILE_CHECK === "on"
      : isPublic(read.SITE_URL),
    mcpOrigins: read.MCP_ORIGINS ?? [],
    dataFolder: read.DATA_DIR ?? resolve("data"),
    databaseUrl: read.DATABASE_URL,
    secretsKey: read.SECRETS_KEY,
    rate: general,
    verifiedRate:
      !general || read.WEB_BOT_AUTH === "off"
        ? undefined
        : "RATE_LIMIT_VERIFIED" in read
          ? read.RATE_LIMIT_VERIFIED
          : verifiedRateOf(general),
    webBotAuth: read.WEB_BOT_AUTH !== "off",
    trustedProxies: read.TRUSTED_PROXIES ?? [],
    metrics: read.METRICS ?? "loopback",
    log: read.LOG,
  };
  const isWrong = (name: string) => wrong.some((each) => each.name === name);
  if (!isWrong("SITE_CONTENT") && !isWrong("DATA_DIR")) {
    wrong.push(...contentMistakes(settings, read.CATALOGUE_DIR));
  }
  return { settings, wrong };
}

/** Beside the program; or the package @jackfield/catalogue, where that is installed and nothing was compiled. */
function ownCatalogue(): string {
  const own = fileURLToPath(new URL("../catalogue", import.meta.url));
  if (existsSync(join(own, "catalogue.json"))) return own;
  try {
    return dirname(fileURLToPath(import.meta.resolve("@jackfield/catalogue/catalogue.json")));
  } catch {
    return own;
  }
}

function platformOf(read: Raw): PlatformSettings {
  return {
    publicOrigin: read.PLATFORM_URL,
    hostname: read.PLATFORM_HOST ?? "127.0.0.1",
    port: read.PLATFORM_PORT ?? 4200,
    hosts: read.PLATFORM_HOSTS ?? [],
    catalogueFolder: read.CATALOGUE_DIR ?? ownCatalogue(),
    returnOrigins: read.PLATFORM_RETURN_ORIGINS ?? [],
    standIns: read.STAND_INS ?? new Map(),
    outboundAllow: [...(read.OUTBOUND_ALLOW ?? []), ...(read.STAND_INS?.values() ?? [])],
    keyRate: "RATE_LIMIT_KEYS" in read ? read.RATE_LIMIT_KEYS : rateOf(600, 60),
    refusedRate: "RATE_LIMIT_REFUSED" in read ? read.RATE_LIMIT_REFUSED : rateOf(20, 60),
  };
}

const verifiedRateOf = ({ quota, windowSeconds, burst }: Rate): Rate =>
  rateOf(quota * 5, windowSeconds, burst * 3);

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
  const others = names
    .filter((name) => !(name in SETTINGS) && !OURS.test(name))
    .map((name) => ({ name, ...nearest(name.toUpperCase(), Object.keys(SETTINGS)) }));
  return {
    set: names.filter((name) => name in SETTINGS).sort(),
    mistyped: others.filter(({ likeness }) => likeness >= 0.75),
  };
}

/** The settings, listed for people. */
export function settingsHelp(): string {
  return Object.entries(SETTINGS)
    .map(([name, { value, help }]) => `  ${`${name}=${value}`.padEnd(25)} ${help}.`)
    .join("\n");
}

/** A user name and a password in a URL are nobody's business. */
const withoutSecrets = (text: string) =>
  text.replaceAll(/\/\/(?!user:password@)[^\s/@]+@/g, "//…@");
