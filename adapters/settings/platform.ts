import { z } from "zod";
import { type AppOverrides, parseAppOverrides } from "../app-overrides.ts";
import { FOLDER, HOSTS, integer, list, ON_OFF, ORIGIN, RATE } from "./schemas.ts";

/** What the platform service is, and where. */
export const PLATFORM_SETTINGS = {
  PLATFORM: {
    schema: ON_OFF,
    value: "on|off",
    help: "whether apps and their tools are served. Unset: on",
  },
  PLATFORM_URL: {
    schema: ORIGIN,
    value: "URL",
    help: "the public base of the platform. Unset: where it listens",
  },
  PLATFORM_HOST: {
    schema: z.string(),
    value: "address",
    help: "the address that it listens on. Unset: 127.0.0.1",
  },
  PLATFORM_PORT: {
    schema: integer(0, 65_535),
    value: "port",
    help: "the port that it listens on; 0 takes any free one. Unset: 4200",
  },
  PLATFORM_HOSTS: {
    schema: HOSTS,
    value: "names",
    help: "more Host names to answer for, with commas between. PLATFORM_URL's and localhost always are",
  },
  CATALOG_DIR: {
    schema: FOLDER,
    value: "folder",
    help: "the compiled catalog of apps, which npm run catalog writes. Unset: ./catalog of the program",
  },
  PLATFORM_RETURN_ORIGINS: {
    schema: list(/^https?:\/\/[\w.:[\]-]+$/, "an origin such as https://app.example"),
    value: "origins",
    help: "where people may be sent back to once they have connected an app, with commas between. Unset: this machine and the platform itself",
  },
  OUTBOUND_ALLOW: {
    schema: list(/^https?:\/\/[\w.:[\]-]+$/, "an origin such as http://10.0.0.5:8080"),
    value: "origins",
    help: "addresses of your own network that tools and sign-ins may reach, with commas between. Unset: public addresses alone",
  },
  APP_OVERRIDES: {
    schema: z.string().transform((text, { addIssue }) => {
      const overrides = parseAppOverrides(text);
      if ("wrong" in overrides) addIssue(String(overrides.wrong));
      return overrides as AppOverrides;
    }),
    value: "pairs",
    help: "servers of this machine that stand in for apps, for trying things out: github=http://localhost:4000. Unset: none",
  },
  RATE_LIMIT_KEYS: {
    schema: RATE,
    value: "rate",
    help: "requests/seconds that each key may ask of the platform, with /burst for how many at once; or off. Unset: 600/60",
  },
  RATE_LIMIT_UNAUTHENTICATED: {
    schema: RATE,
    value: "rate",
    help: "the same for each network that shows no good key. Unset: 20/60",
  },
} as const;
