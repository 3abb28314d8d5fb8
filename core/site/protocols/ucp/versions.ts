/** The base path of the UCP operations. */
export const UCP_PATH = "/agent/commerce/ucp";

/** The path of the MCP transport. */
export const UCP_MCP_PATH = `${UCP_PATH}/mcp`;

/** The supported UCP versions, the default first. Responses have the same form in all of them. */
export const UCP_VERSIONS = ["2026-04-08", "2026-08-25"] as const;

export type UcpVersion = (typeof UCP_VERSIONS)[number];

/** The default version of responses if the platform's version is unknown. */
export const UCP_VERSION: UcpVersion = UCP_VERSIONS[0];

/** The supported UCP capabilities. */
export const CAPABILITIES = [
  "dev.ucp.shopping.checkout",
  "dev.ucp.shopping.catalog.search",
  "dev.ucp.shopping.catalog.lookup",
] as const;

export type Capability = (typeof CAPABILITIES)[number];

/** Returns whether a version is supported. */
export const isSupportedVersion = (version: string): version is UcpVersion =>
  UCP_VERSIONS.some((supported) => supported === version);
