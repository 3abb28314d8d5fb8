import { textBefore } from "../../../core/lib/kit/text/text-before.ts";
import type { AuthMethod, CredentialPlacement } from "../../../core/lib/openapi-tools/index.ts";

/**
 * Returns the authentication methods from the vendor's documentation, for directory documents that
 * declare none. Accepts a path in the directory, such as `nexmo.com/sms`, and falls back to its
 * provider.
 */
export function findKnownAuth(provider: string): readonly AuthMethod[] | undefined {
  return KNOWN_AUTH[provider] ?? KNOWN_AUTH[textBefore(provider, "/")];
}

const FROM = "overlay" as const;
const secretField = (name: string) => ({
  name,
  label: formatLabel(name),
  secret: true,
  required: true,
});
const formatLabel = (name: string) =>
  name
    .replace(/_/g, " ")
    .replace(/^./, (letter) => letter.toUpperCase())
    .replace(/\bapi\b/i, "API");

const apiKeyMethod = (
  location: CredentialPlacement["in"],
  names: Readonly<Record<string, string>>,
  prefix?: string,
): AuthMethod[] => [
  {
    id: "api_key",
    type: "api_key",
    from: FROM,
    fields: Object.keys(names).map(secretField),
    placements: Object.fromEntries(
      Object.entries(names).map(([field, name]) => [
        field,
        { in: location, name, ...(prefix && { prefix }) },
      ]),
    ),
  },
];
const queryKey = (name: string) => apiKeyMethod("query", { api_key: name });
const headerKey = (name: string, prefix?: string) =>
  apiKeyMethod("header", { api_key: name }, prefix);
const BEARER: AuthMethod[] = [
  { id: "bearer", type: "bearer", from: FROM, fields: [secretField("token")] },
];
const basicAuth = (username = "username", password = "password"): AuthMethod[] => [
  {
    id: "basic",
    type: "basic",
    from: FROM,
    fields: [
      { ...secretField("username"), label: formatLabel(username), secret: false },
      { ...secretField("password"), label: formatLabel(password) },
    ],
  },
];
const NO_AUTH: AuthMethod[] = [{ id: "none", type: "none", from: FROM, fields: [] }];
const clientCredentials = (
  tokenUrl: string,
  options: Partial<NonNullable<AuthMethod["oauth"]>> = {},
): AuthMethod[] => [
  {
    id: "oauth2_cc",
    type: "oauth2_cc",
    from: FROM,
    fields: [],
    oauth: { tokenUrl, pkce: false, clientAuth: "body", ...options },
  },
];

