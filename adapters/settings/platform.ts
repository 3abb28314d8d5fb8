import { z } from "zod";
import { type AppOverrides, parseAppOverrides } from "../app-overrides.ts";
import { FOLDER, HOSTS, integer, list, ON_OFF, ORIGIN, RATE } from "./schemas.ts";

/** What the platform service is, and where. */
export const PLATFORM_SETTINGS = {
  PLATFORM: {
    schema: ON_OFF,
    value: "on|off",
    help: "whether to serve the platform. Default: on",
  },
  PLATFORM_URL: {
    schema: ORIGIN,
    value: "URL",
    help: "the public origin of the platform. Default: the address that it listens on",
  },
  PLATFORM_HOST: {
    schema: z.string(),
    value: "address",
    help: "the address to listen on. Default: 127.0.0.1",
  },
  PLATFORM_PORT: {
    schema: integer(0, 65_535),
    value: "port",
    help: "the port to listen on; 0 selects a free port. Default: 4200",
  },
  PLATFORM_HOSTS: {
    schema: HOSTS,
    value: "names",
    help: "additional host names to accept, separated by commas. The host of PLATFORM_URL and localhost are always accepted",
  },
  CATALOG_DIR: {
    schema: FOLDER,
    value: "folder",
    help: "the folder of the compiled app catalog, which npm run catalog writes. Default: catalog in the program's folder",
  },
  PLATFORM_RETURN_ORIGINS: {
    schema: list(/^https?:\/\/[\w.:[\]-]+$/, "an origin such as https://app.example"),
    value: "origins",
    help: "origins to which users may return after they connect an app, separated by commas. Default: this machine and the platform itself",
  },
  OUTBOUND_ALLOW: {
    schema: list(/^https?:\/\/[\w.:[\]-]+$/, "an origin such as http://10.0.0.5:8080"),
    value: "origins",
    help: "origins in your own network that tools and sign-ins may connect to, separated by commas. Default: public addresses only",
  },
  APP_OVERRIDES: {
    schema: z.string().transform((text, { addIssue }) => {
      const overrides = parseAppOverrides(text);
      if ("wrong" in overrides) addIssue(String(overrides.wrong));
      return overrides as AppOverrides;
    }),
    value: "pairs",
    help: "servers that replace apps during development, such as github=http://localhost:4000. Default: none",
  },
  RATE_LIMIT_KEYS: {
    schema: RATE,
    value: "rate",
    help: "the rate limit of each API key: requests/seconds, optionally with /burst; or off. Default: 600/60",
  },
  RATE_LIMIT_UNAUTHENTICATED: {
    schema: RATE,
    value: "rate",
    help: "the rate limit of each network that sends no valid API key. Default: 20/60",
  },
} as const;
