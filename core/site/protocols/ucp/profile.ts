import { type Site, serviceUrl } from "../../site.ts";
import {
  CAPABILITIES,
  type Capability,
  UCP_MCP_PATH,
  UCP_PATH,
  UCP_VERSION,
  UCP_VERSIONS,
  type UcpVersion,
} from "./versions.ts";

/** The path of the profile in the default version. Profiles in other versions are below it. */
const PROFILE_PATH = "/.well-known/ucp";

/** Returns the path of the profile in a version. */
export const profilePath = (version: UcpVersion): string =>
  version === UCP_VERSION ? PROFILE_PATH : `${PROFILE_PATH}/${version}`;

/**
 * Creates the site's profile in a version (UCP overview, "Discovery"). The members besides `ucp`
 * repeat its data for clients that look for them there. Profiles may have additional members.
 */
export function ucpProfile(site: Site, version: UcpVersion): object {
  const endpoint = serviceUrl(site, UCP_PATH);
  const docs = `https://ucp.dev/${version}`;
  const services = {
    "dev.ucp.shopping": [
      {
        version,
        transport: "rest",
        endpoint,
        spec: `${docs}/specification/overview`,
        schema: `${docs}/services/shopping/rest.openapi.json`,
      },
      {
        version,
        transport: "mcp",
        endpoint: serviceUrl(site, UCP_MCP_PATH),
        spec: `${docs}/specification/overview`,
        schema: `${docs}/services/shopping/mcp.openrpc.json`,
      },
    ],
  };
  const capabilities = Object.fromEntries(
    CAPABILITIES.map((name) => [
      name,
      [
        {
          version,
          spec: `${docs}/specification/${SPECS[version]}${DOCUMENTS[name].spec}`,
          schema: `${docs}/schemas/shopping/${DOCUMENTS[name].schema}.json`,
        },
      ],
    ]),
  );
  const others = UCP_VERSIONS.filter((other) => other !== version).map((other) => [
    other,
    serviceUrl(site, profilePath(other)),
  ]);
  return {
    ucp: {
      version,
      // Only the profile in the default version links to the others.
      ...(version === UCP_VERSION && { supported_versions: Object.fromEntries(others) }),
      services,
      capabilities,
      payment_handlers: {},
    },
    protocol_version: version,
    services,
    capabilities,
    endpoints: { checkout: endpoint },
  };
}

/** The folder of the shopping capabilities in each version's documentation. */
const SPECS: Readonly<Record<UcpVersion, string>> = { "2026-04-08": "", "2026-08-25": "shopping/" };

const DOCUMENTS: Readonly<Record<Capability, { readonly spec: string; readonly schema: string }>> =
  {
    "dev.ucp.shopping.checkout": { spec: "checkout", schema: "checkout" },
    "dev.ucp.shopping.catalog.search": { spec: "catalog/search", schema: "catalog_search" },
    "dev.ucp.shopping.catalog.lookup": { spec: "catalog/lookup", schema: "catalog_lookup" },
  };