const KNOWN_AUTH: Readonly<Record<string, readonly AuthMethod[]>> = {
  "1forge.com": queryKey("api_key"),
  "adyen.com/CheckoutUtilityService": headerKey("X-API-Key"),
  "amadeus.com": clientCredentials("https://test.api.amadeus.com/v1/security/oauth2/token"),
  "archive.org": NO_AUTH,
  "beanstream.com": headerKey("Authorization", "Passcode "),
  "betfair.com": apiKeyMethod("header", {
    application_key: "X-Application",
    session_token: "X-Authentication",
  }),
  "biapi.pro": BEARER,
  "braze.com": BEARER,
  "bridgedb.org": NO_AUTH,
  "circl.lu": NO_AUTH,
  "consumerfinance.gov": NO_AUTH,
  "crucible.local": basicAuth(),
  "cybertaxonomy.eu": NO_AUTH,
  "discourse.local": apiKeyMethod("header", { api_key: "Api-Key", api_username: "Api-Username" }),
  "dnd5eapi.co": NO_AUTH,
  "docker.com/hub": BEARER,
  "doppler.com": BEARER,
  "ebi.ac.uk": NO_AUTH,
  "europeana.eu": queryKey("wskey"),
  "exavault.com": apiKeyMethod("header", {
    api_key: "ev-api-key",
    access_token: "ev-access-token",
  }),
  "fecru.local": basicAuth(),
  "fisheye.local": basicAuth(),
  "gov.bc.ca/bcgnws": NO_AUTH,
  "gsa.gov": queryKey("api_key"),
  "httpbin.org": NO_AUTH,
  "ideaconsult.net": NO_AUTH,
  "ideal-postcodes.co.uk": queryKey("api_key"),
  "infermedica.com": apiKeyMethod("header", { app_id: "App-Id", app_key: "App-Key" }),
  "jira.local": [...BEARER, ...basicAuth()],
  "journy.io": headerKey("X-Api-Key"),
  "json2video.com": headerKey("x-api-key"),
  "klarna.com": basicAuth(),
  "listennotes.com": headerKey("X-ListenAPI-Key"),
  "mermade.org.uk": NO_AUTH,
  "monarchinitiative.org": NO_AUTH,
  "nexmo.com/media": BEARER,
  "nexmo.com/sms": apiKeyMethod("query", { api_key: "api_key", api_secret: "api_secret" }),
  "nexmo.com/verify": apiKeyMethod("query", { api_key: "api_key", api_secret: "api_secret" }),
  "okta.local": headerKey("Authorization", "SSWS "),
  "openai.com": BEARER,
  "openapi-generator.tech": NO_AUTH,
  "optimade.local": NO_AUTH,
  "ote-godaddy.com": headerKey("Authorization", "sso-key "),
  "parliament.uk": NO_AUTH,
  "quickchart.io": NO_AUTH,
  "rawg.io": queryKey("key"),
  "reloadly.com": clientCredentials("https://auth.reloadly.com/oauth/token", {
    bodyFormat: "json",
    tokenParams: { audience: "https://topups.reloadly.com" },
  }),
  "sakari.io": clientCredentials("https://api.sakari.io/oauth2/token", { bodyFormat: "json" }),
  "setlist.fm": headerKey("x-api-key"),
  "shipstation.com": basicAuth("api_key", "api_secret"),
  "slicebox.local": basicAuth(),
  "stackexchange.com": queryKey("key"),
  "swagger.io": NO_AUTH,
  "ticketmaster.com": queryKey("apikey"),
  "trakt.tv": [
    {
      id: "oauth2",
      type: "oauth2",
      from: FROM,
      fields: [secretField("client_id")],
      placements: { client_id: { in: "header", name: "trakt-api-key" } },
      oauth: {
        authorizationUrl: "https://trakt.tv/oauth/authorize",
        tokenUrl: "https://api.trakt.tv/oauth/token",
        pkce: false,
        clientAuth: "body",
        bodyFormat: "json",
      },
    },
  ],
  "victorops.com": apiKeyMethod("header", { api_id: "X-VO-Api-Id", api_key: "X-VO-Api-Key" }),
  "wikipathways.org": NO_AUTH,
  "wolframalpha.com": queryKey("appid"),
  "yodlee.com": BEARER,
};

/**
 * Token endpoints for documents that name only an authorization endpoint, by its registrable
 * domain.
 */
export const TOKEN_ENDPOINTS: Readonly<
  Record<string, { authorizationUrl?: string; tokenUrl: string }>
> = {
  "avaza.com": { tokenUrl: "https://any.avaza.com/oauth2/token" },
  "microsoftonline.com": {
    authorizationUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
    tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
  },
};

/** Products that each customer hosts, although the names of their documents look like hosts. */
export const SELF_HOSTED: ReadonlySet<string> = new Set([
  "adobe.com/aem",
  "anchore.io",
  "apache.org/airflow",
  "apache.org/qakka",
  "dracoon.team",
  "gitea.io",
  "influxdata.com",
  "kubernetes.io",
  "magento.com",
  "meilisearch.com",
  "openstf.io",
  "opto22.com/groov",
  "opto22.com/pac",
  "rubrikinc.github.io",
  "tyk.com",
  "wiremock.org/admin",
  "cpy.re/peertube",
]);

/** Base URLs of services whose documents name none. */
export const KNOWN_BASES: Readonly<Record<string, string>> = {
  "bhagavadgita.io": "https://bhagavadgita.io",
  "elmah.io": "https://api.elmah.io",
  "gettyimages.com": "https://api.gettyimages.com",
  "gsmtasks.com": "https://api.gsmtasks.com",
  "openstates.org": "https://v3.openstates.org",
  "paccurate.io": "https://api.paccurate.io",
  "parliament.uk/erskine-may": "https://erskinemay-api.parliament.uk",
  "parliament.uk/lordsvotes": "https://lordsvotes-api.parliament.uk",
  "parliament.uk/members": "https://members-api.parliament.uk",
  "parliament.uk/now": "https://now-api.parliament.uk",
  "parliament.uk/statutoryinstruments": "https://statutoryinstruments-api.parliament.uk",
  "parliament.uk/treaties": "https://treaties-api.parliament.uk",
  "parliament.uk/writtenquestions": "https://questions-statements-api.parliament.uk",
  "pdfbroker.io": "https://api.pdfbroker.io",
  "randommer.io": "https://randommer.io",
  "svix.com": "https://api.svix.com",
  "vocadb.net": "https://vocadb.net",
};
