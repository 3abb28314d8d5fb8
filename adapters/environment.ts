import { statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { isLoopback, rateOf, type Rate } from "../core/index.ts";
import { rangeOf, type Range } from "./client.ts";
import { wrongWithDatabaseUrl } from "./storage/database-url.ts";
import { isCountry, USUAL_COUNTRIES, type Country } from "./payments/stripe/countries.ts";
import { isHttpUrl, list, number } from "./setting-forms.ts";
import { readOffers } from "./payments/products-file.ts";

/** Requests in seconds, and how many at once; or off. */
const rate = z.string().transform((text, { addIssue }): Rate | undefined => {
  const [quota = 0, seconds = 0, burst, ...more] = text.split("/").map((part) => (/^\d{1,7}$/.test(part) ? Number(part) : 0));
  const isRate = quota > 0 && seconds > 0 && seconds <= 86_400 && (burst === undefined || (burst > 0 && burst <= quota)) && more.length === 0;
  if (text !== "off" && !isRate) addIssue(`is ${text}: it is off, or requests/seconds such as 60/60, or requests/seconds/burst such as 60/60/20`);
  return isRate ? rateOf(quota, seconds, burst) : undefined;
});

const EMPTY_IS_UNSET = (value: unknown) => (value === "" ? undefined : value);

const notUrl = ({ input }: { input?: unknown }) => `is ${String(input)}, which is no http or https URL`;

/** Every setting: an environment variable, what it must be, and what it is for. The only place that reads them. */
const SETTINGS = {
  SITE_CONTENT: {
    schema: z.string().transform((text, { addIssue }): { folder: string } | { url: URL } => {
      const url = /^[a-z][a-z\d+.-]+:\/\//i.test(text) ? URL.parse(text) : undefined;
      if (url) {
        url.hash = "";
        if (!/^https?:$/.test(url.protocol)) addIssue(`is ${text}: a live site's address begins with https:// or http://`);
        else if (url.username || url.password) addIssue(`has a user name or a password in its URL for ${url.host}: a site is read as everybody sees it`);
        return { url };
      }
      const folder = resolve(text);
      if (url === null) addIssue(`is ${text}, which is no URL`);
      else if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) addIssue(`is ${text}, which is no folder${/^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `; a live site is written https://${text}` : ""}`);
      return { folder };
    }),
    value: "folder|URL",
    help: "the site's pages: a folder of HTML or Markdown, with or without a sitemap.xml; or a live site, by its address or its sitemap's. Unset: a demo shop",
  },
  SITE_ORIGIN: {
    schema: z.string().transform((text, { addIssue }) => {
      const url = URL.parse(text);
      if (!url || !/^https?:$/.test(url.protocol)) addIssue(`is ${text}, which is no http or https URL`);
      else if (url.username || url.password) addIssue(`has a user name or a password in its URL for ${url.host}`);
      else if (url.href !== `${url.origin}/`) addIssue(`is ${text}: it must be an origin alone, such as ${url.origin}`);
      return url?.origin ?? text;
    }),
    value: "URL",
    help: "a web site to stand in front of, instead of SITE_CONTENT: what is not for agents is passed on to it as it comes. It may be private",
  },
  SITE_ORIGIN_HOST: {
    schema: z.enum(["public", "own"], { error: ({ input }) => `is ${input}: it is public or own` }),
    value: "which",
    help: "the Host that SITE_ORIGIN is asked for: that of SITE_URL (public) or its own. Unset: public over http://, its own over https:// and without a SITE_URL",
  },
  SITE_URL: {
    schema: z.string().transform((text, { addIssue }) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (!url || !/^https?:$/.test(url.protocol)) addIssue(`is ${text}, which is no http or https URL`);
      else if (url.href !== `${url.origin}/`) addIssue(`is ${text}: it must be an origin alone, such as ${url.origin}`);
      return url?.origin ?? text;
    }),
    value: "URL",
    help: "the public base of what is served here. Unset: where the service listens",
  },
  SITE_HOST: { schema: z.string(), value: "address", help: "the address to listen on. Unset: 127.0.0.1" },
  SITE_PORT: { schema: number(0, 65_535), value: "port", help: "the port to listen on; 0 takes any free one. Unset: 4100" },
  SITE_HOSTS: {
    schema: list(/^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i, "a host name"),
    value: "names",
    help: "more Host names to answer for, with commas between. SITE_URL's and localhost always are",
  },
  SITE_NAME: { schema: z.string().max(200, "is too long: at most 200 characters"), value: "text", help: "the site's name. Unset: the title of its first page" },
  SITE_DESCRIPTION: { schema: z.string().max(1000, "is too long: at most 1000 characters"), value: "text", help: "what the site is about. Unset: its first page says" },
  SITE_SUPPORT: {
    schema: z.string().refine((text) => /^[^\s@<>"]+@[^\s@<>"]+$/.test(text) || isHttpUrl(text), {
      error: ({ input }) => `is ${input}, which is neither an e-mail address nor a URL`,
    }),
    value: "address",
    help: "an e-mail address or a URL for support and removal requests, shown on /support",
  },
  SITE_SECURITY_CONTACT: {
    schema: z.string().transform((text, { addIssue }) => {
      if (/^(mailto:)?[^\s@<>":]+@[^\s@<>"]+$/.test(text)) return text.startsWith("mailto:") ? text : `mailto:${text}`;
      if (!URL.canParse(text) || new URL(text).protocol !== "https:") addIssue(`is ${text}, which is neither an e-mail address nor an https URL`);
      return text;
    }),
    value: "address",
    help: "whom to tell of a weakness, an e-mail address or an https URL: /.well-known/security.txt says so. Unset: there is no security.txt but the site's own",
  },
  SITE_SECURITY_POLICY: { schema: z.string().refine(isHttpUrl, { error: notUrl }), value: "URL", help: "what becomes of what was told, for security.txt" },
  SITE_CONTENT_SIGNAL: {
    schema: z.string().transform((text, { addIssue }) => {
      const signals = text.split(",").map((each) => each.trim().toLowerCase().replaceAll(/\s*=\s*/g, "="));
      for (const each of signals) if (!/^((search|ai-input|ai-train)=(yes|no)|use=(immediate|reference|full))$/.test(each)) addIssue(`has ${each || "nothing"}, which is no signal: search, ai-input and ai-train are =yes or =no, use is =immediate, =reference or =full`);
      return signals.join(", ");
    }),
    value: "signals",
    help: "what the pages may be used for, such as search=yes, ai-input=yes, ai-train=no: the Content-Signal of robots.txt and of pages as Markdown. Unset: nothing is said",
  },
  SITE_AI_AGENTS: {
    schema: z.enum(["allow", "disallow"], { error: ({ input }) => `is ${input}: it is allow or disallow` }),
    value: "rule",
    help: "names the crawlers of AI companies in robots.txt, and lets them in (allow) or keeps them out (disallow); those that the site's own file names are left to it. Unset: they are not named",
  },
  SITE_HTML_HINTS: {
    schema: z.enum(["on", "off"], { error: ({ input }) => `is ${input}: it is on or off` }),
    value: "on|off",
    help: "adds to the head of each page of the site a link to its Markdown, and a comment for agents that read its source. Unset: off, the HTML stays as it is",
  },
  SITE_SHIPS_TO: {
    schema: list(/^[a-z]{2}$/i, "a country's code of two letters").transform((codes, { addIssue }): readonly Country[] => {
      const countries = codes.map((code) => code.toUpperCase());
      if (countries.length === 0) addIssue("names no country");
      for (const country of countries) if (!isCountry(country)) addIssue(`has ${country}, which is no country that Stripe takes an address in${country === "UK" ? "; the United Kingdom is GB" : ""}`);
      return [...new Set(countries.filter(isCountry))];
    }),
    value: "countries",
    help: `the countries that things are sent to, as ISO 3166 codes with commas between. Unset: ${USUAL_COUNTRIES.join(",")}`,
  },
  STRIPE_SECRET_KEY: {
    // What is wrong with a secret is said without it.
    schema: z.string().regex(/^(sk|rk)_(test|live)_\w{1,250}$/, "is no secret or restricted key of Stripe's: they begin with rk_live_, rk_test_, sk_live_ or sk_test_"),
    value: "key",
    help: "a restricted key of your Stripe account: its prices are what is for sale, and are paid for at Stripe. adapters/README.md says which permissions it needs",
  },
  STRIPE_WEBHOOK_SECRET: {
    schema: z.string().regex(/^whsec_[\w+/=-]{1,250}$/, "is no signing secret of a webhook endpoint of Stripe's: they begin with whsec_"),
    value: "secret",
    help: "the signing secret of the endpoint that Stripe sends webhooks to. Unset: webhooks are refused, and payments are found out by asking",
  },
  STRIPE_API_URL: {
    schema: z.string().transform((text, { addIssue }) => {
      const url = URL.parse(text);
      const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
      if (!url || !isSafe || url.href !== `${url.origin}/`) addIssue("is no origin that a key may be sent to: https://, or http:// on this machine, and nothing after the host");
      return url?.origin ?? text;
    }),
    value: "URL",
    help: "a stand-in for Stripe's API. Unset: Stripe's own",
  },
  SITE_TERMS: { schema: z.string().refine(isHttpUrl, { error: notUrl }), value: "URL", help: "the terms of sale, which checkouts link to" },
  SITE_PRIVACY: { schema: z.string().refine(isHttpUrl, { error: notUrl }), value: "URL", help: "the privacy policy, which checkouts link to" },
  SITE_PRODUCTS: {
    schema: z.string().transform((path, { addIssue }) => {
      const read = readOffers(resolve(path));
      if ("wrong" in read) for (const wrong of read.wrong) addIssue(`is ${path}: ${wrong}`);
      return resolve(path);
    }),
    value: "file",
    help: "what is for sale, as JSON; read again when it changes. Unset: the demo shop's products, if its pages are served",
  },
  UCP_PROFILE_CHECK: {
    schema: z.enum(["on", "off"], { error: ({ input }) => `is ${input}: it is on or off` }),
    value: "on|off",
    help: "whether the profiles that UCP platforms name are fetched, and looked at, before they are answered. Unset: on, but off while SITE_URL is on this machine",
  },
  MCP_ORIGINS: {
    schema: list(/^(\*|https?:\/\/[\w.:[\]-]+)$/, "an origin such as https://app.example, or *"),
    value: "origins",
    help: "web pages that may call /mcp from a browser, with commas between; * for all. Unset: the site's own",
  },
  DATA_DIR: {
    schema: z.string().transform((path, { addIssue }) => {
      const folder = resolve(path);
      const there = statSync(folder, { throwIfNoEntry: false });
      if (there && !there.isDirectory()) addIssue(`is ${path}, which is a file, not a folder`);
      return folder;
    }),
    value: "folder",
    help: "where what must outlive the process is kept: the key that fetches are signed with, and the checkouts unless DATABASE_URL is set. Unset: ./data",
  },
  DATABASE_URL: {
    // It may hold a password: what is said of it never repeats it.
    schema: z.string().superRefine((text, { addIssue }) => {
      const wrong = wrongWithDatabaseUrl(text);
      if (wrong) addIssue(wrong);
    }),
    value: "URL",
    help: "a PostgreSQL database to keep that in instead, postgres://user:password@host/name; with ?sslmode=verify-full over TLS. Unset: the file in DATA_DIR",
  },
  RATE_LIMIT: {
    schema: rate,
    value: "rate",
    help: "requests/seconds that each client may ask of /agent/ and /mcp, with /burst for how many at once (a third otherwise); or off. Unset: 60/60",
  },
  RATE_LIMIT_VERIFIED: {
    schema: rate,
    value: "rate",
    help: "the same for agents whose signature is verified (Web Bot Auth); off: they are clients like any other. Unset: five times RATE_LIMIT, and three times as many at once",
  },
  WEB_BOT_AUTH: {
    schema: z.enum(["on", "off"], { error: ({ input }) => `is ${input}: it is on or off` }),
    value: "on|off",
    help: "whether agents' signatures are verified, with keys fetched from where they say, and whether what is fetched from strangers is signed. Unset: on",
  },
  TRUSTED_PROXIES: {
    schema: z.string().transform((text, { addIssue }) => {
      const items = text.split(",").map((item) => item.trim()).filter(Boolean);
      for (const item of items) if (!rangeOf(item)) addIssue(`has ${item}, which is neither an address nor a range such as 10.0.0.0/8`);
      return items.flatMap((item) => [rangeOf(item)].filter((range) => range !== undefined));
    }),
    value: "addresses",
    help: "the proxies whose X-Forwarded-For or Forwarded is believed, as addresses or ranges with commas between. Unset: none",
  },
  METRICS: {
    schema: z.enum(["on", "off", "loopback"], { error: ({ input }) => `is ${input}: it is on, off or loopback` }),
    value: "who",
    help: "who may see /metrics: everyone (on), no one (off), or this machine alone (loopback). Unset: loopback",
  },
  LOG: {
    schema: z.enum(["pretty", "json", "off"], { error: ({ input }) => `is ${input}: it is pretty, json or off` }),
    value: "form",
    help: "pretty (for people), json (a line a request) or off. Unset: pretty on a terminal, json elsewhere",
  },
} as const;

