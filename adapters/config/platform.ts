import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { IdentityProviderOptions, TriggerLimits } from "../../core/index.ts";
import { createRate, type Rate } from "../../core/lib/kit/flow/rate.ts";
import { isLoopback } from "../../core/lib/kit/net/loopback.ts";
import { DEFAULT_CATALOG_FOLDER } from "../catalog/default-folder.ts";
import { type AppOverrides, parseAppOverrides } from "../catalog/own-apps/app-overrides.ts";
import type { IdentityProviderSettings } from "../sign-in/identity-provider.ts";
import { findPlatformConflicts } from "./conflicts.ts";
import { FOLDER, HOSTS, integer, list, ON_OFF, ORIGIN, RATE, settingsSchema } from "./schemas.ts";

/** The issuer of an OpenID Connect provider. Only loopback addresses may lack TLS. */
const ISSUER = z.string().transform((text, { addIssue }) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isSecure =
    url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (!url || !isSecure) addIssue(`is "${text}", which is not an https URL`);
  else if (url.search || url.hash || url.username)
    addIssue(`is "${text}", but an issuer has no query, fragment or user`);
  return text;
});

/** Settings of the platform service. */
export const PLATFORM_SETTINGS = {
  PLATFORM: {
    schema: ON_OFF,
    value: "on|off",
    help: "Whether to serve the platform API.",
    default: "on",
  },
  PLATFORM_URL: {
    schema: ORIGIN,
    value: "URL",
    help: "The public URL of the platform.",
    default: "the URL that the service listens on",
  },
  PLATFORM_HOST: {
    schema: z.string(),
    value: "address",
    help: "The address to listen on.",
    default: "127.0.0.1",
  },
  PLATFORM_PORT: {
    schema: integer(0, 65_535),
    value: "port",
    help: "The port to listen on; 0 selects a free port.",
    default: "4200",
  },
  PLATFORM_HOSTS: {
    schema: HOSTS,
    value: "names",
    help: "Additional allowed Host headers, separated by commas. The host of PLATFORM_URL and localhost are always allowed.",
  },
  CATALOG_DIR: {
    schema: FOLDER,
    value: "folder",
    help: "The folder of the compiled app catalog, which the catalog command writes.",
    default: "./catalog in the program's folder",
  },
  PLATFORM_RETURN_ORIGINS: {
    schema: list(/^https?:\/\/[\w.:[\]-]+$/, "an origin such as https://app.example"),
    value: "origins",
    help: "The origins that users may return to after connecting an app, separated by commas.",
    default: "loopback addresses and the platform itself",
  },
  OUTBOUND_ALLOW: {
    schema: list(/^https?:\/\/[\w.:[\]-]+$/, "an origin such as http://10.0.0.5:8080"),
    value: "origins",
    help: "Origins in your private network that tools and sign-ins may reach, separated by commas.",
    default: "only public addresses",
  },
  APP_OVERRIDES: {
    schema: z.string().transform((text, { addIssue }) => {
      const overrides = parseAppOverrides(text);
      if ("error" in overrides) addIssue(String(overrides.error));
      return overrides as AppOverrides;
    }),
    value: "pairs",
    help: "Local servers that replace the APIs of apps, for testing: github=http://localhost:4000.",
  },
  APP_MARKS: {
    schema: ON_OFF,
    value: "on|off",
    help: "Whether pages show the marks of apps, which belong to their vendors. Without them, pages show letters.",
    default: "on",
  },
  TRIGGERS: {
    schema: ON_OFF,
    value: "on|off",
    help: "Whether this process checks triggers and carries out their actions. With off, it still accepts events, and another process on the same database does the work.",
    default: "on",
  },
  TRIGGERS_MAX: {
    schema: integer(1, 1_000_000),
    value: "number",
    help: "The most triggers of the account.",
    default: "1000",
  },
  TRIGGERS_MAX_PER_USER: {
    schema: integer(1, 1_000_000),
    value: "number",
    help: "The most triggers of an end user.",
    default: "100",
  },
  TRIGGERS_MAX_WAITING: {
    schema: integer(1, 100_000_000),
    value: "number",
    help: "The most events whose actions wait. Then webhooks get 429, and polls wait.",
    default: "100000",
  },
  TRIGGERS_MAX_EVENTS: {
    schema: integer(1, 10_000),
    value: "number",
    help: "The most events of one request to a webhook, which gets 413 if it has more, and of one check. The next check continues with the rest.",
    default: "1000",
  },
  TRIGGERS_EVENT_RATE: {
    schema: RATE,
    value: "rate",
    help: "How many events each trigger accepts, as events/seconds or events/seconds/burst; or off. Then webhooks get 429, and polls wait.",
    default: "6000/60",
  },
  TRIGGERS_EVENT_RATE_ACCOUNT: {
    schema: RATE,
    value: "rate",
    help: "How many events all triggers of the account accept, like TRIGGERS_EVENT_RATE.",
    default: "30000/60",
  },
  TRIGGERS_AT_ONCE: {
    schema: integer(1, 1_000),
    value: "number",
    help: "How many actions this process carries out at once.",
    default: "20",
  },
  EVENTS_KEEP: {
    schema: integer(1, 30),
    value: "days",
    help: "How long the data of events is stored, in days. Events themselves are stored for 30 days.",
    default: "7",
  },
  SIGN_IN: {
    schema: z.enum(["all", "oidc"], {
      error: ({ input }) => `is "${input}", but must be all or oidc`,
    }),
    value: "all|oidc",
    help: "How people sign in: in every way, or only at the OpenID Connect provider. Links from the command line always work.",
    default: "all",
  },
  SIGN_IN_OIDC: {
    schema: ISSUER,
    value: "URL",
    help: "The issuer of the OpenID Connect provider at which people sign in.",
  },
  SIGN_IN_OIDC_CLIENT: {
    schema: z.string().min(1).max(500),
    value: "ID",
    help: "The ID of the client that you registered at the provider. Its redirect URI ends with /sign-in/provider/callback.",
  },
  SIGN_IN_OIDC_SECRET: {
    schema: z.string().min(1).max(4000),
    value: "secret",
    help: "The secret of the client.",
    default: "none, for a public client",
  },
  SIGN_IN_OIDC_ALLOW: {
    schema: list(/^(@[\w.-]+\.[a-z]{2,}|group:\S.*)$/i, "@ and a domain, or group: and a name"),
    value: "rules",
    help: "Who becomes a member by signing in at the provider, separated by commas: @studio.example for verified email addresses, or group:staff.",
    default: "nobody; members link their identities in their settings",
  },
  RATE_LIMIT_KEYS: {
    schema: RATE,
    value: "rate",
    help: "The rate limit of each API key, as requests/seconds or requests/seconds/burst; or off.",
    default: "600/60",
  },
  RATE_LIMIT_UNAUTHENTICATED: {
    schema: RATE,
    value: "rate",
    help: "The rate limit of each network without a valid API key.",
    default: "20/60",
  },
} as const;

