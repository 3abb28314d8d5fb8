import type { TestRequest } from "../targets/target.ts";

/** The MCP revisions in which the cases send requests, one for each era. */
export const LEGACY_VERSION = "2025-11-25";
export const MODERN_VERSION = "2026-07-28";

const META = "io.modelcontextprotocol/";

/** The headers that clients of both eras send with each request. */
const HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** Returns a POST to /mcp with this body. */
export const postMessage = (
  body: string,
  headers: Readonly<Record<string, string>> = {},
): TestRequest => ({
  method: "POST",
  path: "/mcp",
  headers: { ...HEADERS, ...headers },
  body,
});

/** Returns a JSON-RPC request of the legacy era, which begins with `initialize`. */
export const legacyRequest = (
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
): TestRequest =>
  postMessage(JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }), {
    "mcp-protocol-version": LEGACY_VERSION,
    ...headers,
  });

/**
 * Returns a JSON-RPC request of the modern era, with its envelope and the headers that repeat the
 * envelope. The value `""` omits a header.
 */
export function modernRequest(
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
  claim: object = {},
): TestRequest {
  const name = (params as { name?: string }).name;
  const _meta = {
    [`${META}protocolVersion`]: MODERN_VERSION,
    [`${META}clientCapabilities`]: {},
    [`${META}clientInfo`]: { name: "conformance", version: "1" },
    ...claim,
  };
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: "seven",
    method,
    params: { ...params, _meta },
  });
  const allHeaders = {
    "mcp-protocol-version": MODERN_VERSION,
    "mcp-method": method,
    ...(name !== undefined && { "mcp-name": name }),
    ...headers,
  };
  return postMessage(
    body,
    Object.fromEntries(Object.entries(allHeaders).filter(([, value]) => value !== "")),
  );
}
