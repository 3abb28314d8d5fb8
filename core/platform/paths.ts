/** The prefix of all operations. */
export const API_PREFIX = "/api/";

/** The route of the MCP endpoint with the API key in its path. */
export const KEY_ROUTE = "/mcp/k/{key}";

/** Returns the API key in an MCP path such as `/mcp/k/jf_live_…`. */
export const keyFromPath = (path: string): string | undefined =>
  /^\/mcp\/k\/([^/]+)$/.exec(path)?.[1];
