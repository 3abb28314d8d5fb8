import type { z } from "zod";
import { createRate, type Rate } from "../../core/lib/kit/flow/rate.ts";
import { isLoopback } from "../../core/lib/kit/net/loopback.ts";
import type { ContentSelectors } from "../../core/lib/page-reader/index.ts";
import type { SearchScope } from "../../core/lib/page-search/index.ts";
import { PROVIDER_SETTINGS, type ProviderValues } from "../payments/providers.ts";
import { type Country, DEFAULT_COUNTRIES } from "../payments/stripe/countries.ts";
import { COMMERCE_SETTINGS } from "./commerce.ts";
import { findConflicts } from "./conflicts.ts";
import { settingsSchema } from "./schemas.ts";
import { SITE_SETTINGS } from "./site.ts";

/** The settings of the site service. */
export interface SiteSettings {
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
  /** Whether pages as Markdown begin with YAML front matter. */
  readonly frontMatter: boolean;
  /** The elements of HTML pages to read and to leave out. Undefined: the reader chooses them. */
  readonly selectors: ContentSelectors | undefined;
  /** What the page search covers. */
  readonly search: SearchScope;
  /** The maximum number of pages to find by following links; 0 for none. */
  readonly crawlPages: number;
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
  /** The rate limit of each client. Undefined: no limit. */
  readonly rate: Rate | undefined;
  /** The rate limit of each verified agent. Undefined: the rate limit of other clients. */
  readonly verifiedRate: Rate | undefined;
  /** Whether to verify the signatures of agents and to sign requests to third parties. */
  readonly webBotAuth: boolean;
}

export const SITE_SCHEMA = settingsSchema({ ...SITE_SETTINGS, ...COMMERCE_SETTINGS }).superRefine(
  (values, { addIssue }) => {
    for (const { name, message, hint } of findConflicts(values))
      addIssue({ code: "custom", path: [name], message, params: { hint } });
  },
  // Conflicts are reported together with invalid values.
  { when: () => true },
);

type SiteValues = z.output<typeof SITE_SCHEMA>;

/** Applies the defaults. */
export function createSiteSettings(values: SiteValues): SiteSettings {
  const clientRate = "RATE_LIMIT" in values ? values.RATE_LIMIT : createRate(60, 60);
  return {
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
    frontMatter: values.SITE_FRONTMATTER === "on",
    selectors:
      values.SITE_MAIN || values.SITE_EXCLUDE
        ? { main: values.SITE_MAIN ?? [], exclude: values.SITE_EXCLUDE ?? [] }
        : undefined,
    search: values.SITE_SEARCH ?? "text",
    crawlPages: values.SITE_CRAWL ?? 500,
    terms: values.SITE_TERMS,
    privacy: values.SITE_PRIVACY,
    payments: pickProviderValues(values),
    shipsTo: values.SITE_SHIPS_TO ?? DEFAULT_COUNTRIES,
    products: values.SITE_PRODUCTS,
    ucpProfileCheck: values.UCP_PROFILE_CHECK
      ? values.UCP_PROFILE_CHECK === "on"
      : isPublic(values.SITE_URL),
    mcpOrigins: values.MCP_ORIGINS ?? [],
    rate: clientRate,
    verifiedRate: createVerifiedRate(clientRate, values),
    webBotAuth: values.WEB_BOT_AUTH !== "off",
  };
}

function createVerifiedRate(clientRate: Rate | undefined, values: SiteValues): Rate | undefined {
  if (!clientRate || values.WEB_BOT_AUTH === "off") return undefined;
  if ("RATE_LIMIT_VERIFIED" in values) return values.RATE_LIMIT_VERIFIED;
  const { quota, windowSeconds, burst } = clientRate;
  return createRate(quota * 5, windowSeconds, burst * 3);
}

const pickProviderValues = (values: SiteValues): ProviderValues =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => name in PROVIDER_SETTINGS),
  ) as ProviderValues;

/** Without a public origin, a site is only reachable where it listens. */
const isPublic = (origin: string | undefined): boolean =>
  origin !== undefined && !isLoopback(new URL(origin).hostname);
