/** Returns a raw GET request with typical headers. */
export function getRequest(target: string): string {
  return `GET ${target} HTTP/1.1\r\n${COMMON_HEADERS}accept: application/json\r\n\r\n`;
}

/** Returns a raw POST request with a JSON body. */
export function postRequest(
  target: string,
  data: unknown,
  headers: Readonly<Record<string, string>>,
): string {
  const body = JSON.stringify(data);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const bodyHeaders = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return `POST ${target} HTTP/1.1\r\n${COMMON_HEADERS}accept: application/json, text/event-stream\r\n${bodyHeaders}${lines.join("")}\r\n${body}`;
}

const COMMON_HEADERS =
  "host: 127.0.0.1:4100\r\nuser-agent: jackfield-bench/1.0\r\nconnection: keep-alive\r\n";

/** The measured search. */
export const SEARCH_REQUEST = getRequest("/agent/search?q=loudness%20targets&limit=5");

const call = { name: "search_pages", arguments: { q: "loudness targets", limit: 5 } };

/** The same search as an MCP tool call in revision 2025-11-25. */
export const LEGACY_CALL_REQUEST = postRequest(
  "/mcp",
  { jsonrpc: "2.0", id: 1, method: "tools/call", params: call },
  { "mcp-protocol-version": "2025-11-25" },
);

const META = "io.modelcontextprotocol/";
const envelope = {
  [`${META}protocolVersion`]: "2026-07-28",
  [`${META}clientCapabilities`]: {},
  [`${META}clientInfo`]: { name: "jackfield-bench", version: "1.0.0" },
};

/** The same search as an MCP tool call in revision 2026-07-28. */
export const MODERN_CALL_REQUEST = postRequest(
  "/mcp",
  { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...call, _meta: envelope } },
  { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "search_pages" },
);
