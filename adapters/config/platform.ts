import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { createRate, type Rate } from "../../core/lib/kit/rate.ts";
import { type AppOverrides, parseAppOverrides } from "../catalog/app-overrides.ts";
import { FOLDER, HOSTS, integer, list, ON_OFF, ORIGIN, RATE, settingsSchema } from "./schemas.ts";

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
  /** Whether pages show the marks of apps. */
  readonly appMarks: boolean;
  /** Private origins that tools may reach, including those of app overrides. */
  readonly outboundAllow: readonly string[];
  /** The rate limit of each API key. Undefined: no limit. */
  readonly keyRate: Rate | undefined;
  /** The rate limit of each network without a valid API key. Undefined: no limit. */
  readonly unauthenticatedRate: Rate | undefined;
}

export const PLATFORM_SCHEMA = settingsSchema(PLATFORM_SETTINGS);

/** Applies the defaults. */
export const createPlatformSettings = (
  values: z.output<typeof PLATFORM_SCHEMA>,
): PlatformSettings => ({
  publicOrigin: values.PLATFORM_URL,
  hostname: values.PLATFORM_HOST ?? "127.0.0.1",
  port: values.PLATFORM_PORT ?? 4200,
  hosts: values.PLATFORM_HOSTS ?? [],
  catalogFolder: values.CATALOG_DIR ?? findCatalogFolder(),
  returnOrigins: values.PLATFORM_RETURN_ORIGINS ?? [],
  appOverrides: values.APP_OVERRIDES ?? new Map(),
  appMarks: values.APP_MARKS !== "off",
  outboundAllow: [...(values.OUTBOUND_ALLOW ?? []), ...(values.APP_OVERRIDES?.values() ?? [])],
  keyRate: "RATE_LIMIT_KEYS" in values ? values.RATE_LIMIT_KEYS : createRate(600, 60),
  unauthenticatedRate:
    "RATE_LIMIT_UNAUTHENTICATED" in values ? values.RATE_LIMIT_UNAUTHENTICATED : createRate(20, 60),
});

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
