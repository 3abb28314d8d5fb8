/** Where the UCP operations are, below the site's origin. */
export const UCP_PATH = "/agent/commerce/ucp";

/** The versions of UCP that are served; the first is the one where nothing is said. One form of answer fits them all. */
export const UCP_VERSIONS = ["2026-04-08", "2026-08-25"] as const;

export type UcpVersion = (typeof UCP_VERSIONS)[number];

/** The version that an answer is given by where the platform's own is not known. */
export const UCP_VERSION: UcpVersion = UCP_VERSIONS[0];

/** What can be done over UCP here. */
export const CAPABILITIES = [
  "dev.ucp.shopping.checkout",
  "dev.ucp.shopping.catalog.search",
  "dev.ucp.shopping.catalog.lookup",
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Whether a version is served. */
export const isSupportedVersion = (version: string): version is UcpVersion =>
  UCP_VERSIONS.some((supported) => supported === version);
