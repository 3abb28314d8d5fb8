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
    help: "where what must outlive the process is kept: the key that fetches are signed with, and the checkouts unless DATABASE_URL is set. Unset: ./data",
  },
  DATABASE_URL: {
    // It may hold a password: what is said of it never repeats it.
    schema: z.string().superRefine((text, { addIssue }) => {
      const problem = explainInvalidDatabaseUrl(text);
      if (problem) addIssue(problem);
    }),
    value: "URL",
    help: "a PostgreSQL database to keep that in instead, postgres://user:password@host/name; with ?sslmode=verify-full over TLS. Unset: the file in DATA_DIR",
  },
  SECRETS_KEY: {
    // What is wrong with a secret is said without it.
    schema: z.string().superRefine((text, { addIssue }) => {
      const problem = explainInvalidSecretsKey(text);
      if (problem) addIssue(problem);
    }),
    value: "key",
    help: "what people's sign-ins are sealed with: 32 random bytes in base64 (openssl rand -base64 32); to change it, the new one, a comma, the old one. Unset: a file in DATA_DIR, made at the first start",
  },
  RATE_LIMIT: {
    schema: RATE,
    value: "rate",
    help: "requests/seconds that each client may ask of /agent/ and /mcp, with /burst for how many at once (a third otherwise); or off. Unset: 60/60",
  },
  RATE_LIMIT_VERIFIED: {
    schema: RATE,
    value: "rate",
    help: "the same for agents whose signature is verified (Web Bot Auth); off: they are clients like any other. Unset: five times RATE_LIMIT, and three times as many at once",
  },
  WEB_BOT_AUTH: {
    schema: ON_OFF,
    value: "on|off",
    help: "whether agents' signatures are verified, with keys fetched from where they say, and whether what is fetched from strangers is signed. Unset: on",
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
    help: "the proxies whose X-Forwarded-For or Forwarded is believed, as addresses or ranges with commas between. Unset: none",
  },
  METRICS: {
    schema: z.enum(["on", "off", "loopback"], {
      error: ({ input }) => `is ${input}: it is on, off or loopback`,
    }),
    value: "who",
    help: "who may see /metrics: everyone (on), no one (off), or this machine alone (loopback). Unset: loopback",
  },
  LOG: {
    schema: z.enum(["pretty", "json", "off"], {
      error: ({ input }) => `is ${input}: it is pretty, json or off`,
    }),
    value: "form",
    help: "pretty (for people), json (a line a request) or off. Unset: pretty on a terminal, json elsewhere",
  },
} as const;