type Raw = { [Name in keyof typeof SETTINGS]?: z.output<(typeof SETTINGS)[Name]["schema"]> };

/** The settings, as the rest of the program takes them. */
export interface Settings {
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
  readonly stripe: { readonly key: string; readonly webhookSecret: string | undefined; readonly apiUrl: string | undefined } | undefined;
  readonly shipsTo: readonly Country[];
  readonly terms: string | undefined;
  readonly privacy: string | undefined;
  /** The file of what is for sale; it was in order when the settings were read. */
  readonly products: string | undefined;
  /** Whether the profiles of UCP platforms are fetched and looked at. */
  readonly ucpProfileCheck: boolean;
  readonly mcpOrigins: readonly string[];
  readonly dataFolder: string;
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

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings, or says in sentences what is wrong with them. */
export function readSettings(environment: Environment): Settings | { wrong: string[] } {
  const { settings, wrong } = examineSettings(environment);
  return wrong.length > 0 ? { wrong: wrong.map(({ sentence }) => sentence) } : settings;
}

/** What is wrong with a setting. */
export interface WrongSetting {
  readonly name: string;
  readonly sentence: string;
}

/** Reads the settings, and takes the default for each that something is wrong with. */
export function examineSettings(environment: Environment): { settings: Settings; wrong: WrongSetting[] } {
  const wrong: WrongSetting[] = [];
  const raw: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(SETTINGS)) {
    const value = EMPTY_IS_UNSET(environment[name]);
    if (value === undefined) continue;
    const parsed = schema.safeParse(value);
    if (parsed.success) raw[name] = parsed.data;
    else wrong.push(...parsed.error.issues.map(({ message }) => ({ name, sentence: `${name} ${withoutSecrets(message)}.` })));
  }
  for (const name of Object.keys(environment)) {
    if (/^SITE_/.test(name) && !(name in SETTINGS)) wrong.push({ name, sentence: `${name} is no setting; did you mean ${nearest(name).setting}?` });
  }
  for (const name of ["STRIPE_WEBHOOK_SECRET", "STRIPE_API_URL"]) {
    if (name in raw && !EMPTY_IS_UNSET(environment["STRIPE_SECRET_KEY"])) wrong.push({ name, sentence: `${name} is set, but STRIPE_SECRET_KEY is not.` });
  }
  if ("SITE_SECURITY_POLICY" in raw && !EMPTY_IS_UNSET(environment["SITE_SECURITY_CONTACT"])) wrong.push({ name: "SITE_SECURITY_POLICY", sentence: "SITE_SECURITY_POLICY is set, but SITE_SECURITY_CONTACT is not." });
  if ("SITE_ORIGIN" in raw && "SITE_CONTENT" in raw) wrong.push({ name: "SITE_ORIGIN", sentence: "SITE_ORIGIN and SITE_CONTENT are both set: the pages are either those of the site behind, or the content's." });
  if ("SITE_ORIGIN" in raw && raw["SITE_ORIGIN"] === raw["SITE_URL"]) wrong.push({ name: "SITE_ORIGIN", sentence: `SITE_ORIGIN is ${String(raw["SITE_ORIGIN"])}, as SITE_URL is: the service would stand in front of itself.` });
  if ("SITE_ORIGIN_HOST" in raw && !EMPTY_IS_UNSET(environment["SITE_ORIGIN"])) wrong.push({ name: "SITE_ORIGIN_HOST", sentence: "SITE_ORIGIN_HOST is set, but SITE_ORIGIN is not." });
  const read = raw as Raw;
  const general = "RATE_LIMIT" in read ? read.RATE_LIMIT : rateOf(60, 60);
  const settings: Settings = {
    content: read.SITE_CONTENT,
    publicOrigin: read.SITE_URL,
    hostname: read.SITE_HOST ?? "127.0.0.1",
    port: read.SITE_PORT ?? 4100,
    hosts: read.SITE_HOSTS ?? [],
    name: read.SITE_NAME,
    description: read.SITE_DESCRIPTION,
    contact: read.SITE_SUPPORT,
    security: read.SITE_SECURITY_CONTACT ? { contact: read.SITE_SECURITY_CONTACT, policy: read.SITE_SECURITY_POLICY } : undefined,
    behind: read.SITE_ORIGIN ? { origin: read.SITE_ORIGIN, isOwnHost: read.SITE_ORIGIN_HOST ? read.SITE_ORIGIN_HOST === "own" : read.SITE_ORIGIN.startsWith("https:") || !read.SITE_URL } : undefined,
    contentSignal: read.SITE_CONTENT_SIGNAL,
    aiAgents: read.SITE_AI_AGENTS,
    htmlHints: read.SITE_HTML_HINTS === "on",
    terms: read.SITE_TERMS,
    privacy: read.SITE_PRIVACY,
    stripe: read.STRIPE_SECRET_KEY ? { key: read.STRIPE_SECRET_KEY, webhookSecret: read.STRIPE_WEBHOOK_SECRET, apiUrl: read.STRIPE_API_URL } : undefined,
    shipsTo: read.SITE_SHIPS_TO ?? USUAL_COUNTRIES,
    products: read.SITE_PRODUCTS,
    ucpProfileCheck: read.UCP_PROFILE_CHECK ? read.UCP_PROFILE_CHECK === "on" : isPublic(read.SITE_URL),
    mcpOrigins: read.MCP_ORIGINS ?? [],
    dataFolder: read.DATA_DIR ?? resolve("data"),
    databaseUrl: read.DATABASE_URL,
    rate: general,
    verifiedRate: !general || read.WEB_BOT_AUTH === "off" ? undefined : "RATE_LIMIT_VERIFIED" in read ? read.RATE_LIMIT_VERIFIED : verifiedRateOf(general),
    webBotAuth: read.WEB_BOT_AUTH !== "off",
    trustedProxies: read.TRUSTED_PROXIES ?? [],
    metrics: read.METRICS ?? "loopback",
    log: read.LOG,
  };
  return { settings, wrong };
}