/** The settings of triggers. */
export interface TriggerSettings {
  /** Whether this process checks triggers and carries out actions. */
  readonly isWorking: boolean;
  readonly limits: Partial<TriggerLimits>;
  /** How many events each trigger and the account accept. Undefined: any number. */
  readonly eventRates: {
    readonly trigger: Rate | undefined;
    readonly account: Rate | undefined;
  };
}

/** The settings of the platform service. */
export interface PlatformSettings {
  /** The public origin. Undefined if it is the URL that the service listens on. */
  readonly publicOrigin: string | undefined;
  readonly hostname: string;
  readonly port: number;
  readonly hosts: readonly string[];
  readonly catalogFolder: string;
  readonly triggers: TriggerSettings;
  /** Origins that users may return to, besides the platform itself and loopback addresses. */
  readonly returnOrigins: readonly string[];
  /** Local servers that replace the APIs of apps. */
  readonly appOverrides: AppOverrides;
  /** Whether pages show the marks of apps. */
  readonly appMarks: boolean;
  /** Private origins that tools may reach, including those of app overrides. */
  readonly outboundAllow: readonly string[];
  /** The OpenID Connect provider at which people sign in. */
  readonly identityProvider:
    | (IdentityProviderSettings & Pick<IdentityProviderOptions, "admits" | "isOnly">)
    | undefined;
  /** The rate limit of each API key. Undefined: no limit. */
  readonly keyRate: Rate | undefined;
  /** The rate limit of each network without a valid API key. Undefined: no limit. */
  readonly unauthenticatedRate: Rate | undefined;
}

