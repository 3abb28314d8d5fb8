import type { AuthMethod, Placement } from "../../core/index.ts";

/** What stands in the vendors' documentation, for documents of the directory that say nothing of how one signs in; by the document's place in it, or by its provider. */
export function knownSignIn(place: string): readonly AuthMethod[] | undefined {
  return KNOWN[place] ?? KNOWN[place.split("/")[0]!];
}

const from = "overlay" as const;
const secret = (name: string) => ({ name, label: labelOf(name), secret: true, required: true });
const labelOf = (name: string) =>
  name
    .replace(/_/g, " ")
    .replace(/^./, (letter) => letter.toUpperCase())
    .replace(/\bapi\b/i, "API");

const placed = (
  place: Placement["in"],
  names: Readonly<Record<string, string>>,
  prefix?: string,
): AuthMethod[] => [
  {
    id: "api_key",
    type: "api_key",
    from,
    fields: Object.keys(names).map(secret),
    placements: Object.fromEntries(
      Object.entries(names).map(([field, name]) => [
        field,
        { in: place, name, ...(prefix && { prefix }) },
      ]),
    ),
  },
];
const query = (name: string) => placed("query", { api_key: name });
const header = (name: string, prefix?: string) => placed("header", { api_key: name }, prefix);
const bearer: AuthMethod[] = [{ id: "bearer", type: "bearer", from, fields: [secret("token")] }];
const basic = (username = "username", password = "password"): AuthMethod[] => [
  {
    id: "basic",
    type: "basic",
    from,
    fields: [
      { ...secret("username"), label: labelOf(username), secret: false },
      { ...secret("password"), label: labelOf(password) },
    ],
  },
];
const open: AuthMethod[] = [{ id: "none", type: "none", from, fields: [] }];
const client = (
  tokenUrl: string,
  more: Partial<NonNullable<AuthMethod["oauth"]>> = {},
): AuthMethod[] => [
  {
    id: "oauth2_cc",
    type: "oauth2_cc",
    from,
    fields: [],
    oauth: { tokenUrl, pkce: false, clientAuth: "body", ...more },
  },
];

const KNOWN: Readonly<Record<string, readonly AuthMethod[]>> = {
  "1forge.com": query("api_key"),
  "adyen.com/CheckoutUtilityService": header("X-API-Key"),
  "amadeus.com": client("https://test.api.amadeus.com/v1/security/oauth2/token"),
  "archive.org": open,
  "beanstream.com": header("Authorization", "Passcode "),
  "betfair.com": placed("header", {
    application_key: "X-Application",
    session_token: "X-Authentication",
  }),
  "biapi.pro": bearer,
  "braze.com": bearer,
  "bridgedb.org": open,
  "circl.lu": open,
  "consumerfinance.gov": open,
  "crucible.local": basic(),
  "cybertaxonomy.eu": open,
  "discourse.local": placed("header", { api_key: "Api-Key", api_username: "Api-Username" }),
  "dnd5eapi.co": open,
  "docker.com/hub": bearer,
  "doppler.com": bearer,
  "ebi.ac.uk": open,
  "europeana.eu": query("wskey"),
  "exavault.com": placed("header", { api_key: "ev-api-key", access_token: "ev-access-token" }),
  "fecru.local": basic(),
  "fisheye.local": basic(),
  "gov.bc.ca/bcgnws": open,
  "gsa.gov": query("api_key"),
  "httpbin.org": open,
  "ideaconsult.net": open,
  "ideal-postcodes.co.uk": query("api_key"),
  "infermedica.com": placed("header", { app_id: "App-Id", app_key: "App-Key" }),
  "jira.local": [...bearer, ...basic()],
  "journy.io": header("X-Api-Key"),
  "json2video.com": header("x-api-key"),
  "klarna.com": basic(),
  "listennotes.com": header("X-ListenAPI-Key"),
  "mermade.org.uk": open,
  "monarchinitiative.org": open,
  "nexmo.com/media": bearer,
  "nexmo.com/sms": placed("query", { api_key: "api_key", api_secret: "api_secret" }),
  "nexmo.com/verify": placed("query", { api_key: "api_key", api_secret: "api_secret" }),
  "okta.local": header("Authorization", "SSWS "),
  "openai.com": bearer,
  "openapi-generator.tech": open,
  "optimade.local": open,
  "ote-godaddy.com": header("Authorization", "sso-key "),
  "parliament.uk": open,
  "quickchart.io": open,
  "rawg.io": query("key"),
  "reloadly.com": client("https://auth.reloadly.com/oauth/token", {
    bodyFormat: "json",
    tokenParams: { audience: "https://topups.reloadly.com" },
  }),
  "sakari.io": client("https://api.sakari.io/oauth2/token", { bodyFormat: "json" }),
  "setlist.fm": header("x-api-key"),
  "shipstation.com": basic("api_key", "api_secret"),
  "slicebox.local": basic(),
  "stackexchange.com": query("key"),
  "swagger.io": open,
  "ticketmaster.com": query("apikey"),
  "trakt.tv": [
    {
      id: "oauth2",
      type: "oauth2",
      from,
      fields: [secret("client_id")],
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
  "victorops.com": placed("header", { api_id: "X-VO-Api-Id", api_key: "X-VO-Api-Key" }),
  "wikipathways.org": open,
  "wolframalpha.com": query("appid"),
  "yodlee.com": bearer,
};

/** Token endpoints that belong to authorization endpoints which documents name alone, by the latter's registrable domain. */
export const TOKEN_ENDPOINTS: Readonly<
  Record<string, { authorizationUrl?: string; tokenUrl: string }>
> = {
  "avaza.com": { tokenUrl: "https://any.avaza.com/oauth2/token" },
  "microsoftonline.com": {
    authorizationUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
    tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
  },
};

/** Products that everybody runs at an address of their own, though their documents have a name that looks like one. */
export const SELF_HOSTED = new Set(
  "adobe.com/aem anchore.io apache.org/airflow apache.org/qakka dracoon.team gitea.io influxdata.com kubernetes.io magento.com meilisearch.com openstf.io opto22.com/groov opto22.com/pac rubrikinc.github.io tyk.com wiremock.org/admin cpy.re/peertube".split(
    " ",
  ),
);

/** Where services are reached whose documents do not say it. */
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
