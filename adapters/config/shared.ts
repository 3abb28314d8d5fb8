import { resolve } from "node:path";
import { z } from "zod";
import { type AddressRange, parseRange } from "../rate-limit/client-address.ts";
import { explainInvalidSecretsKey } from "../secrets/master-keys.ts";
import { DATABASE_URL_HELP, explainInvalidDatabaseUrl } from "../storage/drivers.ts";
import type { TracingSettings } from "../telemetry/tracing/tracing-settings.ts";
import { FOLDER, settingsSchema } from "./schemas.ts";
import { createTracingSettings, TRACING_SETTINGS } from "./tracing.ts";

/** Settings of both services. */
export const SHARED_SETTINGS = {
  DATA_DIR: {
    schema: FOLDER,
    value: "folder",
    help: "The folder for stored data: the database, unless DATABASE_URL is set, and key files.",
    default: "./data",
  },
  DATABASE_URL: {
    // Error messages never contain the URL because it may contain a password.
    schema: z.string().superRefine((text, { addIssue }) => {
      const problem = explainInvalidDatabaseUrl(text);
      if (problem) addIssue(problem);
    }),
    value: "URL",
    help: DATABASE_URL_HELP,
    default: "a SQLite file in DATA_DIR",
  },
  SECRETS_KEY: {
    // Error messages never contain a secret.
    schema: z.string().superRefine((text, { addIssue }) => {
      const problem = explainInvalidSecretsKey(text);
      if (problem) addIssue(problem);
    }),
    value: "key",
    help: "The key that encrypts stored credentials: 32 random bytes in base64 (openssl rand -base64 32). To rotate it, set the new key, a comma and the old key.",
    default: "a key file in DATA_DIR, created at the first start",
  },
  TRUSTED_PROXIES: {
    schema: z.string().transform((text, { addIssue }) => {
      const items = text
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean);
      for (const item of items)
        if (!parseRange(item))
          addIssue(
            `contains "${item}", which is neither an address nor a range such as 10.0.0.0/8`,
          );
      return items.flatMap((item) => [parseRange(item)].filter((range) => range !== undefined));
    }),
    value: "addresses",
    help: "The proxies whose X-Forwarded-For or Forwarded header is trusted, as addresses or ranges separated by commas.",
    default: "none",
  },
  METRICS: {
    schema: z.enum(["on", "off", "loopback"], {
      error: ({ input }) => `is "${input}", but must be on, off or loopback`,
    }),
    value: "on|off|loopback",
    help: "Who can read /metrics: everyone (on), no one (off) or local clients (loopback).",
    default: "loopback",
  },
  LOG: {
    schema: z.enum(["pretty", "json", "off"], {
      error: ({ input }) => `is "${input}", but must be pretty, json or off`,
    }),
    value: "pretty|json|off",
    help: "The log format: pretty (for people), json (one line per request) or off.",
    default: "pretty on a terminal, otherwise json",
  },
  ...TRACING_SETTINGS,
} as const;

/** The settings of both services. */
export interface SharedSettings {
  readonly dataFolder: string;
  /** The value of SECRETS_KEY. Undefined: a key file in the data folder. */
  readonly secretsKey: string | undefined;
  /** A PostgreSQL URL with its password. Undefined: a SQLite file in the data folder. */
  readonly databaseUrl: string | undefined;
  readonly trustedProxies: readonly AddressRange[];
  readonly metrics: "on" | "off" | "loopback";
  /** Undefined: pretty on a terminal, otherwise json. */
  readonly log: "pretty" | "json" | "off" | undefined;
  /** Undefined: nothing is traced. */
  readonly tracing: TracingSettings | undefined;
}

export const SHARED_SCHEMA = settingsSchema(SHARED_SETTINGS);

/** Applies the defaults. */
export const createSharedSettings = (values: z.output<typeof SHARED_SCHEMA>): SharedSettings => ({
  dataFolder: values.DATA_DIR ?? resolve("data"),
  secretsKey: values.SECRETS_KEY,
  databaseUrl: values.DATABASE_URL,
  trustedProxies: values.TRUSTED_PROXIES ?? [],
  metrics: values.METRICS ?? "loopback",
  log: values.LOG,
  tracing: createTracingSettings(values),
});
