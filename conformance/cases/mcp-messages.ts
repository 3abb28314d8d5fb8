import type { TestRequest } from "../targets/target.ts";

/** The revision that each era is asked in. */
export const LEGACY_VERSION = "2025-11-25";
export const MODERN_VERSION = "2026-07-28";

const META = "io.modelcontextprotocol/";

/** What a client of either era sends with each request. */
const HEADERS = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
};

/** A POST to /mcp with these bytes. */
export const postMessage = (
  body: string,
  headers: Readonly<Record<string, string>> = {},
): TestRequest => ({
  method: "POST",
  path: "/mcp",
  headers: { ...HEADERS, ...headers },
  body,
});

/** A request of the handshake's era. */
export const legacyRequest = (
  method: string,
  params: object = {},
  headers: Readonly<Record<string, string>> = {},
): TestRequest =>
  postMessage(JSON.stringify({ jsonrpc: "2.0", id: 7, method, params }), {
    "mcp-protocol-version": LEGACY_VERSION,
    ...headers,
  });

/** A request of the stateless era, with its envelope and the headers that repeat it; `""` leaves a header out. */
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
