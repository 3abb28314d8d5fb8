import { z } from "zod";
import { parseRange } from "../client-address.ts";
import { explainInvalidSecretsKey } from "../secrets/master-keys.ts";
import { explainInvalidDatabaseUrl } from "../storage/database-url.ts";
import { FOLDER, ON_OFF, RATE } from "./schemas.ts";

/** What concerns both services. */
export const SHARED_SETTINGS = {
  DATA_DIR: {
    schema: FOLDER,
    value: "folder",
    help: "the folder for stored data and keys. Default: ./data",
  },
  DATABASE_URL: {
    // It may hold a password: what is said of it never repeats it.
    schema: z.string().superRefine((text, { addIssue }) => {
      const problem = explainInvalidDatabaseUrl(text);
      if (problem) addIssue(problem);
    }),
    value: "URL",
    help: "a PostgreSQL database to use instead of SQLite: postgres://user:password@host/name. Append ?sslmode=verify-full for verified TLS. Default: a SQLite file in DATA_DIR",
  },
  SECRETS_KEY: {
    // What is wrong with a secret is said without it.
    schema: z.string().superRefine((text, { addIssue }) => {
      const problem = explainInvalidSecretsKey(text);
      if (problem) addIssue(problem);
    }),
    value: "key",
    help: "the key that encrypts credentials: 32 random bytes in base64 (openssl rand -base64 32). To rotate it, set the new key, a comma and the old key. Default: a file in DATA_DIR that the first start creates",
  },
  RATE_LIMIT: {
    schema: RATE,
    value: "rate",
    help: "the rate limit of each client of /agent/ and /mcp: requests/seconds, optionally with /burst (default: a third of the requests); or off. Default: 60/60",
  },
  RATE_LIMIT_VERIFIED: {
    schema: RATE,
    value: "rate",
    help: "the rate limit of each verified agent (Web Bot Auth); off treats them as other clients. Default: five times RATE_LIMIT, with three times its burst",
  },
  WEB_BOT_AUTH: {
    schema: ON_OFF,
    value: "on|off",
    help: "whether to verify the signatures of agents and to sign requests to third parties. Default: on",
  },
  TRUSTED_PROXIES: {
    schema: z.string().transform((text, { addIssue }) => {
      const items = text
        .split(",")
        .map((item) => item.trim())
        .filter(Boolean);
      for (const item of items)
        if (!parseRange(item))
          addIssue(`has ${item}, which is neither an address nor a range such as 10.0.0.0/8`);
      return items.flatMap((item) => [parseRange(item)].filter((range) => range !== undefined));
    }),
    value: "addresses",
    help: "addresses or ranges of proxies whose X-Forwarded-For or Forwarded header is trusted, separated by commas. Default: none",
  },
  METRICS: {
    schema: z.enum(["on", "off", "loopback"], {
      error: ({ input }) => `is ${input}: it is on, off or loopback`,
    }),
    value: "on|off|loopback",
    help: "who can read /metrics: everyone (on), no one (off) or only this machine (loopback). Default: loopback",
  },
  LOG: {
    schema: z.enum(["pretty", "json", "off"], {
      error: ({ input }) => `is ${input}: it is pretty, json or off`,
    }),
    value: "pretty|json|off",
    help: "the log format: pretty for people, json with a line for each request, or off. Default: pretty on a terminal, otherwise json",
  },
} as const;