const verifiedRateOf = ({ quota, windowSeconds, burst }: Rate): Rate => rateOf(quota * 5, windowSeconds, burst * 3);

/** Without an origin of its own, a site is where it listens: seen from this machine. */
const isPublic = (origin: string | undefined): boolean => origin !== undefined && !isLoopback(new URL(origin).hostname);

/** The settings that an environment has, and what in it is called nearly like one. */
export function settingNames(environment: Environment): { set: string[]; mistyped: { name: string; setting: string }[] } {
  const names = Object.keys(environment).filter((name) => environment[name] !== "" && environment[name] !== undefined);
  const others = names.filter((name) => !(name in SETTINGS) && !/^SITE_/.test(name)).map((name) => ({ name, ...nearest(name.toUpperCase()) }));
  return { set: names.filter((name) => name in SETTINGS).sort(), mistyped: others.filter(({ likeness }) => likeness >= 0.75) };
}

/** The settings, listed for people. */
export function settingsHelp(): string {
  return Object.entries(SETTINGS)
    .map(([name, { value, help }]) => `  ${`${name}=${value}`.padEnd(25)} ${help}.`)
    .join("\n");
}

/** A user name and a password in a URL are nobody's business. */
const withoutSecrets = (text: string) => text.replaceAll(/\/\/(?!user:password@)[^\s/@]+@/g, "//…@");

/** The setting that a mistyped name is most like, and how much: 1 where nothing is to be added, dropped, changed or swapped. */
function nearest(name: string): { setting: string; likeness: number } {
  const all = Object.keys(SETTINGS).map((setting) => ({ setting, likeness: 1 - changes(name, setting) / Math.max(name.length, setting.length) }));
  return all.sort((a, b) => b.likeness - a.likeness)[0]!;
}

/** How many letters make one text of another. */
function changes(from: string, to: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1), isSwap ? before[j - 2]! + 1 : Infinity);
    }
    [before, row] = [row, next];
  }
  return row[to.length]!;
}