export const PLATFORM_SCHEMA = settingsSchema(PLATFORM_SETTINGS).superRefine(
  (values, { addIssue }) => {
    for (const { name, message, hint } of findPlatformConflicts(values))
      addIssue({ code: "custom", path: [name], message, params: { hint } });
  },
  // Conflicts are reported together with invalid values.
  { when: () => true },
);

/** Applies the defaults. */
export const createPlatformSettings = (
  values: z.output<typeof PLATFORM_SCHEMA>,
): PlatformSettings => ({
  publicOrigin: values.PLATFORM_URL,
  hostname: values.PLATFORM_HOST ?? "127.0.0.1",
  port: values.PLATFORM_PORT ?? 4200,
  hosts: values.PLATFORM_HOSTS ?? [],
  catalogFolder: values.CATALOG_DIR ?? findCatalogFolder(),
  triggers: {
    isWorking: values.TRIGGERS !== "off",
    limits: {
      ...(values.TRIGGERS_MAX !== undefined && { perAccount: values.TRIGGERS_MAX }),
      ...(values.TRIGGERS_MAX_PER_USER !== undefined && { perUser: values.TRIGGERS_MAX_PER_USER }),
      ...(values.TRIGGERS_MAX_WAITING !== undefined && {
        waitingEvents: values.TRIGGERS_MAX_WAITING,
      }),
      ...(values.TRIGGERS_MAX_EVENTS !== undefined && {
        eventsPerRequest: values.TRIGGERS_MAX_EVENTS,
      }),
      ...(values.TRIGGERS_AT_ONCE !== undefined && { concurrency: values.TRIGGERS_AT_ONCE }),
      ...(values.EVENTS_KEEP !== undefined && { dataDays: values.EVENTS_KEEP }),
    },
    eventRates: {
      trigger: "TRIGGERS_EVENT_RATE" in values ? values.TRIGGERS_EVENT_RATE : createRate(6_000, 60),
      account:
        "TRIGGERS_EVENT_RATE_ACCOUNT" in values
          ? values.TRIGGERS_EVENT_RATE_ACCOUNT
          : createRate(30_000, 60),
    },
  },
  returnOrigins: values.PLATFORM_RETURN_ORIGINS ?? [],
  appOverrides: values.APP_OVERRIDES ?? new Map(),
  appMarks: values.APP_MARKS !== "off",
  outboundAllow: [...(values.OUTBOUND_ALLOW ?? []), ...(values.APP_OVERRIDES?.values() ?? [])],
  identityProvider:
    values.SIGN_IN_OIDC !== undefined && values.SIGN_IN_OIDC_CLIENT !== undefined
      ? {
          issuer: values.SIGN_IN_OIDC,
          clientId: values.SIGN_IN_OIDC_CLIENT,
          clientSecret: values.SIGN_IN_OIDC_SECRET,
          admits: values.SIGN_IN_OIDC_ALLOW ?? [],
          isOnly: values.SIGN_IN === "oidc",
        }
      : undefined,
  keyRate: "RATE_LIMIT_KEYS" in values ? values.RATE_LIMIT_KEYS : createRate(600, 60),
  unauthenticatedRate:
    "RATE_LIMIT_UNAUTHENTICATED" in values ? values.RATE_LIMIT_UNAUTHENTICATED : createRate(20, 60),
});

/**
 * The default catalog folder: `catalog` in the program's folder or, if that has no catalog, the
 * installed package @jackfield/catalog.
 */
function findCatalogFolder(): string {
  if (existsSync(join(DEFAULT_CATALOG_FOLDER, "catalog.json"))) return DEFAULT_CATALOG_FOLDER;
  try {
    return dirname(fileURLToPath(import.meta.resolve("@jackfield/catalog/catalog.json")));
  } catch {
    return DEFAULT_CATALOG_FOLDER;
  }
}
